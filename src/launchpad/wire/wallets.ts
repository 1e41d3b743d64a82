import { z } from 'zod'
import { Address, Timestamp } from '#core/wire.ts'
import { Digits, Signed, Untrusted } from './schemas.ts'
import { Usd, UsdSource } from './usd.ts'

/** Profit and loss in one token, first in, first out. */
const Result = z.object({
  boughtTokens: Digits,
  boughtEth: Digits.meta({ description: 'Wei paid for them, fees included.' }),
  soldTokens: Digits,
  soldEth: Digits.meta({ description: 'Wei received for them, fees deducted.' }),
  receivedTokens: Digits.meta({
    description: 'Tokens received by transfer, not by a trade. Their cost is unknown.',
  }),
  sentTokens: Digits.meta({ description: 'Tokens sent by transfer, which is neither profit nor loss.' }),
  realisedEth: Signed.meta({
    description: 'Wei received for bought tokens, less their cost, first in, first out.',
  }),
  realisedUsd: Usd,
  unpricedEth: Digits.meta({
    description: 'Wei received for tokens that were received by transfer; not part of `realisedEth`.',
  }),
  held: Digits.meta({ description: 'The balance.' }),
  openCostEth: Digits.meta({ description: 'Wei paid for the bought tokens that are still held.' }),
  openValueEth: Digits.meta({ description: 'All held tokens at the current price.' }),
  openValueUsd: Usd,
  unrealisedEth: Signed.meta({
    description: 'The bought tokens that are still held, at the current price, less `openCostEth`.',
  }),
  trades: z.int(),
  firstSoldAt: Timestamp.nullable(),
  lastTradedAt: Timestamp.nullable(),
})

const WalletPosition = Result.extend({
  address: Address.meta({ description: 'The token.' }),
  name: z.string(),
  symbol: z.string(),
  untrusted: Untrusted,
}).meta({ id: 'LaunchWalletPosition' })

const FollowedBlock = z.int().meta({
  description: 'The last block that these figures include; -1 before the first. It can lag the index slightly.',
})

export const Wallet = z.object({
  address: Address,
  tokens: z.int().meta({ description: 'Tokens that the wallet has held.' }),
  trades: z.int(),
  boughtEth: Digits,
  soldEth: Digits,
  realisedEth: Signed,
  realisedUsd: Usd,
  unpricedEth: Digits,
  wins: z.int().meta({ description: 'Tokens with a realised profit.' }),
  losses: z.int().meta({ description: 'Tokens with a realised loss.' }),
  winRateBps: z.int().nullable().meta({
    description:
      'Share of tokens with a profit among those with a profit or a loss, in hundredths of a percent; null if there are none.',
  }),
  open: z.object({ tokens: z.int(), valueEth: Digits, valueUsd: Usd, unrealisedEth: Signed }).meta({
    description: 'Tokens held now.',
  }),
  best: WalletPosition.nullable().meta({ description: 'The highest realised profit.' }),
  worst: WalletPosition.nullable().meta({ description: 'The highest realised loss.' }),
  positions: z.array(WalletPosition).meta({ description: 'Newest launch first.' }),
  nextCursor: z.string().optional().meta({ description: 'Absent on the last page.' }),
  incompleteTokens: z.array(Address).meta({
    description:
      'Tokens whose trades and transfers by this wallet contradict each other. Their figures end before the contradiction. Not empty only if logs are missing.',
  }),
  usdSource: UsdSource,
  block: FollowedBlock,
})

export const TraderPage = z.object({
  traders: z
    .array(Result.extend({ wallet: Address }).meta({ id: 'LaunchTrader' }))
    .meta({ description: 'Highest `realisedEth` first.' }),
  nextCursor: z.string().optional().meta({ description: 'Absent on the last page.' }),
  usdSource: UsdSource,
  block: FollowedBlock,
})
