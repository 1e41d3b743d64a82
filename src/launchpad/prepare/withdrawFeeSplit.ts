import { decodeAbiParameters, encodeFunctionData } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { feeSplitAbi } from '#launchpad/contract/abi.ts'
import { requireFeeSplit } from '#launchpad/onchain/readFeeSplit.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { defineAction } from './Action.ts'
import { Common } from './fields.ts'
import { GAS, inEth } from './Plan.ts'

const Request = Common.extend({
  action: z.literal('withdrawFeeSplit'),
  split: Address.meta({ description: 'The fee split that holds the ETH which the account refused to receive.' }),
  account: Address.optional().meta({ description: 'The account that is owed. Default: `from`.' }),
  recipient: Address.optional().meta({
    description: 'Receives the ETH. Default: the account. Only the account itself can choose another recipient.',
  }),
})

/** Pays an account of a fee split the ETH that it refused before. */
export const withdrawFeeSplit = defineAction({
  schema: Request,
  async plan(context, { split, from, ...request }) {
    await requireFeeSplit(context, split)
    const account = request.account ?? from
    const recipient = request.recipient ?? account
    return {
      to: split,
      data: encodeFunctionData({ abi: feeSplitAbi, functionName: 'withdraw', args: [account, recipient] }),
      value: 0n,
      summary: `Pays the ETH that the fee split ${split} owes ${account}${recipient === account ? '' : `, to ${recipient}`}.`,
      stated: { call: 'withdraw', recipient, terms: { account, recipient } },
      gasMin: GAS.withdrawFeeSplit,
      warnings: WARNINGS.chain,
      movedBy(returnData) {
        const [amount] = decodeAbiParameters([{ type: 'uint256' }], returnData)
        return { amount, sentence: `That is ${inEth(amount)}.` }
      },
    }
  },
})
