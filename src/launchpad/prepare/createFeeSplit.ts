import { encodeFunctionData } from 'viem'
import { z } from 'zod'
import { invalidField } from '#core/ApiError.ts'
import { Address } from '#core/wire.ts'
import type { Context } from '#launchpad/Context.ts'
import { feeSplitFactoryAbi } from '#launchpad/contract/abi.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { defineAction } from './Action.ts'
import { Common } from './fields.ts'
import { GAS, type Plan } from './Plan.ts'

const ACCOUNTS_MAX = 10
const WHOLE = 10_000

const Request = Common.extend({
  action: z.literal('createFeeSplit'),
  shares: z
    .array(
      z.strictObject({
        account: Address,
        bps: z.int().min(1, 'must be 1 to 10000').max(WHOLE, 'must be 1 to 10000'),
      }),
    )
    .min(1)
    .max(ACCOUNTS_MAX, `must have at most ${ACCOUNTS_MAX} accounts`)
    .meta({ description: 'Shares in hundredths of a percent, 10000 in total. They can never be changed.' }),
})

/** A contract that divides the fees of the launches it holds; equal shares give the same address. */
export const createFeeSplit = defineAction({ schema: Request, plan })

function plan({ factory }: Context, { shares }: z.output<typeof Request>): Plan {
  const sorted = [...shares].sort((a, b) => (BigInt(a.account) < BigInt(b.account) ? -1 : 1))
  const sum = shares.reduce((total, { bps }) => total + bps, 0)
  if (sum !== WHOLE) throw invalidField('shares', `must add up to ${WHOLE}, not ${sum}`)
  if (new Set(shares.map(({ account }) => account)).size !== shares.length)
    throw invalidField('shares', 'must name each account once')
  const args = [sorted.map(({ account }) => account), sorted.map(({ bps }) => bps)] as const
  return {
    to: feeSplitFactoryOf(factory.address),
    data: encodeFunctionData({ abi: feeSplitFactoryAbi, functionName: 'createFeeSplit', args }),
    value: 0n,
    summary: `Creates the contract that divides fees: ${sorted.map(({ account, bps }) => `${bps / 100}% to ${account}`).join(', ')}. No one can change it. Send it as feeHolder of a launch.`,
    stated: { call: 'createFeeSplit', terms: { accounts: args[0], bps: args[1] } },
    gasMin: GAS.createFeeSplit,
    warnings: [
      {
        code: 'immutable_split',
        message: 'Accounts and shares can never change: if an account is lost, so is its share.',
      },
      ...WARNINGS.chain,
    ],
    bindsAddress: true,
  }
}
