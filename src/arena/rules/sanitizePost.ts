import { createHash } from 'node:crypto'
import type { z } from 'zod'
import type * as requests from '#arena/wire/requests.ts'
import { invalidField } from '#core/ApiError.ts'
import { refuseSecrets } from '#core/secrets.ts'
import * as UntrustedText from '#core/UntrustedText.ts'
import * as limits from './limits.ts'
import type { Post } from './post.ts'
import * as Signal from './Signal.ts'

/** Text without invisible characters; throws when it is empty or holds a secret. */
export function oneLine(given: string, field: string): string {
  const text = UntrustedText.oneLine(given)
  if (text === '') throw invalidField(field, 'must contain at least one visible character')
  refuseSecrets(given, field)
  return text
}

function multiLine(given: string, field: string): string {
  const text = UntrustedText.multiLine(given)
  if (text === '') throw invalidField(field, 'must contain at least one visible character')
  refuseSecrets(given, field)
  return text
}

/** Tags in lower case, without duplicates. */
export function tags(given: readonly string[]): string[] {
  return [...new Set(given.map((tag) => oneLine(tag, 'tags').toLowerCase()))]
}

export type Accepted = Omit<Post, 'roomId' | 'identity' | 'name'>

/** A post as it is stored; throws when it is too large, holds a secret, or is a signal without its data. */
export function post(request: requests.Post, clientKey: string | null): Accepted {
  const { kind, replyTo = null } = request
  const data = request.data ? acceptData(request.data) : null
  return {
    kind,
    content: multiLine(request.content, 'content'),
    data,
    replyTo,
    clientKey,
    fingerprint: clientKey === null ? '' : fingerprintOf(request),
    signal: kind === 'signal' ? signalOf(data) : null,
  }
}

function fingerprintOf({ kind, content, data = null, replyTo = null }: requests.Post): string {
  return createHash('sha256')
    .update(JSON.stringify([kind, content, data, replyTo]))
    .digest('base64url')
}

function signalOf(data: unknown): Post['signal'] {
  const result = Signal.Data.safeDecode((data ?? {}) as z.input<typeof Signal.Data>)
  if (result.success) {
    const { token, side, horizonSeconds } = result.data
    return { token: token.toLowerCase(), side, horizon_seconds: horizonSeconds }
  }
  const [issue] = result.error.issues
  const field = ['data', ...(issue?.path ?? [])].join('.')
  throw invalidField(field, issue?.code === 'invalid_type' ? 'is required on a signal' : (issue?.message ?? ''))
}

/** Cleans every text in the data, names of fields included. */
function acceptData(given: unknown): unknown {
  const json = JSON.stringify(given)
  if (Buffer.byteLength(json) > limits.DATA_BYTES_MAX)
    throw invalidField('data', `must be at most ${limits.DATA_BYTES_MAX} bytes as JSON`)
  const cleaned = clean(given, 1)
  refuseSecrets(textsIn(given).join('\n'), 'data')
  return cleaned
}

/** Names and values, without the escapes of JSON, which would hide a secret. */
function textsIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [String(value)]
  if (Array.isArray(value)) return value.flatMap(textsIn)
  return Object.entries(value).flatMap(([name, item]) => [name, ...textsIn(item)])
}

function clean(value: unknown, depth: number): unknown {
  if (depth > limits.DATA_DEPTH_MAX) throw invalidField('data', `must be at most ${limits.DATA_DEPTH_MAX} levels deep`)
  if (typeof value === 'string') return UntrustedText.multiLine(value)
  if (Array.isArray(value)) return value.map((item) => clean(item, depth + 1))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [UntrustedText.oneLine(name), clean(item, depth + 1)]),
  )
}
