import { encodeFunctionData } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { feeSplitAbi } from '#launchpad/contract/abi.ts'
import { readCurve } from '#launchpad/onchain/readCurve.ts'
import { requireFeeSplit } from '#launchpad/onchain/readFeeSplit.ts'
import { readSplitPayment } from '#launchpad/onchain/readSplitPayment.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { defineAction } from './Action.ts'
import { Common } from './fields.ts'
import { GAS, inBoth } from './Plan.ts'

const Request = Common.extend({
  action: z.literal('claimFeeSplit'),
  token: Address,
  split: Address.meta({ description: "The fee split that holds the creator's right of the token." }),
})

/** Makes a fee split claim and pay every account its share; anyone may call it. */
export const claimFeeSplit = defineAction({
  schema: Request,
  async plan(context, { token, split }) {
    await requireFeeSplit(context, split)
    await readCurve(context, token)
    const payment = await readSplitPayment(context, { token, split })
    return {
      to: split,
      data: encodeFunctionData({ abi: feeSplitAbi, functionName: 'claim', args: [token] }),
      value: 0n,
      summary: `Makes the fee split ${split} claim the fees of ${token} and pay each account its share. An account that refuses ETH is credited instead and blocks no one; the signer needs no right.`,
      stated: { call: 'claim', terms: { token } },
      gasMin: GAS.claimFeeSplit,
      warnings: WARNINGS.chain,
      ...(payment && {
        movedBy: () => ({
          ...payment,
          sentence: `Currently ${inBoth(payment.amount, payment.tokenAmount)}; fees earned until the transaction is mined are added.`,
        }),
      }),
    }
  },
})
