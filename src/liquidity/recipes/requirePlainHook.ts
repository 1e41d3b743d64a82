import type { Address } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import { changesDeposits, changesWithdrawals } from '#liquidity/hooks/Hooks.ts'

/**
 * Refuses a pool whose hook can take or give tokens, because it would decide the funds of the later steps of a recipe.
 */
export function requirePlainHook(hooks: Address, instead: string): void {
  if (!changesDeposits(hooks) && !changesWithdrawals(hooks)) return
  throw new ApiError(
    'failed_precondition',
    `The hook ${hooks} of this pool can take part of what is added or removed, so that several steps cannot be planned together. ${instead}`,
    { details: [{ type: 'HOOK_CHANGES_AMOUNTS', value: hooks }] },
  )
}
