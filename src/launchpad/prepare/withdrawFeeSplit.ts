import { decodeAbiParameters, encodeFunctionData } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { feeSplitAbi } from '#launchpad/contract/abi.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { Common } from './fields.ts'
import { GAS, inEth, type Plan } from './Plan.ts'

export const WithdrawFeeSplit = Common.extend({
  action: z.literal('withdrawFeeSplit'),
  split: Address.meta({ description: 'The fee split that owes an account what it once refused.' }),
  account: Address.optional().meta({ description: 'Who is owed; `from` when not said.' }),
  recipient: Address.optional().meta({
    description: 'Who receives the ETH; the account itself when not said. Only the account may name another.',
  }),
})

/** Pays an account of a fee split what it is owed because it refused ETH before. */
export function withdrawFeeSplit({ split, from, ...request }: z.output<typeof WithdrawFeeSplit>): Plan {
  const account = request.account ?? from
  const recipient = request.recipient ?? account
  return {
    to: split,
    data: encodeFunctionData({ abi: feeSplitAbi, functionName: 'withdraw', args: [account, recipient] }),
    value: 0n,
    summary: `Pays what the fee split ${split} owes ${account}${recipient === account ? '' : `, to ${recipient}`}.`,
    gasMin: GAS.withdrawFeeSplit,
    warnings: WARNINGS.chain,
    amountOf(returnData) {
      const [amount] = decodeAbiParameters([{ type: 'uint256' }], returnData)
      return { amount, sentence: `That is ${inEth(amount)}.` }
    },
  }
}
