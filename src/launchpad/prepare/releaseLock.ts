import { encodeFunctionData, type Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import { Address } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { endsAt, type Lock, releasableAt } from '#launchpad/onchain/readLock.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { Common } from './fields.ts'
import { GAS, inTokens, type Plan } from './Plan.ts'

export const ReleaseLock = Common.extend({ action: z.literal('releaseLock'), token: Address })

type Planned = { factory: ViemAddress; lock: Lock | undefined; at: number }

/** Sends what a lock has released by now to the holder of the creator's right; anyone may. */
export function releaseLock({ token }: z.output<typeof ReleaseLock>, { factory, lock, at }: Planned): Plan {
  const amount = lock ? releasableAt(lock, at) : 0n
  if (lock && amount === 0n) throw nothingDue(lock)
  return {
    to: factory,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'releaseLock', args: [token] }),
    value: 0n,
    summary: `Releases what the locked first buy of ${token} has earned by time, to whoever holds the creator's right. The signer needs no right and receives nothing.`,
    gasMin: GAS.releaseLock,
    warnings: WARNINGS.chain,
    // The newest block may be too old for any release, when the next is not.
    ...(lock?.releasable === 0n && amount > 0n && { simulated: null }),
    amountOf: () => ({ amount, sentence: `Now that is ${inTokens(amount)}; it grows until it is mined.` }),
  }
}

function nothingDue(lock: Lock): ApiError {
  const end = new Date(endsAt(lock) * 1000).toISOString()
  const message =
    lock.held === 0n
      ? 'All that was locked has been released.'
      : `Nothing has been released since the last time. Ask again later; the lock ends at ${end}.`
  return new ApiError('failed_precondition', message)
}
