import { createHash } from 'node:crypto'
import { invalidField } from './ApiError.ts'

/** A place in one list, as an opaque text. `scope` names the list with everything that orders or filters it. */
type Place = readonly string[]

const TAG_LENGTH = 11

/** The text that stands for a place; a list gives it out as `nextCursor`. */
export function encode(scope: string, place: Place): string {
  const payload = Buffer.from(place.join(' ')).toString('base64url')
  return tagOf(scope, payload) + payload
}

/** The place a cursor stands for; one of another list, or made up in another shape than its places have, is refused. */
export function decode(scope: string, cursor: string, shape: RegExp): Place {
  const payload = cursor.slice(TAG_LENGTH)
  const text = Buffer.from(payload, 'base64url').toString()
  if (cursor.slice(0, TAG_LENGTH) !== tagOf(scope, payload) || !shape.test(text))
    throw invalidField(
      'cursor',
      'does not belong to this list. Send the nextCursor of an answer to the same sort and filters, or none',
    )
  return text.split(' ')
}

function tagOf(scope: string, payload: string): string {
  return createHash('sha256').update(`slipway cursor\n${scope}\n${payload}`).digest('base64url').slice(0, TAG_LENGTH)
}
