import { z } from 'zod'
import { Address, Timestamp } from '#core/wire.ts'
import { historyIntervals } from './holderHistory.ts'
import { Digits } from './schemas.ts'
import { Usd, UsdSource } from './usd.ts'

export const WalletValue = z.object({
  address: Address,
  interval: z.enum(historyIntervals),
  points: z
    .array(
      z
        .object({
          time: Timestamp.meta({ description: 'Start of the interval; the value is that at its end.' }),
          valueEth: Digits.meta({ description: 'All counted tokens at their last price in wei, each rounded down.' }),
          valueUsd: Usd,
        })
        .meta({ id: 'LaunchValuePoint' }),
    )
    .meta({
      description:
        'Oldest first, one for each interval from the first token that the wallet held. Dollar amounts use the current price of ETH.',
    }),
  tokens: z.int().meta({
    description: 'Tokens that are counted, at most 100: those with the highest current value, then those held last.',
  }),
  tokensLeftOut: z.int().meta({ description: 'Tokens that the wallet has held and that are not counted.' }),
  usdSource: UsdSource,
  block: z.int().meta({ description: 'The last block whose balances are included; -1 before the first.' }),
})
