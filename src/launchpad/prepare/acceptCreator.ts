import { encodeFunctionData, type Address as ViemAddress } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/abi.ts'
import { WARNINGS } from '#launchpad/warnings.ts'
import { Common } from './fields.ts'
import { GAS, type Plan } from './Plan.ts'

export const AcceptCreator = Common.extend({ action: z.literal('acceptCreator'), token: Address })

/** Takes over the creator's right that was offered to `from`. */
export function acceptCreator({ token, from }: z.output<typeof AcceptCreator>, factory: ViemAddress): Plan {
  return {
    to: factory,
    data: encodeFunctionData({ abi: launchpadAbi, functionName: 'acceptCreator', args: [token] }),
    value: 0n,
    summary: `Accepts the creator's right of ${token} for ${from}, with all fees not claimed yet.`,
    gasMin: GAS.transferCreator,
    warnings: WARNINGS.chain,
  }
}
