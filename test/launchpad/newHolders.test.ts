import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '#launchpad/migrations.ts'
import * as TokenPage from '#launchpad/store/TokenPage.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'

/** 600 launches of one name: the later one traded, the fewer holders it gained. */
const FILL = [
  sql`insert into launch_chain (chain_id, factory, code_hash, pool_manager, start_block, start_hash, block, block_hash, block_time,
      version, quiet_version, last_seq, window_start)
    values (1, '', '', '', 0, '', 1, '', 1, 1, 1, 1, 1)`,
  sql`insert into launch_tokens (id, address, creator, name, symbol, name_key, symbol_key, search, created_at, created_tx)
    select n, 'token ' || n, '', 'Same', 'SAME', 'same', 'same', 'same same', n, '' from generate_series(1, 600) n`,
  sql`insert into launch_curves (id, creator, current_creator, real_eth, sold, price, market_cap, volume, volume_24h, trades,
      trades_24h, holders, last_trade, curve_fees, pool_fees, claimed, graduated)
    select n, '', '', 0, 0, 1, 0, 0, 0, 0, 0, 1000 - n, n, 0, 0, 0, false from generate_series(1, 600) n`,
]

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase({ migrations: [migrations] })
  for (const statement of FILL) await statement.execute(database.kysely)
})
afterAll(() => database?.[Symbol.asyncDispose]())

test.each([{}, { search: 'same' }])(
  'holders are counted for the launches that traded last alone: %j',
  async (filter) => {
    const db = database.tables<Tables>()
    const total = await TokenPage.readTotal(db, filter)
    const { rows } = await TokenPage.read(db, { ...filter, sort: 'newHolders', limit: 3, total })
    expect(rows.map(({ id }) => id)).toEqual([101, 102, 103])
  },
)
