import { decodeAbiParameters, encodeFunctionData, type Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { Common } from './fields.ts'
import { GAS, inBoth, type Plan } from './Plan.ts'

export const Claim = Common.extend({
  action: z.literal('claim'),
  token: Address,
  recipient: Address.optional().meta({
    description: 'Who receives the ETH, and tokens that the pool has earned; `from` when not said.',
  }),
})

type Planned = { factory: ViemAddress; tokenAmount: bigint }

/** Pays the creator's share of all fees so far. */
export function claim({ token, from, recipient }: z.output<typeof Claim>, { factory, tokenAmount }: Planned): Plan {
  const args = [token, recipient ?? from] as const
  return {
    to: factory,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'claimCreatorFees', args }),
    value: 0n,
    summary: `Claims the creator's share of the fees of ${token}, those of its pool included, for ${recipient ?? from}.`,
    gasMin: GAS.claim,
    warnings: WARNINGS.chain,
    amountOf(returnData) {
      const [amount] = decodeAbiParameters([{ type: 'uint256' }], returnData)
      const now = inBoth(amount, tokenAmount)
      return { amount, tokenAmount, sentence: `Now that is ${now}; fees until it is mined are added.` }
    },
  }
}
