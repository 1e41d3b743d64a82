import { createHash } from 'node:crypto'
import { invalidField } from './ApiError.ts'

const TAG_LENGTH = 11

/** An opaque cursor for the sort keys of a row. `scope` names the list with its order and filters. */
export function encode(scope: string, sortKeys: readonly string[]): string {
  const payload = Buffer.from(sortKeys.join(' ')).toString('base64url')
  return tagOf(scope, payload) + payload
}

/** The sort keys in a cursor; refuses a cursor of another list, and keys that do not match `shape`. */
export function decode(scope: string, cursor: string, shape: RegExp): readonly string[] {
  const payload = cursor.slice(TAG_LENGTH)
  const text = Buffer.from(payload, 'base64url').toString()
  if (cursor.slice(0, TAG_LENGTH) !== tagOf(scope, payload) || !shape.test(text))
    throw invalidField(
      'cursor',
      'does not belong to this list. Send the nextCursor of a page with the same sort and filters, or omit it',
    )
  return text.split(' ')
}

function tagOf(scope: string, payload: string): string {
  return createHash('sha256').update(`slipway cursor\n${scope}\n${payload}`).digest('base64url').slice(0, TAG_LENGTH)
}
