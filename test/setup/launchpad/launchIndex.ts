import { sql } from 'kysely'
import pino from 'pino'
import type { Chain } from '#chain/Chain.ts'
import type { Database } from '#database/Database.ts'
import { type Indexer, startIndexer } from '#launchpad/indexer/startIndexer.ts'
import { migrations } from '#launchpad/migrations.ts'
import { startFaultRpc } from '../chain/faultRpc.ts'
import { createTestDatabase, type TestDatabase } from '../database/database.ts'
import { eventually } from '../database/databaseService.ts'
import type { LaunchChain } from './launchChain.ts'
import { factory, openChain } from './launchEndpoint.ts'

const TABLES = {
  launch_tokens: 'id',
  launch_curves: 'id',
  launch_trades: 'position',
  launch_transfers: 'position',
  launch_notes: 'position',
  launch_liquidity: 'position',
  launch_splits: 'split, position, account',
  launch_ticks: 'token_id, tick',
  launch_candles: 'token_id, seconds, start',
  launch_holders: 'token_id, holder',
  launch_creators: 'creator',
}

export type Indexing = AsyncDisposable & { database: TestDatabase; indexer: Indexer }
type Options = {
  database?: TestDatabase
  now?: () => number
  /** Gets every line that is logged. */
  say?: (line: string) => void
  isDevnet?: boolean
}

/** An indexer on a database of its own, or on the one given. */
export async function startIndexing(chain: Chain, options: Options = {}): Promise<Indexing> {
  const { now = Date.now, say = () => {}, isDevnet = true } = options
  const log = pino({ level: 'info' }, { write: say })
  const database = options.database ?? (await createTestDatabase({ migrations: [migrations] }))
  const site = { baseUrl: 'http://127.0.0.1:8787', explorerUrl: 'https://explorer.example', listed: [], now: Date.now }
  const notify = () => database.notify('launchpad')
  const indexer = startIndexer({ database, chain, factory, site, isDevnet, now, log, notify })
  return {
    database,
    indexer,
    async [Symbol.asyncDispose]() {
      await indexer[Symbol.asyncDispose]()
      if (!options.database) await database[Symbol.asyncDispose]()
    },
  }
}

/** Waits until the index has reached the chain's head. */
export async function untilIndexed(database: Database, chain: LaunchChain, timeoutMs = 300_000): Promise<void> {
  const head = await chain.head()
  const isThere = async () => {
    const { rows } = await sql<{ block_hash: string }>`select block_hash from launch_chain`.execute(database.kysely)
    return rows[0]?.block_hash === head.hash
  }
  await eventually(isThere, { what: `block ${head.number}`, timeoutMs })
}

/** Every row that the chain determines, as text: equal texts are equal tables. */
export async function contentsOf(database: Database): Promise<Record<string, string[]>> {
  const contents: Record<string, string[]> = {}
  for (const [table, order] of Object.entries(TABLES)) {
    const { rows } = await sql<{ row: string }>`
      select (select json_object_agg(key, value order by key) from json_each_text(row_to_json(t)))::text as row
      from ${sql.table(table)} t order by ${sql.raw(order)}`.execute(database.kysely)
    contents[table] = rows.map(({ row }) => row)
  }
  const totals = await sql<{ row: string }>`select row_to_json(t)::text as row from (
    select block, block_hash, tokens, graduated, trades, volume, trades_24h, volume_24h, backed_volume, backed_volume_24h from launch_chain) t`.execute(
    database.kysely,
  )
  return { ...contents, launch_chain: totals.rows.map(({ row }) => row) }
}

/** A fresh index of the current chain, through an honest endpoint. */
export async function freshContents(chain: LaunchChain): Promise<Record<string, string[]>> {
  const rpc = await startFaultRpc({ upstreams: [chain.upstream] })
  using client = openChain(rpc.url)
  await using indexing = await startIndexing(client)
  await untilIndexed(indexing.database, chain)
  const contents = await contentsOf(indexing.database)
  await rpc.close()
  return contents
}
