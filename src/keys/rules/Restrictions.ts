import { ApiError, invalidField } from '#core/ApiError.ts'
import { covers } from './AllowedNetworks.ts'

/** Where a key works, and how often; null for no restriction. */
export type Restrictions = { networks: readonly string[] | null; callsPerMinute: number | null }

type Requested = { networks?: readonly string[] | null | undefined; callsPerMinute?: number | null | undefined }

export const UNRESTRICTED: Restrictions = { networks: null, callsPerMinute: null }

/** The requested restrictions, by default those of the creator; throws when the creator cannot do as much. */
export function inherit(requested: Requested, creator: Restrictions): Restrictions {
  const { networks = creator.networks, callsPerMinute = creator.callsPerMinute } = requested
  if (!isWithin(networks, creator.networks))
    throw invalidField('networks', `must be within those of the key of this call: ${creator.networks?.join(', ')}`)
  if (creator.callsPerMinute !== null && (callsPerMinute ?? Number.POSITIVE_INFINITY) > creator.callsPerMinute)
    throw invalidField('callsPerMinute', `must be at most ${creator.callsPerMinute}, the limit of the key of this call`)
  return { networks, callsPerMinute }
}

/** The restrictions of a successor: those of the old key, which a caller must be able to give. */
export function succeed(old: Restrictions, caller: Restrictions): Restrictions {
  if (!isWithin(old.networks, caller.networks))
    throw new ApiError(
      'permission_denied',
      'The key to rotate works where the key of this call does not. Use a session token.',
    )
  const limits = [old.callsPerMinute, caller.callsPerMinute].filter((limit) => limit !== null)
  return { networks: old.networks, callsPerMinute: limits.length === 0 ? null : Math.min(...limits) }
}

function isWithin(networks: Restrictions['networks'], outer: Restrictions['networks']): boolean {
  return outer === null || (networks !== null && covers(outer, networks))
}
