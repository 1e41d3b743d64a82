import { encodeFunctionData, type Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { invalidField } from '#core/ApiError.ts'
import { Address } from '#core/wire.ts'
import { feeSplitFactoryAbi } from '#launchpad/contract/abi.ts'
import { feeSplitFactoryOf } from '#launchpad/contract/feeSplitFactoryOf.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { Common } from './fields.ts'
import { GAS, type Plan } from './Plan.ts'

const ACCOUNTS_MAX = 10
const WHOLE = 10_000

export const CreateFeeSplit = Common.extend({
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
    .meta({ description: 'Who gets how many hundredths of a percent; together 10000. They can never be changed.' }),
})

/** A contract that divides the fees of launches it is the fee holder of; the same shares give the same address. */
export function createFeeSplit({ shares }: z.output<typeof CreateFeeSplit>, factory: ViemAddress): Plan {
  const sorted = [...shares].sort((a, b) => (BigInt(a.account) < BigInt(b.account) ? -1 : 1))
  const sum = shares.reduce((total, { bps }) => total + bps, 0)
  if (sum !== WHOLE) throw invalidField('shares', `must make ${WHOLE} together, not ${sum}`)
  if (new Set(shares.map(({ account }) => account)).size !== shares.length)
    throw invalidField('shares', 'must name each account once')
  const args = [sorted.map(({ account }) => account), sorted.map(({ bps }) => bps)] as const
  return {
    to: feeSplitFactoryOf(factory),
    data: encodeFunctionData({ abi: feeSplitFactoryAbi, functionName: 'createFeeSplit', args }),
    value: 0n,
    summary: `Creates the contract that divides fees: ${sorted.map(({ account, bps }) => `${bps / 100}% to ${account}`).join(', ')}. Nobody can change it. Name it as feeHolder of a launch.`,
    gasMin: GAS.createFeeSplit,
    warnings: [
      {
        code: 'immutable_split',
        message: 'Accounts and shares are fixed for ever: a share of an account that is lost is lost with it.',
      },
      ...WARNINGS.chain,
    ],
    bindsAddress: true,
  }
}
