import { z } from 'zod'
import { Address, Timestamp } from '#core/wire.ts'
import * as wire from './schemas.ts'
import { Usd, UsdSource } from './usd.ts'

const CreatedLaunch = wire.Token.pick({
  address: true,
  name: true,
  symbol: true,
  untrusted: true,
  imitates: true,
  graduated: true,
  graduatedAt: true,
  marketCapEth: true,
  holders: true,
})
  .extend({
    createdAt: Timestamp,
    secondsToGraduation: z.int().nullable(),
    isCopy: z.boolean().meta({
      description: 'Whether an older launch of another creator has a name or symbol that reads the same.',
    }),
    own: z
      .object({
        boughtTokens: wire.Digits,
        soldTokens: wire.Digits,
        soldBps: z.int().meta({ description: 'Sold tokens as a share of the supply, in hundredths of a percent.' }),
        soldEth: wire.Digits,
        held: wire.Digits,
        firstSoldAt: Timestamp.nullable(),
      })
      .meta({
        description:
          'Trades and balance of the launching account alone; other wallets of the same person cannot be identified.',
      }),
    feesEarnedEth: wire.Digits.meta({
      description:
        "The creator's share of all fees so far, claimed or not, also after the creator's right was passed on.",
    }),
  })
  .meta({ id: 'CreatedLaunch' })

export const CreatorRecord = z.object({
  address: Address,
  tokens: z.int(),
  graduated: z.int(),
  graduationRateBps: z.int().nullable().meta({ description: 'In hundredths of a percent; null without a launch.' }),
  volumeEth: wire.Digits,
  feeBackedVolumeEth: wire.Digits,
  outsideVolumeEth: wire.Digits.meta({
    description: 'The same without trades of the creators, the fee holders and the accounts of their fee splits.',
  }),
  newest: z
    .object({
      launches: z.int(),
      medianSecondsToGraduation: z
        .int()
        .nullable()
        .meta({ description: 'Over the launches that graduated; of two middle values, the lower.' }),
      soldOwn: z.int().meta({ description: 'Launches of which the launching account sold tokens.' }),
      copies: z.int().meta({ description: 'Launches with `isCopy`, or with a name in `imitates`.' }),
      feesEarnedEth: wire.Digits,
      feesEarnedUsd: Usd,
    })
    .meta({ description: 'Figures of the newest 100 launches.' }),
  launches: z.array(CreatedLaunch).meta({
    description: 'The newest 100, newest first. `GET /api/launchpad/tokens?creator=` lists all.',
  }),
  usdSource: UsdSource,
})
