import { type Kysely, sql } from 'kysely'
import { runFor } from '#core/currentCaller.ts'
import { sharedRead } from '#core/sharedRead.ts'
import type { Database } from '#database/Database.ts'
import { PREPARED } from '#database/prepared.ts'
import type { ReadEthPrice } from '#launchpad/onchain/createEthPrice.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { Site } from '#launchpad/wire/toWire.ts'

/** Names of the state that responses are made from. Each is read after the call, so that no response is older than its request. */
export type Revisions = {
  /** Of the tables. */
  index(): Promise<string>
  /** Of the tables and the price of ETH, whose age changes every second. */
  priced(): Promise<string>
  /** Of the tables, the price of ETH and the clock, in seconds. */
  timed(): Promise<string>
}

type Options = {
  db: Kysely<Tables>
  incarnation: Database['incarnation']
  ethPrice: ReadEthPrice
  now: () => number
  site: Site
}

export function createRevisions({ db, incarnation, ethPrice, now, site }: Options): Revisions {
  // Without a caller: the callers who share the read must not wait for the other reads of one of them.
  const tables = sharedRead(() => runFor('', () => readTables(db)))
  // After a failover that lost rows, the numbers of the tables may repeat.
  const index = async () => `${incarnation.current()} ${await tables()}`
  const priced = async () => `${await index()} ${await priceName(ethPrice)}`
  const seconds = () => `${Math.floor(now() / 1000)} ${Math.floor(site.now() / 1000)}`
  return { index, priced, timed: async () => `${await priced()} ${seconds()}` }
}

/** Every commit of the indexer and of the follower of wallets changes one of these numbers. */
async function readTables(db: Kysely<Tables>): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    ${PREPARED} select concat_ws(' ', c.version, c.last_seq, c.block_hash, w.block, w.seq) as name
    from launch_wallets_cursor w left join launch_chain c on true`.execute(db)
  return rows[0]?.name ?? ''
}

async function priceName(ethPrice: ReadEthPrice): Promise<string> {
  const price = await ethPrice()
  return price ? `${price.answer} ${price.updatedAt} ${price.ageSeconds}` : ''
}
