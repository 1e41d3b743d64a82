import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrations } from '#launchpad/migrations.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { createTradePrices } from '#launchpad/store/tradePrices.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'

const TOKEN = `0x${'aB'.repeat(20)}`
let database: TestDatabase

/** The index's checkpoint, and the newest block it has seen. */
async function standAt(block: number, blockTime: number, seen?: { head: number; polledAt: number }): Promise<void> {
  await sql`update launch_chain set block = ${block}, block_time = ${blockTime}`.execute(database.kysely)
  await sql`delete from launch_heartbeat`.execute(database.kysely)
  if (seen)
    await sql`insert into launch_heartbeat (head, head_time, polled_at, moved_at)
      values (${seen.head}, 0, to_timestamp(${seen.polledAt}::int8), now())`.execute(database.kysely)
}

beforeAll(async () => {
  database = await createTestDatabase({ migrations: [migrations] })
  await sql`insert into launch_chain (chain_id, factory, code_hash, pool_manager, start_block, start_hash, block,
    block_hash, block_time, window_start) values (4663, '', '', '', 0, '', 0, '', 0, 0)`.execute(database.kysely)
  await sql`insert into launch_tokens (id, address, creator, name, symbol, name_key, symbol_key, search, created_at, created_tx)
    values (1, ${TOKEN.toLowerCase()}, '', 'a', 'a', 'a', 'a', 'a', 0, '')`.execute(database.kysely)
  for (const [position, at, price] of [
    [1, 99, '1'],
    [2, 100, '2'],
    [3, 100, '340282366920938463463374607431768211456'],
    [4, 110, '4'],
    [5, 111, '5'],
  ])
    await sql`insert into launch_trades (position, token_id, at, tx, venue, trader, recipient, is_buy, eth, tokens, price)
      values (${position}, 1, ${at}, '', 'curve', '', '', true, 0, 0, ${price})`.execute(database.kysely)
})
afterAll(() => database[Symbol.asyncDispose]())

test('prices of a span come oldest first, with both ends and no other', async () => {
  await standAt(10, 111)
  const prices = createTradePrices(database.tables<Tables>())
  expect(await prices.read(TOKEN, { from: 100, to: 110 })).toEqual([
    { at: 100, price: 2n, backed: 0n },
    { at: 100, price: 2n ** 128n, backed: 0n },
    { at: 110, price: 4n, backed: 0n },
  ])
  expect(await prices.read(`0x${'00'.repeat(20)}`, { from: 100, to: 110 })).toEqual([])
})

test('a token is known by its address in any case', async () => {
  const prices = createTradePrices(database.tables<Tables>())
  expect(await prices.isKnown(TOKEN)).toBe(true)
  expect(await prices.isKnown(`0x${'00'.repeat(20)}`)).toBe(false)
})

test('a span has no prices until the index has every block of it', async () => {
  const prices = createTradePrices(database.tables<Tables>())
  const read = () => prices.read(TOKEN, { from: 100, to: 110 })
  await standAt(10, 110)
  expect(await read()).toBe(undefined)
  await standAt(10, 110, { head: 11, polledAt: 200 })
  expect(await read()).toBe(undefined)
  await standAt(10, 110, { head: 10, polledAt: 111 })
  expect(await read()).toBe(undefined)
  await standAt(10, 110, { head: 10, polledAt: 116 })
  expect(await read()).toHaveLength(3)
})
