import { decodeAbiParameters, encodeFunctionData } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { readCreatorTokens } from '#launchpad/onchain/readCreatorTokens.ts'
import { readCurve } from '#launchpad/onchain/readCurve.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { defineAction } from './Action.ts'
import { Common } from './fields.ts'
import { GAS, inBoth } from './Plan.ts'

const Request = Common.extend({
  action: z.literal('claim'),
  token: Address,
  recipient: Address.optional().meta({
    description: 'Receives the ETH, and the tokens that the pool has earned. Default: `from`.',
  }),
})

/** Pays the creator's share of all fees so far. */
export const claim = defineAction({
  schema: Request,
  async plan(context, { token, from, recipient }) {
    await readCurve(context, token)
    const tokenAmount = await readCreatorTokens(context, token)
    const args = [token, recipient ?? from] as const
    return {
      to: context.factory.address,
      data: encodeFunctionData({ abi: launchpadAbi, functionName: 'claimCreatorFees', args }),
      value: 0n,
      summary: `Claims the creator's share of the fees of ${token}, those of its pool included, for ${recipient ?? from}.`,
      stated: { call: 'claimCreatorFees', recipient, terms: { token, recipient: recipient ?? from } },
      gasMin: GAS.claim,
      warnings: WARNINGS.chain,
      movedBy(returnData) {
        const [amount] = decodeAbiParameters([{ type: 'uint256' }], returnData)
        const now = inBoth(amount, tokenAmount)
        return {
          amount,
          tokenAmount,
          sentence: `Currently ${now}; fees earned until the transaction is mined are added.`,
        }
      },
    }
  },
})
