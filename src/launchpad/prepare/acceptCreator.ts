import { encodeFunctionData } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { readCurve } from '#launchpad/onchain/readCurve.ts'
import { requireFeeSplit } from '#launchpad/onchain/readFeeSplit.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { defineAction } from './Action.ts'
import { Common } from './fields.ts'
import { GAS } from './Plan.ts'

const Request = Common.extend({
  action: z.literal('acceptCreator'),
  token: Address,
  split: Address.optional().meta({
    description: 'The fee split that the right was offered to; anyone may make it accept. Default: `from` accepts.',
  }),
})

/** Takes over the creator's right that was offered to `from`, or to a fee split. */
export const acceptCreator = defineAction({
  schema: Request,
  async plan(context, { token, from, split }) {
    if (split !== undefined) await requireFeeSplit(context, split)
    await readCurve(context, token)
    return {
      to: split ?? context.factory.address,
      // The launchpad and the fee split have the same function.
      data: encodeFunctionData({ abi: launchpadAbi, functionName: 'acceptCreator', args: [token] }),
      value: 0n,
      summary: `Accepts the creator's right of ${token} for ${split ?? from}, with all unclaimed fees.${split ? ' A fee split can never pass the right on.' : ''}`,
      stated: { call: 'acceptCreator', terms: { token } },
      gasMin: GAS.transferCreator,
      warnings: WARNINGS.chain,
    }
  },
})
