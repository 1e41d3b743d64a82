import type { Address } from 'viem'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { CHAIN_IDS, type ChainId, toAddress } from '#core/wire.ts'

/** The fields of a Sign-In with Ethereum message (EIP-4361) that we check. */
export type SiweMessage = {
  scheme: string | undefined
  domain: string
  address: Address
  uri: string
  version: string
  chainId: number
  nonce: string
  issuedAt: number
  expirationTime: number | undefined
  notBefore: number | undefined
}

// Matches the whole message, so that a field cannot appear twice or out of order.
const FORM = new RegExp(
  [
    '^(?:(?<scheme>[a-zA-Z][a-zA-Z0-9+.-]*)://)?(?<domain>[^\\s/?#@]+) wants you to sign in with your Ethereum account:',
    '(?<address>0x[a-fA-F0-9]{40})',
    '(?:(?:\n[^\n]+)?\n)?',
    'URI: (?<uri>[!-~]+)',
    'Version: (?<version>[0-9]+)',
    'Chain ID: (?<chainId>[0-9]{1,15})',
    'Nonce: (?<nonce>[a-zA-Z0-9]{8,})',
    'Issued At: (?<issuedAt>[!-~]+)' +
      '(?:\nExpiration Time: (?<expirationTime>[!-~]+))?' +
      '(?:\nNot Before: (?<notBefore>[!-~]+))?' +
      '(?:\nRequest ID: [!-~]*)?' +
      '(?:\nResources:(?:\n- [!-~]+)*)?$',
  ].join('\n'),
)
const MOMENT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/

/** The fields of a message; throws `invalid_argument` unless the whole text is one. */
export function parse(text: string): SiweMessage {
  const fields = FORM.exec(text)?.groups as Record<string, string> | undefined
  if (!fields) throw malformed()
  const { scheme, domain = '', address = '', uri = '', version = '', nonce = '' } = fields
  return {
    scheme,
    domain,
    address: toAddress(address),
    uri,
    version,
    nonce,
    chainId: Number(fields['chainId']),
    issuedAt: moment(fields['issuedAt'] ?? ''),
    expirationTime: optionalMoment(fields['expirationTime']),
    notBefore: optionalMoment(fields['notBefore']),
  }
}

type Expected = {
  /** The origins a wallet may be signing in to. */
  origins: readonly string[]
  now: number
  ageMsMax: number
}

const SKEW_MS = 60_000

/** Throws unless the message is for one of our origins and chains, and was issued just now. */
export function check(
  message: SiweMessage,
  { origins, now, ageMsMax }: Expected,
): asserts message is SiweMessage & {
  chainId: ChainId
} {
  const [ours = ''] = origins
  if (!origins.some((origin) => isFor(message, origin)))
    throw refusal(`domain and URI of the message must be ${new URL(ours).host} and ${ours}`)
  if (message.version !== '1') throw refusal('the message must have "Version: 1"')
  if (!CHAIN_IDS.some((id) => id === message.chainId)) throw refusal(`Chain ID must be one of ${CHAIN_IDS.join(', ')}`)
  if (message.issuedAt > now + SKEW_MS || message.issuedAt < now - ageMsMax - SKEW_MS)
    throw refusal('Issued At must be the current time; check the clock and sign a new message')
  if (message.expirationTime !== undefined && message.expirationTime <= now)
    throw refusal('the message has expired; sign a new one')
  if (message.notBefore !== undefined && message.notBefore > now + SKEW_MS)
    throw refusal('the message is not valid yet; leave Not Before out')
}

function isFor(message: SiweMessage, origin: string): boolean {
  const { host, protocol } = new URL(origin)
  const scheme = message.scheme === undefined || `${message.scheme.toLowerCase()}:` === protocol
  return scheme && message.domain.toLowerCase() === host && originOf(message.uri) === origin
}

/** Credentials are refused explicitly, because they are not part of the origin. */
function originOf(uri: string): string | undefined {
  const url = URL.parse(uri)
  return url && url.username === '' && url.password === '' ? url.origin : undefined
}

function moment(text: string): number {
  const time = MOMENT.test(text) ? Date.parse(text) : Number.NaN
  if (Number.isNaN(time)) throw malformed()
  return time
}

function optionalMoment(text: string | undefined): number | undefined {
  return text === undefined ? undefined : moment(text)
}

function malformed(): ApiError {
  return invalidField('message', 'must be a Sign-In with Ethereum message (EIP-4361), exactly as the wallet signed it')
}

function refusal(reason: string): ApiError {
  return new ApiError('unauthenticated', `Sign-in refused: ${reason}.`)
}
