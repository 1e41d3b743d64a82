import { decodeAbiParameters, encodeFunctionData } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { readCurve } from '#launchpad/onchain/readCurve.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { defineAction } from './Action.ts'
import { Common } from './fields.ts'
import { GAS, inBoth } from './Plan.ts'

const Request = Common.extend({ action: z.literal('collect'), token: Address })

/** Moves the fees of a graduated token's pool to the launchpad, where creator and treasury claim their halves. */
export const collect = defineAction({
  schema: Request,
  async plan(context, { token }) {
    await readCurve(context, token)
    return {
      to: context.factory.address,
      data: encodeFunctionData({ abi: launchpadAbi, functionName: 'collectPoolFees', args: [token] }),
      value: 0n,
      summary: `Collects the fees that the pool of ${token} has earned. They go to the launch contract, where creator and treasury claim them; the signer receives nothing.`,
      stated: { call: 'collectPoolFees', terms: { token } },
      gasMin: GAS.collect,
      warnings: WARNINGS.chain,
      movedBy(returnData) {
        const [amount, tokenAmount] = decodeAbiParameters([{ type: 'uint256' }, { type: 'uint256' }], returnData)
        return { amount, tokenAmount, sentence: `Currently ${inBoth(amount, tokenAmount)}.` }
      },
    }
  },
})
