import { encodeFunctionData } from 'viem'
import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import { Address } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { endsAt, type Lock, readLock, releasableAt } from '#launchpad/onchain/readLock.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { defineAction } from './Action.ts'
import { Common } from './fields.ts'
import { GAS, inTokens } from './Plan.ts'
import { readMarket } from './Trade.ts'

const Request = Common.extend({ action: z.literal('releaseLock'), token: Address })

/** Sends the vested tokens of a lock to the holder of the creator's right; anyone may call it. */
export const releaseLock = defineAction({
  schema: Request,
  async plan(context, { token }) {
    const { at } = await readMarket(context, token)
    const lock = await readLock(context, token)
    const amount = lock ? releasableAt(lock, at) : 0n
    if (lock && amount === 0n) throw nothingDue(lock)
    return {
      to: context.factory.address,
      data: encodeFunctionData({ abi: launchpadAbi, functionName: 'releaseLock', args: [token] }),
      value: 0n,
      summary: `Releases the vested tokens of the locked first buy of ${token} to the holder of the creator's right. The signer needs no right and receives nothing.`,
      stated: { call: 'releaseLock', terms: { token } },
      gasMin: GAS.releaseLock,
      warnings: WARNINGS.chain,
      // At the time of the newest block nothing may have vested yet, although something has by the next block.
      ...(lock?.releasable === 0n && amount > 0n && { simulated: null }),
      movedBy: () => ({
        amount,
        sentence: `Currently ${inTokens(amount)}; more is released until the transaction is mined.`,
      }),
    }
  },
})

function nothingDue(lock: Lock): ApiError {
  const end = new Date(endsAt(lock) * 1000).toISOString()
  const message =
    lock.held === 0n
      ? 'All locked tokens have been released.'
      : `Nothing more has vested since the last release. Try again later; the lock ends at ${end}.`
  return new ApiError('failed_precondition', message)
}
