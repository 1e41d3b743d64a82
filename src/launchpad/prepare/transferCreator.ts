import { encodeFunctionData, type Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { Common } from './fields.ts'
import { GAS, type Plan } from './Plan.ts'

export const TransferCreator = Common.extend({
  action: z.literal('transferCreator'),
  token: Address,
  to: Address.meta({ description: 'Who may accept the right; the zero address withdraws an offer.' }),
})

/** Offers the creator's right; it passes when the other side accepts. */
export function transferCreator({ token, to }: z.output<typeof TransferCreator>, factory: ViemAddress): Plan {
  const isWithdrawn = /^0x0+$/.test(to)
  return {
    to: factory,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'transferCreator', args: [token, to] }),
    value: 0n,
    summary: isWithdrawn
      ? `Withdraws the offer of the creator's right of ${token}.`
      : `Offers the creator's right of ${token}, with all fees not claimed yet, to ${to}. Nothing passes before ${to} accepts.`,
    gasMin: GAS.transferCreator,
    warnings: [
      ...(isWithdrawn
        ? []
        : [
            {
              code: 'right_passes',
              message: `Once ${to} accepts, fees that were not claimed before belong to them. Claim first to keep those.`,
            },
          ]),
      ...WARNINGS.chain,
    ],
  }
}
