import { CLIENT_SCOPES, type Scope } from '#core/Access.ts'

/** For a client that asks for none. */
const FALLBACK: readonly Scope[] = ['arena:read', 'box:read']

/** The scopes of a request that are offered, in the order of the list. */
export function offeredOf(requested: string | null | undefined): Scope[] {
  const asked = new Set(requested?.split(' ') ?? [])
  return CLIENT_SCOPES.filter((scope) => asked.has(scope))
}

/** The query of an authorization request with the offered scopes alone, or with the fallback if none is offered. */
export function withOfferedScope(query: URLSearchParams): URLSearchParams {
  const complete = new URLSearchParams(query)
  const offered = offeredOf(query.get('scope'))
  complete.set('scope', (offered.length > 0 ? offered : FALLBACK).join(' '))
  return complete
}
