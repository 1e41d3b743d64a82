import { randomBytes } from 'node:crypto'
import type { Chain } from '#chain/Chain.ts'
import type { Operation } from '#core/Operation.ts'
import type { Redeem } from '#core/Redeem.ts'
import type { Attest } from '#core/Statement.ts'
import type { Database } from '#database/Database.ts'
import type { Live } from '#live/createLive.ts'
import { redeem } from './actions/redeem.ts'
import { watchOrders } from './actions/watchOrders.ts'
import type { Context } from './Context.ts'
import { createOrderFeed } from './live/OrderFeed.ts'
import { operations } from './operations.ts'
import type { Targets } from './rules/Grant.ts'
import type { Tables } from './store/tables.ts'

type Options = { chain: Chain; targets: Targets; attest: Attest; database: Database; live: Live }

export type Mandates = AsyncDisposable & {
  operations: Operation[]
  redeem: Redeem
  /** Takes part in the election of the process that takes ended orders out of the feed. */
  start(): void
}

const SALT_BYTES = 16

/** Mandates and orders. No key is held: the chain keeps their state and enforces it; published orders alone are stored. */
export function createMandates({ database, ...options }: Options): Mandates {
  const feed = createOrderFeed(database)
  const newSalt = () => BigInt(`0x${randomBytes(SALT_BYTES).toString('hex')}`)
  const context: Context = { ...options, store: database.tables<Tables>(), feed, newSalt, decoded: new Map() }
  let watch: AsyncDisposable | undefined
  return {
    operations: operations(context),
    redeem: (mandate, call) => redeem(context, mandate, call),
    start() {
      watch ??= watchOrders(context, database)
    },
    async [Symbol.asyncDispose]() {
      await watch?.[Symbol.asyncDispose]()
      await feed[Symbol.asyncDispose]()
    },
  }
}
