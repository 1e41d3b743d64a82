import { encodeFunctionData } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { feeSplitAbi } from '#launchpad/contract/abi.ts'
import type { SplitPayment } from '#launchpad/onchain/readSplitPayment.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { Common } from './fields.ts'
import { GAS, inBoth, type Plan } from './Plan.ts'

export const ClaimFeeSplit = Common.extend({
  action: z.literal('claimFeeSplit'),
  token: Address,
  split: Address.meta({ description: "The fee split that holds the creator's right of the token." }),
})

/** Lets a fee split claim and pay every account its share; anyone may. */
export function claimFeeSplit({ token, split }: z.output<typeof ClaimFeeSplit>, payment?: SplitPayment): Plan {
  return {
    to: split,
    data: encodeFunctionData({ abi: feeSplitAbi, functionName: 'claim', args: [token] }),
    value: 0n,
    summary: `Lets the fee split ${split} claim the fees of ${token} and pay each account its share. An account that refuses ETH is owed and stops nobody; the signer needs no right.`,
    gasMin: GAS.claimFeeSplit,
    warnings: WARNINGS.chain,
    ...(payment && {
      amountOf: () => ({
        ...payment,
        sentence: `Now that is ${inBoth(payment.amount, payment.tokenAmount)}; fees until it is mined are added.`,
      }),
    }),
  }
}
