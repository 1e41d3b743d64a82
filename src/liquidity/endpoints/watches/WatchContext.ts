import type { Chains } from '#chain/createChains.ts'
import type { KnownCaller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Call } from '#core/Operation.ts'
import type { Store } from '#liquidity/store/tables.ts'

export type WatchContext = {
  store: Store
  chains: Chains
  now: () => number
  perDeveloperMax: number
  /** Wakes the process that reads histories. */
  changed(): void
}

/** Operations on watches refuse anonymous callers by their access. */
export function developerOf(call: Call): string {
  return (call.caller as KnownCaller).developerId
}

export function watchNotFound(): ApiError {
  return new ApiError('not_found', 'You have no watch with this id. GET /api/liquidity/watches lists yours.')
}
