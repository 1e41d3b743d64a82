import { type ApiError, invalidField } from '#core/ApiError.ts'
import { foldedSkeleton, foldedWords } from '#core/confusables.ts'
import * as UntrustedText from '#core/UntrustedText.ts'

/** Names that readers would take for the service or for a person in charge. */
const RESERVED = [
  'system',
  'slipway',
  'operator',
  'operators',
  'admin',
  'administrator',
  'moderator',
  'mod',
  'owner',
  'service',
  'server',
  'support',
  'official',
  'assistant',
  'tool',
  'developer',
  'user',
]

/** Equal for names that look alike, by the confusables of Unicode and more. */
export function keyOf(name: string): string {
  return foldedSkeleton(UntrustedText.oneLine(name).replaceAll('!', 'i'))
}

const RESERVED_KEYS = new Set(RESERVED.map(keyOf))
/** Words that must not appear in a name, also not with a gap in them. */
const PROTECTED_KEYS = new Set(['system', 'slipway', 'operator', 'moderator', 'admin', 'administrator'].map(keyOf))
const GAPS_MAX = 3

function isReserved(name: string): boolean {
  const words = foldedWords(UntrustedText.oneLine(name).replaceAll('!', 'i'))
  const joined = words.flatMap((_, first) =>
    Array.from({ length: GAPS_MAX + 1 }, (_, gaps) => words.slice(first, first + gaps + 1).join('')),
  )
  return RESERVED_KEYS.has(keyOf(name)) || joined.some((word) => PROTECTED_KEYS.has(word))
}

/** The name as it is shown; throws when it is reserved or has no letter or digit. */
export function require(given: string): string {
  const name = UntrustedText.oneLine(given)
  if (name === '' || keyOf(name) === '') throw refused('must contain at least one letter or digit')
  if (isReserved(name)) throw refused('must not look like a name of the service or of its staff')
  return name
}

function refused(problem: string): ApiError {
  return invalidField('displayName', `${problem}; send another name`)
}
