import type { CallLimit } from '#core/Access.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import { covers } from './AllowedNetworks.ts'

/** Where a key works, and how often; null for no restriction. */
export type Restrictions = {
  networks: readonly string[] | null
  callsPerMinute: number | null
  /** The limit of the first key, shared by the keys created from it. Otherwise each new key would add calls. */
  shared: CallLimit | null
}

type Row = {
  id: string
  networks: string[] | null
  calls_per_minute: number | null
  limit_key: string | null
  limit_calls: number | null
}

type Requested = { networks?: readonly string[] | null | undefined; callsPerMinute?: number | null | undefined }

export const UNRESTRICTED: Restrictions = { networks: null, callsPerMinute: null, shared: null }

/** The restrictions of a stored key. */
export function of({ id, networks, calls_per_minute: callsPerMinute, ...row }: Row): Restrictions {
  const own = callsPerMinute === null ? null : { keyId: id, callsPerMinute }
  const first = row.limit_key === null ? null : { keyId: row.limit_key, callsPerMinute: row.limit_calls ?? 0 }
  return { networks, callsPerMinute, shared: first ?? own }
}

/** Its own limit, where it is lower than the shared one, and the shared one. */
export function limitsOf(row: Row): CallLimit[] {
  const { callsPerMinute, shared } = of(row)
  if (!shared || callsPerMinute === null) return []
  return callsPerMinute < shared.callsPerMinute ? [{ keyId: row.id, callsPerMinute }, shared] : [shared]
}

/** The requested restrictions, by default those of the creator; throws if they exceed those of the creator. */
export function inherit(requested: Requested, creator: Restrictions): Restrictions {
  const { networks = creator.networks, callsPerMinute = creator.callsPerMinute } = requested
  if (!isWithin(networks, creator.networks))
    throw invalidField('networks', `must be within those of the key of this call: ${creator.networks?.join(', ')}`)
  if (creator.callsPerMinute !== null && (callsPerMinute ?? Number.POSITIVE_INFINITY) > creator.callsPerMinute)
    throw invalidField('callsPerMinute', `must be at most ${creator.callsPerMinute}, the limit of the key of this call`)
  return { networks, callsPerMinute, shared: creator.shared }
}

/** The restrictions of a successor: those of the old key, which the caller must be able to grant. */
export function succeed(old: Restrictions, caller: Restrictions): Restrictions {
  if (!isWithin(old.networks, caller.networks))
    throw new ApiError(
      'permission_denied',
      'The key to rotate works from networks that the key of this call does not allow. Use a session token.',
    )
  const limits = [old.callsPerMinute, caller.callsPerMinute].filter((limit) => limit !== null)
  return {
    networks: old.networks,
    callsPerMinute: limits.length === 0 ? null : Math.min(...limits),
    shared: caller.shared ?? old.shared,
  }
}

function isWithin(networks: Restrictions['networks'], outer: Restrictions['networks']): boolean {
  return outer === null || (networks !== null && covers(outer, networks))
}
