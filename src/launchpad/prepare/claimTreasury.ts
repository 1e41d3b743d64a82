import { decodeAbiParameters, encodeFunctionData } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { defineAction } from './Action.ts'
import { Common } from './fields.ts'
import { GAS, inEth } from './Plan.ts'

const TOKENS_MAX = 100

const Request = Common.extend({
  action: z.literal('claimTreasury'),
  tokens: z
    .array(Address)
    .max(TOKENS_MAX, `must have at most ${TOKENS_MAX} tokens`)
    .default([])
    .meta({ description: 'Launches whose fees are divided first; fees divided earlier are paid in any case.' }),
})

/** Pays the treasury its share of fees; anyone may call it. */
export const claimTreasury = defineAction({
  schema: Request,
  plan: ({ factory }, { tokens }) => ({
    to: factory.address,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'claimTreasuryFees', args: [tokens] }),
    value: 0n,
    summary: `Pays the treasury its share of the fees of ${tokens.length} launches, and everything divided earlier. The creators keep their shares; the signer receives nothing.`,
    stated: { call: 'claimTreasuryFees', terms: { tokenList: tokens } },
    gasMin: GAS.claimTreasury + BigInt(tokens.length) * GAS.dividedToken,
    warnings: WARNINGS.chain,
    movedBy(returnData) {
      const [amount] = decodeAbiParameters([{ type: 'uint256' }], returnData)
      return { amount, sentence: `Currently ${inEth(amount)}; fees earned until the transaction is mined are added.` }
    },
  }),
})
