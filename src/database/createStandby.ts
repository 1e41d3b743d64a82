import type { PostgresPool, PostgresPoolClient } from 'kysely'
import { isUnavailable } from '#core/ApiError.ts'
import { every } from '#core/every.ts'
import type { Log } from './Log.ts'
import type { Floor, ReadPosition } from './ReadPosition.ts'

export type StandbyOptions = {
  primary: PostgresPool
  standby: PostgresPool
  floor: Floor
  readPosition(client: PostgresPoolClient): Promise<ReadPosition>
  /** The last known position of each connection; it can only have grown since. */
  positions: WeakMap<PostgresPoolClient, ReadPosition>
  /** Calls the listener after the primary was replaced, whose log may be shorter. */
  onFailover(listener: () => void): Disposable
  log: Log
}

export type Standby = Disposable & {
  /** A connection that shows everything above the floor; undefined if there is none. */
  take(): Promise<PostgresPoolClient | undefined>
  /** Stops using the standby until a probe succeeds, if it did not serve a statement at all. */
  failed(error: unknown): undefined
  isUsed(): boolean
}

const PROBE_MS = 1_000
/** Consecutive probes after which a lagging standby is not used until it has caught up. */
const BEHIND_MAX = 5

export function createStandby(options: StandbyOptions): Standby {
  const { floor, readPosition, positions } = options
  let problem: string | undefined = 'it was not checked yet'
  const report = (now: string | undefined) => {
    if (now === problem) return
    if (now === undefined) options.log.info({}, 'launchpad reads use the standby')
    else options.log.warn({ reason: now }, 'launchpad reads use the primary, not the standby')
    problem = now
  }
  const lost = (error: unknown) =>
    report(`it does not answer: ${error instanceof Error ? error.message : error}`) as undefined
  const probe = createProbe(options, { report, lost })
  const probing = every(PROBE_MS, probe, lost)
  const failover = options.onFailover(floor.reset)
  void probe().catch(lost)
  return {
    async take() {
      const client = problem === undefined ? await options.standby.connect().catch(lost) : undefined
      if (!client || floor.isReached(positions.get(client))) return client
      const position = await readPosition(client).catch(lost)
      if (position) positions.set(client, position)
      if (floor.isReached(position)) return client
      client.release(position?.isStandby === false)
      return undefined
    },
    failed: (error) => (isUnavailable(error) ? lost(error) : undefined),
    isUsed: () => problem === undefined,
    [Symbol.dispose]() {
      probing[Symbol.dispose]()
      failover[Symbol.dispose]()
    },
  }
}

type Reports = { report(problem: string | undefined): void; lost(error: unknown): undefined }

/** Asks the primary only for its identity, once, so that reads survive its outage. */
function createProbe({ primary, standby, floor, readPosition }: StandbyOptions, { report, lost }: Reports) {
  let behind = 0
  return async () => {
    floor.database ??= (await onPool(primary, readPosition)).database
    const position = await onPool(standby, readPosition).catch(lost)
    if (!position) return
    if (position.database !== floor.database || !position.isStandby)
      return report('it is not a standby of this database')
    behind = floor.isReached(position) ? 0 : behind + 1
    if (behind === 0) report(undefined)
    else if (behind >= BEHIND_MAX) report('it is behind the index')
  }
}

/** Drops a connection to a standby that was promoted, so that the next one can lead to another. */
async function onPool(pool: PostgresPool, readPosition: StandbyOptions['readPosition']): Promise<ReadPosition> {
  const client = await pool.connect()
  let position: ReadPosition | undefined
  try {
    position = await readPosition(client)
    return position
  } finally {
    client.release(position?.isStandby === false)
  }
}
