import { encodeFunctionData } from 'viem'
import { z } from 'zod'
import { Address, Amount } from '#core/wire.ts'
import { launchTokenAbi } from '#launchpad/contract/abi.ts'
import { readCurve } from '#launchpad/onchain/readCurve.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { defineAction } from './Action.ts'
import { Common } from './fields.ts'
import { GAS, inTokens } from './Plan.ts'

const Request = Common.extend({
  action: z.literal('approve'),
  token: Address,
  amount: Amount.meta({ description: 'Tokens that may be moved, in units of 10^-18; 0 revokes an approval.' }),
  spender: Address.optional().meta({ description: 'Default: the launch contract.' }),
})

const SPENDER_WARNING = {
  code: 'spender_takes',
  message: 'The spender can take these tokens at any time. Approve only a contract that you trust.',
}

/** Lets a spender move exactly this many tokens. */
export const approve = defineAction({
  schema: Request,
  async plan(context, { token, amount, spender }) {
    const factory = context.factory.address
    await readCurve(context, token)
    const isOurs = spender === undefined || spender === factory
    const args = [spender ?? factory, amount] as const
    return {
      to: token,
      data: encodeFunctionData({ abi: launchTokenAbi, functionName: 'approve', args }),
      value: 0n,
      summary: isOurs
        ? `Approves the launch contract to move ${inTokens(amount)} of ${token}. Selling works without this approval.`
        : `Approves ${spender} to move ${inTokens(amount)} of ${token} out of the signer's account.`,
      stated: { call: 'approve', approvals: [{ token, spender: spender ?? factory, amount }] },
      gasMin: GAS.approve,
      warnings: [...(isOurs ? [] : [SPENDER_WARNING]), ...WARNINGS.chain],
    }
  },
})
