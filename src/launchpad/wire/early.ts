import { z } from 'zod'
import { Address, Timestamp } from '#core/wire.ts'
import * as wire from './schemas.ts'

const Share = z.int().min(0).meta({ description: 'Share of the supply, in hundredths of a percent.' })

const EarlyBuyer = z
  .object({
    address: Address,
    isCreator: z.boolean().meta({ description: 'Whether it is the account that launched the token.' }),
    isFirstBlock: z.boolean().meta({ description: 'Whether it bought in the block that created the token.' }),
    boughtTokens: wire.Digits.meta({
      description: 'Tokens from its buys up to `until`, paid by itself or by others.',
    }),
    boughtBps: Share,
    boughtEth: wire.Digits.meta({ description: 'The cost of these buys in wei, fees included.' }),
    soldTokens: wire.Digits.meta({ description: 'All tokens that it has sold so far.' }),
    held: wire.Digits.meta({ description: 'Its balance now.' }),
    heldBps: Share,
    fundedBy: z.array(Address).meta({
      description:
        'Other accounts that, up to `until`, paid for its buys in any launch or sent it the ETH of a sale; from the newest 50 such trades.',
    }),
  })
  .meta({ id: 'EarlyBuyer' })

export const EarlyBuyers = z.object({
  address: Address.meta({ description: 'The token.' }),
  until: Timestamp.meta({
    description:
      'End of the early phase, included: the end of the opening or, for a launch without one, 60 seconds after its creation.',
  }),
  buyers: z.array(EarlyBuyer).meta({ description: 'Most tokens first: the 100 largest of the first 5,000 buys.' }),
  heldBps: Share.meta({ description: 'Share of the supply that these accounts hold now.' }),
  bundles: z
    .array(z.object({ transactionHash: z.string(), buyers: z.array(Address), tokens: wire.Digits }))
    .meta({ description: 'Transactions that bought for more than one account, the 20 largest.' }),
  commonSources: z.array(z.object({ source: Address, buyers: z.array(Address) })).meta({
    description:
      'Accounts that funded more than one of these buyers, itself included if it is one. Only trades of this launchpad are visible, not plain transfers of ETH. A common source proves nothing: a service can pay for many people.',
  }),
  block: z.int().meta({ description: 'The last block that `soldTokens` includes.' }),
})
