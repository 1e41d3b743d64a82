import { hash } from 'node:crypto'
import { english } from 'viem/accounts'
import { invalidField } from './ApiError.ts'

export type SecretKind = 'API key' | 'private key' | 'seed phrase' | 'session token' | 'signature'

const WORDS = new Map(english.map((word, index) => [word, index]))
const PHRASE_LENGTHS = [12, 15, 18, 21, 24]

const API_KEY = /svc_sk_[0-9A-Za-z]{20,}/
const TOKEN = /eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{8,}/
const SIGNATURE = /0x[0-9a-fA-F]{130}(?![0-9a-fA-F])/
/** Texts that normalisation leaves unchanged, which most are. */
const PLAIN = /^[\t\n\r\x20-\x7e]*$/
const ANY_DIGITS = /[0-9a-f]{64}/i
const DIGITS = /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/gi
const LABEL_LENGTH_MAX = 48
const SECRET_LABEL = /(?:key|secret|seed|\b[ps]k)["'`]*\s*(?:[:=]|is|->)?\s*["'`]*$/i
const HARMLESS_LABEL =
  /(?:public|pool|api|position|storage|cache|idempotency|primary|foreign|sort|map(?:ping)?)[ _-]*key["'`]*\s*(?:[:=]|is|->)?\s*["'`]*$/i

/** Secrets that must not be posted: API keys, hex labelled as a private key, seed phrases with a valid checksum. */
export function findSecrets(text: string): SecretKind[] {
  const plain = PLAIN.test(text) ? text : text.normalize('NFKC').replaceAll(/[[\p{Cf}\p{Cc}]--[\n\r\t]]/gv, '')
  const found: SecretKind[] = []
  if (API_KEY.test(plain)) found.push('API key')
  if (hasPrivateKey(plain)) found.push('private key')
  if (hasSeedPhrase(plain)) found.push('seed phrase')
  return found
}

/** Secrets that must not be logged: those above, session tokens and wallet signatures. */
export function findLoggedSecrets(text: string): SecretKind[] {
  const found = findSecrets(text)
  if (TOKEN.test(text)) found.push('session token')
  if (SIGNATURE.test(text)) found.push('signature')
  return found
}

/** Throws if `text` contains a secret, without repeating it. */
export function refuseSecrets(text: string, field: string): void {
  const [kind] = findSecrets(text)
  if (!kind) return
  const article = kind === 'API key' ? 'an' : 'a'
  throw invalidField(
    field,
    `holds what looks like ${article} ${kind}. Nothing was stored; remove it and replace that secret, since it has been sent`,
  )
}

/** 64 hex digits alone may be a transaction hash or pool id, so the label before them decides. */
function hasPrivateKey(text: string): boolean {
  if (!ANY_DIGITS.test(text)) return false
  return text.matchAll(DIGITS).some(({ index }) => {
    const label = text.slice(Math.max(0, index - LABEL_LENGTH_MAX), index)
    return SECRET_LABEL.test(label) && !HARMLESS_LABEL.test(label)
  })
}

function hasSeedPhrase(text: string): boolean {
  let run: number[] = []
  for (const word of text.toLowerCase().split(/[^a-z]+/)) {
    const index = WORDS.get(word)
    if (index === undefined && word !== '') run = []
    else if (index !== undefined) run.push(index)
    if (index !== undefined && endsInPhrase(run)) return true
  }
  return false
}

function endsInPhrase(run: number[]): boolean {
  return PHRASE_LENGTHS.some((length) => run.length >= length && isPhrase(run.slice(-length)))
}

/** BIP-39: the last bits of a phrase are a checksum, the first bits of the hash of the rest. */
function isPhrase(indexes: number[]): boolean {
  const checksumBits = indexes.length / 3
  const bits = indexes.reduce((sum, index) => (sum << 11n) | BigInt(index), 0n)
  const entropy = Buffer.from((bits >> BigInt(checksumBits)).toString(16).padStart(checksumBits * 8, '0'), 'hex')
  const checksum = Number.parseInt(hash('sha256', entropy, 'hex').slice(0, 2), 16) >> (8 - checksumBits)
  return BigInt.asUintN(checksumBits, bits) === BigInt(checksum)
}
