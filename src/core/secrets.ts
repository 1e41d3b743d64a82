import { invalidField } from './ApiError.ts'
import { isKeyFormat } from './apiKeyFormat.ts'
import { hasSeedPhrase } from './seedPhrase.ts'

export type SecretKind = 'API key' | 'private key' | 'seed phrase' | 'session token' | 'invite token' | 'signature'

const API_KEY = /svc_sk_[0-9A-Za-z]{20,}/
const SIGNATURE = /0x[0-9a-fA-F]{130}(?![0-9a-fA-F])/
const PEM = /-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY(?: BLOCK)?-----/
/** Found in a text without white space, so that a line break inside does not hide them. */
const CUT_API_KEY = /svc_sk_[0-9A-Za-z]{49}/g
const TOKEN_PAYLOAD = /^eyJ[\w-]{8,}$/
const TOKEN_SIGNATURE = /^[\w-]{8}/
const TOKEN_HEADER_MIN = 'eyJ'.length + 8
/** Ordering the marks of one character takes time with the square of their number; no language uses that many. */
const MARKS = /(\p{M}{8})\p{M}+/gu
const EXTENDED_KEY = /[tuvxyz]prv[1-9A-HJ-NP-Za-km-z]{100}/
const INVITE = /svc_inv_((?:[\w-]\s{0,2}){43})/g
const INVITE_GAPS_MAX = 3
/** Texts that normalisation leaves unchanged, as most are. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/
const HEX_RUN = /(0x)?([0-9a-f]{4,})/gi
const KEY_DIGITS = 64
/** A key is found when it is cut into at most this many pieces. */
const PIECES_MAX = 4
const LABEL_LENGTH_MAX = 48
const LABEL_END = '["\'`]*\\s*(?:[:=]|is|->)?\\s*["\'`]*$'
const SECRET_LABEL = new RegExp(`(?:key|secret|seed|priv(?:ate)?|\\b[ps]k)${LABEL_END}`, 'i')
const HARMLESS_KEY_LABEL = new RegExp(
  `(?:public|pool|api|position|storage|cache|idempotency|primary|foreign|sort|map(?:ping)?)[ _-]*key${LABEL_END}`,
  'i',
)
/** Labels of digests and ids, which may come without 0x. */
const DIGEST_LABEL = new RegExp(
  `(?:hash|sha-?(?:2|3|256)|keccak(?:256)?|digest|checksum|fingerprint|tx|transaction|block|root|topic|salt|commit|nonce|(?:\\b|_|[a-z])id)${LABEL_END}`,
  'i',
)

/**
 * Secrets that must not be posted, in one pass over the text. 64 hex digits after 0x are a transaction hash or a pool id
 * unless labelled as a key; without 0x they are a private key, as wallets export it, unless labelled as a hash or an id.
 */
export function findSecrets(text: string): SecretKind[] {
  const plain = PLAIN.test(text)
    ? text
    : text
        .replaceAll(MARKS, '$1')
        .normalize('NFKC')
        .replaceAll(/[[\p{Cf}\p{Cc}]--[\n\r\t]]/gv, '')
  const compact = plain.replaceAll(/\s+/g, '')
  const found: SecretKind[] = []
  if (API_KEY.test(plain) || compact.matchAll(CUT_API_KEY).some(([key]) => isKeyFormat(key))) found.push('API key')
  if (PEM.test(plain) || EXTENDED_KEY.test(compact) || hasPrivateKey(plain)) found.push('private key')
  if (hasSeedPhrase(plain)) found.push('seed phrase')
  if (hasToken(compact)) found.push('session token')
  if (plain.matchAll(INVITE).some(([, digits = '']) => isInvite(digits))) found.push('invite token')
  return found
}

/** Secrets that must not be logged: the above and wallet signatures. */
export function findLoggedSecrets(text: string): SecretKind[] {
  const found = findSecrets(text)
  if (SIGNATURE.test(text)) found.push('signature')
  return found
}

type Options = { allow?: SecretKind }

/** Throws when `text` holds a secret; neither message nor details repeat it. */
export function refuseSecrets(text: string, field: string, { allow }: Options = {}): void {
  const kind = findSecrets(text).find((found) => found !== allow)
  if (!kind) return
  const article = kind === 'API key' || kind === 'invite token' ? 'an' : 'a'
  const hint = kind === 'private key' ? '. Write a hash with 0x in front' : ''
  throw invalidField(
    field,
    `seems to contain ${article} ${kind}. Nothing was stored. Remove it, and replace that secret, because it has been sent${hint}`,
  )
}

/**
 * Three parts in base64url, the first at the end of the text before its dot. A single expression for it is not linear.
 */
function hasToken(text: string): boolean {
  const parts = text.split('.')
  return parts.some(
    (part, index) =>
      TOKEN_PAYLOAD.test(part) &&
      TOKEN_SIGNATURE.test(parts[index + 1] ?? '') &&
      endsWithTokenHeader(parts[index - 1] ?? ''),
  )
}

function endsWithTokenHeader(part: string): boolean {
  let start = part.length
  while (start > 0 && /[\w-]/.test(part.charAt(start - 1))) start--
  const header = part.indexOf('eyJ', start)
  return header !== -1 && part.length - header >= TOKEN_HEADER_MIN
}

/** Prose after the prefix has more gaps, and is not mixed like a token. */
function isInvite(digits: string): boolean {
  const gaps = digits.trim().match(/\s+/g)?.length ?? 0
  return gaps <= INVITE_GAPS_MAX && /[0-9]/.test(digits) && /[A-Z]/.test(digits)
}

type HexRun = { start: number; end: number; digits: number; isPrefixed: boolean }

function hasPrivateKey(text: string): boolean {
  const runs = text
    .matchAll(HEX_RUN)
    .toArray()
    .map(toRun)
    .filter(({ start }) => !isWordCharacter(text[start - 1]))
  return runs.some((run, index) => {
    const end = endOfKey(text, runs, index)
    if (end === undefined || isWordCharacter(text[end])) return false
    const label = text.slice(Math.max(0, run.start - LABEL_LENGTH_MAX), run.start)
    if (SECRET_LABEL.test(label)) return !HARMLESS_KEY_LABEL.test(label)
    const isBare = !run.isPrefixed && end - run.start === KEY_DIGITS
    return isBare && !DIGEST_LABEL.test(label) && !HARMLESS_KEY_LABEL.test(label)
  })
}

function toRun(match: RegExpExecArray): HexRun {
  const [whole, prefix, digits = ''] = match
  return {
    start: match.index,
    end: match.index + whole.length,
    digits: digits.length,
    isPrefixed: prefix !== undefined,
  }
}

/** The end of 64 digits that begin with a run and continue in the next ones; undefined if there are not exactly 64. */
function endOfKey(text: string, runs: readonly HexRun[], first: number): number | undefined {
  let digits = 0
  for (let index = first; index < Math.min(runs.length, first + PIECES_MAX); index++) {
    const run = runs[index] as HexRun
    const before = runs[index - 1]
    if (index > first && (run.isPrefixed || text.slice(before?.end, run.start).trim() !== '')) return undefined
    digits += run.digits
    if (digits >= KEY_DIGITS) return digits === KEY_DIGITS ? run.end : undefined
  }
  return undefined
}

function isWordCharacter(character: string | undefined): boolean {
  return character !== undefined && /[0-9a-z]/i.test(character)
}
