import { createHash } from 'node:crypto'
import type { Address, Hex, TypedDataDomain } from 'viem'
import { z } from 'zod'
import * as UntrustedText from '#core/UntrustedText.ts'

const DESCRIPTION_MAX = 1_000
const LINK_MAX = 200
/** `URL` has normalised every notation of an IPv4 address; IPv6 is in brackets. */
const IP_LITERAL = /^(\[|\d+(\.\d+){3}\.?$)/
const LINKS = ['website', 'x', 'telegram', 'discord', 'github'] as const

export const Description = z
  .string()
  .max(DESCRIPTION_MAX, `must have at most ${DESCRIPTION_MAX} characters`)
  .meta({ description: 'Plain text.' })

const Link = z
  .url({ protocol: /^https$/, error: 'must be an https URL' })
  .max(LINK_MAX, `must have at most ${LINK_MAX} characters`)
  .refine(isPlain, 'must be a plain https URL: no user name, no IP address, none of < > " and no invisible characters')

export const Links = z.partialRecord(z.enum(LINKS), Link).meta({ description: `https URLs under ${LINKS.join(', ')}.` })

/** Without invisible characters or markup, with a host name, and without a user name that could pass for the host. */
function isPlain(text: string): boolean {
  const url = URL.parse(text)
  const isText = UntrustedText.oneLine(text) === text && !/[<>"]/.test(text)
  return isText && url?.username === '' && url.password === '' && !IP_LITERAL.test(url.hostname)
}

/** `imageHash` is the SHA-256 of the picture as sent, or null without one. */
export type Content = { description: string | null; links: Partial<Record<string, string>>; imageHash: string | null }

/** SHA-256 of the JSON with `description`, `image` and `links`, the links sorted by name. */
export function hashOf({ description, links, imageHash }: Content): Hex {
  const sorted = Object.fromEntries(Object.entries(links).sort(([a], [b]) => (a < b ? -1 : 1)))
  const json = JSON.stringify({ description, image: imageHash, links: sorted })
  return `0x${createHash('sha256').update(json).digest('hex')}`
}

const types = {
  TokenMetadata: [
    { name: 'token', type: 'address' },
    { name: 'contentHash', type: 'bytes32' },
    { name: 'expiry', type: 'uint256' },
  ],
} as const

type SignedMessage = {
  factory: { chainId: number; address: Address }
  token: Address
  contentHash: Hex
  /** In seconds. */
  expiry: number
}

/** EIP-712 message: this content for this token on this chain, until the expiry. */
export function typedData({ factory, token, contentHash, expiry }: SignedMessage) {
  const domain: TypedDataDomain = {
    name: 'Slipway Launchpad',
    version: '1',
    chainId: factory.chainId,
    verifyingContract: factory.address,
  }
  return {
    domain,
    types,
    primaryType: 'TokenMetadata',
    message: { token, contentHash, expiry: BigInt(expiry) },
  } as const
}
