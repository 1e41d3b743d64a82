import { type Caller, grants, type Scope } from '#core/Access.ts'
import type { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import type { Tool } from '#core/Tool.ts'
import { challenge, wantedScope } from '#http/challenge.ts'

export type ToolChallenge = { status: 401 | 403; challenge: string }

/**
 * A refused tool call as a client that can sign in expects it: with the status and the challenge of RFC 6750. Undefined
 * where signing in would not help, such as for an API key without a scope; the result of the tool says the rest.
 */
export function challengeTool(
  error: ApiError,
  caller: Caller,
  { baseUrl, scopes }: { baseUrl: string; scopes: readonly Scope[] },
): ToolChallenge | undefined {
  const metadata = `${baseUrl}/.well-known/oauth-protected-resource`
  const base = { error, metadata, resource: '/mcp' } as const
  if (caller.kind === 'anonymous' && error.code === 'unauthenticated')
    return { status: 401, challenge: challenge({ ...base, isSent: false, scope: scopes.join(' ') }) }
  const isConnection = caller.kind === 'key' && Id.isId('conn', caller.keyId)
  const scope = wantedScope(error, caller)
  if (!isConnection || error.status !== 403 || scope === undefined) return undefined
  return { status: 403, challenge: challenge({ ...base, isSent: true, scope }) }
}

/** Every scope that a tool needs: a client asks for all of them at once. */
export function scopesOf(tools: readonly Tool[]): Scope[] {
  const needed = tools.flatMap(({ access }) => ('scope' in access && access.scope ? [access.scope] : []))
  return [...new Set(needed)].filter((scope) => grants(['api:*'], scope))
}
