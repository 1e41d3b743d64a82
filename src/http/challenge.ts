import type { Caller } from '#core/Access.ts'
import type { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import { type Resource, resourceOf } from '#core/Resource.ts'
import type { Exchange } from './Exchange.ts'

type Challenge = {
  error: ApiError
  /** Whether the request carried a credential: without one it gets no error code (RFC 6750, section 3.1). */
  isSent: boolean
  scope?: string | undefined
  /** The address of the metadata of the REST API (RFC 9728), and the resource that was called. */
  metadata?: string | undefined
  resource: Resource
}

/** The `WWW-Authenticate` header of a 401 or a missing scope (RFC 6750). */
export function challenge({ error, isSent, scope, metadata, resource }: Challenge): string {
  const parameters = {
    realm: 'slipway',
    ...problemOf(error, isSent),
    ...(scope !== undefined && { scope }),
    ...(metadata !== undefined && { resource_metadata: metadata + resource }),
  }
  return `Bearer ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}

export function challengeOf(exchange: Exchange, error: ApiError, metadata: string | undefined): string {
  const { header, operation, caller } = exchange
  const access = operation?.access
  const scope = wantedScope(error, caller) ?? (access && 'scope' in access ? access.scope : undefined)
  const isSent = (header('authorization') ?? header('x-api-key')) !== undefined
  return challenge({ error, isSent, scope, metadata, resource: resourceOf(operation?.path ?? '') })
}

/**
 * The missing scope; for a client that can request more, together with the scopes it has, because it requests all of
 * them again.
 */
export function wantedScope({ details = [] }: ApiError, caller: Caller | undefined): string | undefined {
  const missing = details.find(({ type }) => type === 'scope')?.value
  if (missing === undefined || caller?.kind !== 'key' || !Id.isId('conn', caller.keyId)) return missing
  return [...caller.scopes, missing].join(' ')
}

function problemOf({ status, message }: ApiError, isSent: boolean): object {
  if (status === 403) return { error: 'insufficient_scope', error_description: quotable(message) }
  return isSent ? { error: 'invalid_token', error_description: quotable(message) } : {}
}

/** The characters that RFC 6750 allows in a description. */
function quotable(text: string): string {
  return text.replaceAll('"', "'").replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '')
}
