import { z } from 'zod'
import { Address, Timestamp } from '#core/wire.ts'

/** The lengths of time that a history of holders has points for. */
export const HISTORY_SECONDS = { '1m': 60, '1h': 3600, '1d': 86_400 } as const

export const historyIntervals = Object.keys(HISTORY_SECONDS) as (keyof typeof HISTORY_SECONDS)[]

export const HolderHistory = z.object({
  address: Address,
  interval: z.enum(historyIntervals),
  points: z
    .array(
      z
        .object({
          time: Timestamp.meta({ description: 'Start of the interval; the figures are those at its end.' }),
          holders: z.int().meta({ description: 'Accounts with at least 10,000 tokens.' }),
          top10ShareBps: z.int().meta({ description: 'The ten largest balances as a share of the supply.' }),
        })
        .meta({ id: 'LaunchHolderPoint' }),
    )
    .meta({
      description:
        'Oldest first. An interval without balance changes has no point; the figures of the previous point still apply. Launchpad, pool, burn address and lock are not counted.',
    }),
  block: z.int().meta({ description: 'The last block that is included.' }),
})
