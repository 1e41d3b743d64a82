import type { PostgresPoolClient } from 'kysely'

/** How much of the data a connection shows. */
export type ReadPosition = {
  /** The place in the write-ahead log. */
  lsn: bigint
  /** The number of the measure. */
  number: number
  /** The identity of server, database and schema, which standbys share. */
  database: string
  isStandby: boolean
}

type Row = { lsn: string; number: number | null; database: string; standby: boolean }

/**
 * Reads the position of a connection. The log of a primary is read up to its insert position, which is after every
 * commit.
 */
export function reader(select: string): (client: PostgresPoolClient) => Promise<ReadPosition> {
  const text = `select ((case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_insert_lsn() end)
    - '0/0'::pg_lsn)::text as lsn, (${select})::float8 as number,
    concat_ws('/', (select system_identifier from pg_control_system()), current_database(), current_schema()) as database,
    pg_is_in_recovery() as standby`
  return async (client) => {
    const { rows } = await client.query<Row>(text, [])
    const [row] = rows
    if (!row) throw new Error('The server did not say its position.')
    return { lsn: BigInt(row.lsn), number: row.number ?? 0, database: row.database, isStandby: row.standby }
  }
}

/** The least position that a read may show: the greatest that was shown, and the number that is known. */
export type Floor = {
  raise(position: ReadPosition | undefined): void
  /** The database of the primary, once it is known; no other may be read. */
  database: string | undefined
  /** Whether a standby at this position may be read; one that was promoted has a history of its own. */
  isReached(position: ReadPosition | undefined): boolean
  reset(): void
}

export function createFloor(known: () => number): Floor {
  let lsn = 0n
  const floor: Floor = {
    database: undefined,
    raise(position) {
      if (position && position.lsn > lsn) lsn = position.lsn
    },
    isReached: (position) =>
      position?.isStandby === true &&
      position.database === floor.database &&
      position.lsn >= lsn &&
      position.number >= known(),
    reset() {
      lsn = 0n
      floor.database = undefined
    },
  }
  return floor
}
