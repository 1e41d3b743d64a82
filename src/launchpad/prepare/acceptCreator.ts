import { encodeFunctionData, type Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { Common } from './fields.ts'
import { GAS, type Plan } from './Plan.ts'

export const AcceptCreator = Common.extend({
  action: z.literal('acceptCreator'),
  token: Address,
  split: Address.optional().meta({
    description:
      'A fee split that the right was offered to, which anyone may have accept; `from` accepts when not said.',
  }),
})

/** Takes over the creator's right that was offered to `from`, or to a fee split. */
export function acceptCreator({ token, from, split }: z.output<typeof AcceptCreator>, factory: ViemAddress): Plan {
  return {
    to: split ?? factory,
    // Both contracts call it the same.
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'acceptCreator', args: [token] }),
    value: 0n,
    summary: `Accepts the creator's right of ${token} for ${split ?? from}, with all fees not claimed yet.${split ? ' A fee split never passes it on: it stays there for ever.' : ''}`,
    gasMin: GAS.transferCreator,
    warnings: WARNINGS.chain,
  }
}
