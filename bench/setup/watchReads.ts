import { sql } from 'kysely'
import pino from 'pino'
import { createChains } from '#chain/createChains.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { toDetail } from '#liquidity/endpoints/watches/records.ts'
import { migrations } from '#liquidity/migrations.ts'
import type { Store, Tables } from '#liquidity/store/tables.ts'
import * as Watches from '#liquidity/store/Watches.ts'
import type { Row } from '../Row.ts'

const HISTORIES = 10_000
const MOVES = 200
const READS = 300

/** The history of a position with 200 changes, among 10,000 that are watched. */
export async function measureWatches(databaseUrl: string): Promise<Row> {
  const log = pino({ level: 'silent' })
  await using database = await openDatabase({ databaseUrl, dataDir: '', log, migrations: [migrations] })
  const store: Store = database.tables<Tables>()
  const chains = createChains({ rpcUrls: {}, deployments: {}, deadlineMs: 1_000 })
  await fill(store)
  const times: number[] = []
  for (let round = 0; round < READS; round++) {
    const number = 1 + ((round * 7919) % HISTORIES)
    const start = performance.now()
    const watch = await Watches.find(store, { id: `watch_${number}`, developerId: `dev_${number % 5_000}` })
    if (!watch || toDetail(chains, watch).moves.length !== MOVES) throw new Error('the history is not there')
    times.push(performance.now() - start)
  }
  chains.close()
  const ours = times.sort((a, b) => a - b)[Math.floor(READS * 0.99)] ?? Number.NaN
  return { name: 'history of a watched position, p99', ours, unit: 'ms', target: '≤ 5', ok: ours <= 5 }
}

async function fill(store: Store): Promise<void> {
  const amounts = { amount0: '1000000000000000000', amount1: '2500000000' }
  const token = '0x0000000000000000000000000000000000000001'
  const place = { poolReference: token, token0: token, token1: token, tickLower: -600, tickUpper: 600 }
  const present = { ...place, liquidity: '1000', sqrtRatioX96: String(2n ** 96n), holds: amounts, uncollected: amounts }
  const move = {
    ...amounts,
    kind: 'deposit',
    block: 1,
    logIndex: 1,
    at: 1,
    transactionHash: `0x${'1'.repeat(64)}`,
    liquidity: '5',
  }
  const moves = JSON.stringify(Array.from({ length: MOVES }, () => move))
  await sql`
    insert into lp_histories (key, chain_id, protocol, token_id, place, moves, present, block)
    select '4663 V3 ' || n, 4663, 'V3', n, ${JSON.stringify(place)}::jsonb, ${moves}::jsonb,
      ${JSON.stringify(present)}::jsonb, 5
    from generate_series(1, ${HISTORIES}) n`.execute(store)
  await sql`
    insert into lp_watches (id, developer_id, key) select 'watch_' || n, 'dev_' || n % 5000, '4663 V3 ' || n
    from generate_series(1, ${HISTORIES}) n`.execute(store)
  await sql`analyze`.execute(store)
}
