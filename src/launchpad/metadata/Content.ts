import { createHash } from 'node:crypto'
import type { Address, Hex, TypedDataDomain } from 'viem'
import { z } from 'zod'
import * as UntrustedText from '#core/UntrustedText.ts'

const DESCRIPTION_MAX = 1_000
const LINK_MAX = 200
const LINKS = ['website', 'x', 'telegram', 'discord', 'github'] as const

export const Description = z
  .string()
  .max(DESCRIPTION_MAX, `must have at most ${DESCRIPTION_MAX} characters`)
  .meta({ description: 'Plain text.' })

const Link = z
  .url({ protocol: /^https$/, error: 'must be an https URL' })
  .max(LINK_MAX, `must have at most ${LINK_MAX} characters`)
  .refine(isPlain, 'must be a plain https URL')

export const Links = z.partialRecord(z.enum(LINKS), Link).meta({ description: `https URLs under ${LINKS.join(', ')}.` })

/** Without what cannot be seen, and without a name or password in front of the host that could pass for it. */
function isPlain(text: string): boolean {
  const url = URL.parse(text)
  return UntrustedText.oneLine(text) === text && url?.username === '' && url.password === ''
}

/** What a creator says of a token; `imageHash` is the SHA-256 of the picture as sent, or null without one. */
export type Content = { description: string | null; links: Partial<Record<string, string>>; imageHash: string | null }

/** The SHA-256 of the content as JSON: `description`, `image` and `links`, these in the order of their names. */
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

type Signing = { chainId: number; factory: Address; token: Address; contentHash: Hex; expiry: number }

/** What the creator signs: this content for this token on this chain, until the expiry (in seconds). */
export function typedData({ chainId, factory, token, contentHash, expiry }: Signing) {
  const domain: TypedDataDomain = { name: 'Slipway Launchpad', version: '1', chainId, verifyingContract: factory }
  return {
    domain,
    types,
    primaryType: 'TokenMetadata',
    message: { token, contentHash, expiry: BigInt(expiry) },
  } as const
}
