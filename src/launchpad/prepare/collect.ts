import { decodeAbiParameters, encodeFunctionData, type Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { Common } from './fields.ts'
import { GAS, inBoth, type Plan } from './Plan.ts'

export const Collect = Common.extend({ action: z.literal('collect'), token: Address })

/** Brings the fees of a graduated token's pool to the launchpad, where creator and treasury claim their halves. */
export function collect({ token }: z.output<typeof Collect>, factory: ViemAddress): Plan {
  return {
    to: factory,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'collectPoolFees', args: [token] }),
    value: 0n,
    summary: `Collects the fees that the pool of ${token} has earned. They go to the launch contract, where creator and treasury claim them; the signer receives nothing.`,
    gasMin: GAS.collect,
    warnings: WARNINGS.chain,
    amountOf(returnData) {
      const [amount, tokenAmount] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], returnData)
      return { amount, tokenAmount, sentence: `Now that is ${inBoth(amount, tokenAmount)}.` }
    },
  }
}
