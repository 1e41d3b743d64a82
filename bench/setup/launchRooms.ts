import { every } from '#core/every.ts'
import { createLaunchLog } from '#launchpad/live/launchLog.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import type { Row } from '../Row.ts'
import { type BenchStore, log, medianRate, openArena, pressRoom, type Rate } from './arenaStore.ts'

const ROOMS = 1_000
const ROUNDS = 3
const BLOCK_MS = 100

/** Posts into one room while the writer of launches' rooms finds a new block ten times a second: with idle rooms, and without. */
export async function amongLaunchRooms(store: BenchStore): Promise<Row> {
  const [alone, among]: [Rate[], Rate[]] = [[], []]
  await using connection = await store.database.connect()
  await connection.query(INDEX)
  await using writer = startWriter(store)
  using _ = every(BLOCK_MS, () => mine(store))
  await writer.ready
  for (let round = 0; round < ROUNDS; round++) {
    alone.push(await pressRoom(store))
    await connection.query(MAKE, [ROOMS])
    among.push(await pressRoom(store))
    for (const statement of UNMAKE) await connection.query(statement)
  }
  const [ours, peer] = [medianRate(among).perSecond, medianRate(alone).perSecond]
  const ratio = ours / peer
  const name = `posts into one room among ${ROOMS.toLocaleString('en')} idle rooms of launches, without them`
  return { name, ours, peer, unit: 'posts/s', ratio, target: '≥ 0.9×', ok: ratio >= 0.9 }
}

const INDEX = `insert into launch_chain (chain_id, factory, code_hash, pool_manager, start_block, start_hash, block, block_hash,
  block_time, window_start, has_caught_up) values (4663, '0xf', '0xc', '0xa', 0, '0x0', 1, '0x1', 1, 0, true)`
const MAKE = `with made as (insert into arena_rooms (id, topic, search, tags, join_mode, visibility, max_agents, turn_seconds,
    owner, owner_developer, owner_kind, token)
  select 'room_3' || lpad(n::text, 25, '0'), 'Launch', 'launch', '{}', 'OPEN', 'PUBLIC', 500, 300, 'launch', '', 'wallet',
    '0x' || lpad(n::text, 40, '0') from generate_series(1, $1::int) n returning id, token)
  insert into arena_token_rooms (room_id, token, from_position, launch_position) select id, token, 0, 0 from made`
const UNMAKE = ['delete from arena_token_rooms', 'delete from arena_rooms where token is not null']

async function mine({ database }: BenchStore): Promise<void> {
  await database
    .tables<Tables>()
    .updateTable('launch_chain')
    .set(({ eb }) => ({ block: eb('block', '+', 1) }))
    .execute()
}

/** A second replica, which leads. */
function startWriter({ database }: BenchStore): AsyncDisposable & { ready: Promise<void> } {
  const db = database.tables<Tables>()
  // Badges are not read here, and nothing else asks the chain.
  const launches = createLaunchLog({ db, chain: undefined as never, log }, 'launchpad')
  const arena = openArena(database, launches)
  arena.start()
  return { ready: hasBegun(database), [Symbol.asyncDispose]: () => arena[Symbol.asyncDispose]() }
}

async function hasBegun(database: BenchStore['database']): Promise<void> {
  await using connection = await database.connect()
  await connection.query('delete from arena_chain_cursor')
  while ((await connection.query('select from arena_chain_cursor')).length === 0)
    await connection.query('select pg_sleep(0.05)')
}
