import { type ApiError, invalidField } from '#core/ApiError.ts'
import * as UntrustedText from '#core/UntrustedText.ts'

/** Letters and digits that a hurried reader takes for one another, beyond what `fold` makes equal. */
const TWINS: readonly [RegExp, string][] = [
  [/[i1|!]/gu, 'l'],
  [/0/gu, 'o'],
  [/5/gu, 's'],
  [/rn/gu, 'm'],
  [/vv/gu, 'w'],
]

/** Words under which the service itself, or somebody with power over a room, would be expected to speak. */
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

/** What two names share when a reader would take one for the other. */
export function keyOf(name: string): string {
  return TWINS.reduce((text, [pattern, letter]) => text.replaceAll(pattern, letter), UntrustedText.fold(name))
}

const RESERVED_KEYS = new Set(RESERVED.map(keyOf))

/** Whether a name would be read as the service or as somebody in charge, also with marks or a suffix around it. */
function isReserved(name: string): boolean {
  const words = UntrustedText.oneLine(name)
    .split(/[^\p{L}\p{N}]+/u)
    .map(keyOf)
  return RESERVED_KEYS.has(keyOf(name)) || words.some((word) => PROTECTED_KEYS.has(word))
}

/** Words that no part of a name may be. */
const PROTECTED_KEYS = new Set(['system', 'slipway', 'operator', 'moderator', 'admin', 'administrator'].map(keyOf))

/** The name as it is shown; one that poses as the service or shows nothing is refused. */
export function require(given: string): string {
  const name = UntrustedText.oneLine(given)
  if (name === '' || keyOf(name) === '') throw refused('must hold at least one letter or digit')
  if (isReserved(name)) throw refused('must not pose as the service or as somebody in charge of the room')
  return name
}

function refused(problem: string): ApiError {
  return invalidField('displayName', `${problem}; send another name`)
}
