import { encodeFunctionData, zeroAddress } from 'viem'
import { z } from 'zod'
import { Address } from '#core/wire.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { readCurve } from '#launchpad/onchain/readCurve.ts'
import { WARNINGS } from '#launchpad/wire/warnings.ts'
import { defineAction } from './Action.ts'
import { Common } from './fields.ts'
import { GAS } from './Plan.ts'

const Request = Common.extend({
  action: z.literal('transferCreator'),
  token: Address,
  to: Address.meta({ description: 'The account that may accept the right; the zero address withdraws an offer.' }),
})

/** Offers the creator's right; it passes when the other side accepts. */
export const transferCreator = defineAction({
  schema: Request,
  async plan(context, { token, to }) {
    await readCurve(context, token)
    const isWithdrawn = to === zeroAddress
    const passes = {
      code: 'right_passes',
      message: `Once ${to} accepts, fees that were not claimed before belong to them. Claim first to keep those.`,
    }
    return {
      to: context.factory.address,
      data: encodeFunctionData({ abi: launchpadAbi, functionName: 'transferCreator', args: [token, to] }),
      value: 0n,
      summary: isWithdrawn
        ? `Withdraws the offer of the creator's right of ${token}.`
        : `Offers the creator's right of ${token}, with all unclaimed fees, to ${to}. Nothing passes before ${to} accepts.`,
      stated: { call: 'transferCreator', terms: { token, newCreator: to } },
      gasMin: GAS.transferCreator,
      warnings: [...(isWithdrawn ? [] : [passes]), ...WARNINGS.chain],
    }
  },
})
