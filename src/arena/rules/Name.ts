import { type ApiError, invalidField } from '#core/ApiError.ts'
import * as UntrustedText from '#core/UntrustedText.ts'

/** Characters that look alike to a hurried reader, beyond those that `fold` makes equal. */
const TWINS: readonly [RegExp, string][] = [
  [/[i1|!]/gu, 'l'],
  [/0/gu, 'o'],
  [/5/gu, 's'],
  [/rn/gu, 'm'],
  [/vv/gu, 'w'],
]

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

/** Equal for names that look alike. */
export function keyOf(name: string): string {
  return TWINS.reduce((text, [pattern, letter]) => text.replaceAll(pattern, letter), UntrustedText.fold(name))
}

const RESERVED_KEYS = new Set(RESERVED.map(keyOf))

/** Whether a name is reserved, or contains a protected word. */
function isReserved(name: string): boolean {
  const words = UntrustedText.oneLine(name)
    .split(/[^\p{L}\p{N}]+/u)
    .map(keyOf)
  return RESERVED_KEYS.has(keyOf(name)) || words.some((word) => PROTECTED_KEYS.has(word))
}

/** Words that must not appear in a name. */
const PROTECTED_KEYS = new Set(['system', 'slipway', 'operator', 'moderator', 'admin', 'administrator'].map(keyOf))

/** The name as it is shown; throws when it is reserved or has no letter or digit. */
export function require(given: string): string {
  const name = UntrustedText.oneLine(given)
  if (name === '' || keyOf(name) === '') throw refused('must hold at least one letter or digit')
  if (isReserved(name)) throw refused('must not look like a name of the service or of its staff')
  return name
}

function refused(problem: string): ApiError {
  return invalidField('displayName', `${problem}; send another name`)
}
