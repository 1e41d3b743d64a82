import { decodeAbiParameters, encodeFunctionData, type Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { Common } from './fields.ts'
import { GAS, inEth, type Plan } from './Plan.ts'

const TOKENS_MAX = 100

export const ClaimTreasury = Common.extend({
  action: z.literal('claimTreasury'),
  tokens: z
    .array(Address)
    .max(TOKENS_MAX, `must have at most ${TOKENS_MAX} tokens`)
    .default([])
    .meta({ description: 'Launches whose fees are divided first; what was divided before is paid in any case.' }),
})

/** Pays the treasury its share of fees; anyone may. */
export function claimTreasury({ tokens }: z.output<typeof ClaimTreasury>, factory: ViemAddress): Plan {
  return {
    to: factory,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'claimTreasuryFees', args: [tokens] }),
    value: 0n,
    summary: `Pays the treasury its share of the fees of ${tokens.length} launches, and what is ready for it. The creators' shares stay for them; the signer receives nothing.`,
    gasMin: GAS.claimTreasury + BigInt(tokens.length) * GAS.dividedToken,
    warnings: WARNINGS.chain,
    amountOf(returnData) {
      const [amount] = decodeAbiParameters([{ type: 'uint256' }], returnData)
      return { amount, sentence: `Now that is ${inEth(amount)}; fees until it is mined are added.` }
    },
  }
}
