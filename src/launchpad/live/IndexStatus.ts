import { type Kysely, sql } from 'kysely'
import type { Tables } from '#launchpad/store/tables.ts'

/** Progress and totals of the index, the same on every replica. */
export type IndexStatus = {
  version: number
  quietVersion: number
  lastSeq: number
  block: number
  blockTime: number
  tokens: number
  graduated: number
  trades: number
  volume: string
  trades24h: number
  volume24h: string
  backedVolume: string
  backedVolume24h: string
  /** Absent until an indexer has read the chain. */
  heartbeat: Heartbeat | undefined
}

export type Heartbeat = {
  head: number
  headTime: number
  /** Milliseconds since the chain was last read, and since the index last advanced or was up to date. */
  polledMs: number
  movedMs: number
  eventsPerSecond: number | null
  secondsLeft: number | null
  problem: string | null
}

type Row = Tables['launch_chain'] &
  Omit<Tables['launch_heartbeat'], 'head'> & { head: number | null; polled_ms: number; moved_ms: number }

export async function read(db: Kysely<Tables>): Promise<IndexStatus | undefined> {
  const { rows } = await sql<Row>`
    select c.*, p.head, p.head_time, p.events_per_second, p.seconds_left, p.problem,
      extract(epoch from clock_timestamp() - p.polled_at)::float8 * 1000 as polled_ms,
      extract(epoch from clock_timestamp() - p.moved_at)::float8 * 1000 as moved_ms
    from launch_chain c left join launch_heartbeat p on true`.execute(db)
  const [row] = rows
  return row && toIndexStatus(row)
}

function toIndexStatus(row: Row): IndexStatus {
  return {
    version: row.version,
    quietVersion: row.quiet_version,
    lastSeq: row.last_seq,
    block: row.block,
    blockTime: row.block_time,
    tokens: row.tokens,
    graduated: row.graduated,
    trades: row.trades,
    volume: row.volume,
    trades24h: row.trades_24h,
    volume24h: row.volume_24h,
    backedVolume: row.backed_volume,
    backedVolume24h: row.backed_volume_24h,
    heartbeat: row.head === null ? undefined : toHeartbeat(row, row.head),
  }
}

function toHeartbeat(row: Row, head: number): Heartbeat {
  return {
    head,
    headTime: row.head_time,
    polledMs: row.polled_ms,
    movedMs: row.moved_ms,
    eventsPerSecond: row.events_per_second,
    secondsLeft: row.seconds_left,
    problem: row.problem,
  }
}
