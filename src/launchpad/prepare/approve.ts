import { encodeFunctionData, type Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { Address, Amount } from '#core/wire.ts'
import { launchTokenAbi } from '#launchpad/contract/abi.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { Common } from './fields.ts'
import { GAS, inTokens, type Plan } from './Plan.ts'

export const Approve = Common.extend({
  action: z.literal('approve'),
  token: Address,
  amount: Amount.meta({ description: 'Tokens that may be moved, in units of 10^-18; 0 withdraws an approval.' }),
  spender: Address.optional().meta({ description: 'The launch contract when not said.' }),
})

/** Lets a spender move exactly this many tokens. */
export function approve({ token, amount, spender }: z.output<typeof Approve>, factory: ViemAddress): Plan {
  const isOurs = spender === undefined || spender === factory
  const args = [spender ?? factory, amount] as const
  return {
    to: token,
    data: encodeFunctionData({ abi: launchTokenAbi, functionName: 'approve', args }),
    value: 0n,
    summary: isOurs
      ? `Approves the launch contract to move ${inTokens(amount)} of ${token}. Selling works without this approval.`
      : `Approves ${spender} to move ${inTokens(amount)} of ${token} out of the signer's account.`,
    gasMin: GAS.approve,
    warnings: [
      ...(isOurs
        ? []
        : [
            {
              code: 'spender_takes',
              message: 'Whoever controls the spender can take these tokens at any time. Approve only what you know.',
            },
          ]),
      ...WARNINGS.chain,
    ],
  }
}
