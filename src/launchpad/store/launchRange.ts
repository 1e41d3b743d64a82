import { type RawBuilder, sql, type Transaction } from 'kysely'
import * as LogPosition from '#launchpad/records/LogPosition.ts'
import { firstReplaced, type IndexPlace } from './firstReplaced.ts'
import type { Tables } from './tables.ts'

/** One happening of a launch; amounts are decimal strings. */
type LaunchHappening = {
  token: string
  position: number
  block: number
  logIndex: number
  /** In seconds. */
  at: number
  transactionHash: string | null
  kind: string
  details: Record<string, unknown>
}

/** The happenings of the blocks after a position, as of one moment of the index. */
export type LaunchRange = {
  place: IndexPlace
  /** The positions of its happenings: at least `from`, and below `end`, which is infinite at the end of the index. */
  from: number
  end: number
  /** Whether blocks of the range were read before and may have changed. */
  isReplaced: boolean
  /** Everything up to this second is included. */
  until: number
  /** The time of the newest block of the index. */
  headTime: number
  happenings: LaunchHappening[]
  /** For new readers of a launch: its happenings up to the end of the range, complete from this position on. */
  histories: Map<string, { from: number; happenings: LaunchHappening[] }>
  isMore: boolean
}

type Db = Transaction<Tables>

/** Smaller trades are left out. */
const TRADE_MIN_WEI = 10n ** 17n
const STEP_MAX = 2_000
const BLOCKS_MAX = 20_000
/** The number of trades that the history of a launch reads. */
const HISTORY_TRADES = 1_000

/** The next range after a position, or the index's end without one; undefined while the index reads its history. */
export async function readLaunchRange(
  tx: Db,
  place: IndexPlace | undefined,
  newTokens: readonly string[],
): Promise<LaunchRange | undefined> {
  const chain = await tx.selectFrom('launch_chain').selectAll().executeTakeFirst()
  if (!chain?.has_caught_up) return undefined
  const before = place ?? { block: chain.block, seq: chain.last_seq }
  const replaced = await firstReplaced(tx, before, chain)
  const first = Math.min(before.block + 1, replaced)
  const last = await lastBlock(tx, first, chain.block)
  const [from, end] = [LogPosition.startOf(first), LogPosition.startOf(last + 1)]
  const happenings = await readHappenings(tx, sql`position >= ${from} and position < ${end}`)
  const isMore = last < chain.block
  const histories = new Map<string, { from: number; happenings: LaunchHappening[] }>()
  for (const token of newTokens) histories.set(token, await readHistory(tx, token, end))
  return {
    place: { block: last, seq: chain.last_seq },
    from,
    end: isMore ? end : Number.POSITIVE_INFINITY,
    isReplaced: first <= before.block,
    until: isMore ? (happenings.at(-1)?.at ?? 0) : chain.block_time,
    headTime: chain.block_time,
    happenings,
    histories,
    isMore,
  }
}

/** The last block of a step, which bounds the size of the step. */
async function lastBlock(tx: Db, from: number, head: number): Promise<number> {
  const last = Math.min(head, from + BLOCKS_MAX - 1)
  const steps = sql`position >= ${LogPosition.startOf(from)} and position < ${LogPosition.startOf(last + 1)}`
  const { rows } = await sql<{ position: number }>`
    select position from (${select(steps)}) h order by position offset ${STEP_MAX} limit 1`.execute(tx)
  const [next] = rows
  return next ? Math.max(from, LogPosition.block(next.position) - 1) : last
}

/** The launch itself, and its happenings since the oldest trade that is read. */
async function readHistory(tx: Db, token: string, end: number) {
  const launch = await tx.selectFrom('launch_tokens').select('id').where('address', '=', token).executeTakeFirst()
  if (!launch) return { from: 0, happenings: [] }
  const { rows } = await sql<{ position: number }>`
    select position from launch_trades where token_id = ${launch.id} order by at desc, position desc
    offset ${HISTORY_TRADES - 1} limit 1`.execute(tx)
  const from = rows[0]?.position ?? 0
  const own = sql`token_id = ${launch.id} and position < ${end} and (position >= ${from} or position = ${launch.id})`
  return { from, happenings: await readHappenings(tx, own) }
}

type Row = {
  token: string
  position: number
  at: number
  tx: string | null
  kind: string
  details: Record<string, unknown>
}

async function readHappenings(tx: Db, which: RawBuilder<unknown>): Promise<LaunchHappening[]> {
  const { rows } = await sql<Row>`
    select t.address as token, h.position, h.at, h.tx, h.kind, h.details from (${select(which)}) h
    join launch_tokens t on t.id = h.token_id order by h.position`.execute(tx)
  return rows.map(({ tx: transactionHash, ...row }) => ({
    ...row,
    block: LogPosition.block(row.position),
    logIndex: LogPosition.logIndex(row.position),
    transactionHash,
  }))
}

/** The launchpad's own liquidity is part of the graduation. */
function select(which: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    select * from (select t.id as position, t.id as token_id, t.created_at as at, t.created_tx as tx, 'launched' as kind,
      jsonb_build_object('wallet', t.creator, 'openingEndsAt', c.opening_ends_at) as details
      from launch_tokens t join launch_curves c on c.id = t.id) launched where ${which}
    union all
    select position, token_id, at, tx, 'trade', jsonb_build_object('wallet', trader, 'side',
      case when is_buy then 'buy' else 'sell' end, 'venue', venue, 'eth', eth::text, 'tokens', tokens::text)
      from launch_trades where ${which} and eth >= ${String(TRADE_MIN_WEI)}::numeric
    union all
    select position, token_id, at, tx, kind, details from launch_notes
      where ${which} and kind in ('graduated', 'claimed', 'released')
    union all
    select position, token_id, at, tx, 'liquidity', jsonb_build_object('delta', delta::text, 'tickLower', tick_lower,
      'tickUpper', tick_upper) from launch_liquidity
      where ${which} and delta <> 0 and at is not null and sender <> (select factory from launch_chain)`
}
