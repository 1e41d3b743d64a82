import type { ApiError } from '#core/ApiError.ts'
import type { Exchange } from './Exchange.ts'

/** The `WWW-Authenticate` header of a 401 or a missing scope (RFC 6750), with the metadata of the resource (RFC 9728). */
export function challenge(exchange: Exchange, error: ApiError, protectedResource: string | undefined): string {
  const scope = scopeOf(exchange, error)
  const parameters = {
    realm: 'slipway',
    ...problemOf(exchange, error),
    ...(scope !== undefined && { scope }),
    ...(protectedResource !== undefined && { resource_metadata: protectedResource + resourceOf(exchange) }),
  }
  return `Bearer ${Object.entries(parameters)
    .map(([name, value]) => `${name}="${value}"`)
    .join(', ')}`
}

/** A request without a credential gets no error code (RFC 6750, section 3.1). */
function problemOf({ header }: Exchange, { status, message }: ApiError): object {
  if (status === 403) return { error: 'insufficient_scope', error_description: quotable(message) }
  const isSent = (header('authorization') ?? header('x-api-key')) !== undefined
  return isSent ? { error: 'invalid_token', error_description: quotable(message) } : {}
}

function scopeOf({ operation }: Exchange, { details = [] }: ApiError): string | undefined {
  const missing = details.find(({ type }) => type === 'scope')?.value
  const access = operation?.access
  return missing ?? (access && 'scope' in access ? access.scope : undefined)
}

/** A protocol endpoint has a metadata document of its own. */
function resourceOf({ operation }: Exchange): string {
  return operation?.body === 'raw' ? `/${operation.path.split('/')[1]}` : ''
}

/** The characters that RFC 6750 allows in a description. */
function quotable(text: string): string {
  return text.replaceAll('"', "'").replaceAll(/[^\x20-\x21\x23-\x5b\x5d-\x7e]/g, '')
}
