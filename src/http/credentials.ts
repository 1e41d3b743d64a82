import { ApiError } from '#core/ApiError.ts'

const LENGTH_MAX = 8192

/** The secret of a request, from either header; two different secrets are refused. */
export function secretOf(authorization: string | undefined, apiKeyHeader: string | undefined): string | undefined {
  if (authorization === undefined && apiKeyHeader === undefined) return undefined
  const bearer = authorization === undefined ? undefined : bearerOf(authorization)
  const apiKey = apiKeyHeader?.trim()
  if (bearer !== undefined && apiKey !== undefined && bearer !== apiKey)
    throw new ApiError(
      'unauthenticated',
      'Authorization and x-api-key carry different secrets. Send one of the two headers.',
    )
  const secret = bearer ?? apiKey
  if (secret !== undefined && secret.length > LENGTH_MAX)
    throw new ApiError(
      'unauthenticated',
      `The credential is longer than ${LENGTH_MAX} characters. Send an API key or session token.`,
    )
  return secret === '' ? undefined : secret
}

/** Undefined without a token: a client whose variable is not set sends none. */
function bearerOf(authorization: string): string | undefined {
  const match = /^Bearer(?: +(\S+))? *$/i.exec(authorization)
  if (match) return match[1]
  throw new ApiError('unauthenticated', 'Write the header as "Authorization: Bearer <API_KEY>".')
}
