import { z } from 'zod'
import { LAUNCH_CHAIN_ID } from '#core/launchChain.ts'
import { Hex, Wallet } from '#core/wire.ts'
import * as Curve from '#launchpad/contract/Curve.ts'

export const Common = z.strictObject({
  from: Wallet,
  chainId: z.literal(LAUNCH_CHAIN_ID, `must be ${LAUNCH_CHAIN_ID}, the only chain of this launchpad`).optional(),
  mandate: Hex.optional().meta({
    description:
      'A mandate of `from`. The response is one transaction that the agent of the mandate sends. A call that the mandate does not cover is refused.',
  }),
})

export const SlippageBps = z
  .int()
  .min(0, 'must be 0 to 10000')
  .max(10_000, 'must be 0 to 10000')
  .default(Curve.DEFAULT_SLIPPAGE_BPS)
  .meta({ description: `Hundredths of a percent. Default: ${Curve.DEFAULT_SLIPPAGE_BPS}.` })

export const Deadline = z
  .int()
  .min(1)
  .optional()
  .meta({ description: 'Seconds since 1970; after it the transaction reverts.' })
