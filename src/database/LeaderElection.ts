import { type Kysely, sql } from 'kysely'
import type { Connection } from './Connection.ts'
import type { Log } from './Log.ts'
import type { Migrations } from './migrate.ts'
import { pause } from './pause.ts'

export const migrations: Migrations = {
  'database/leaders': (db) =>
    sql`
    create table leaders (
      name text primary key,
      epoch int8 not null,
      elected_at timestamptz not null default now()
    )`.execute(db),
}

/** One term as leader; every term has a higher epoch than the one before. */
export type Term = { name: string; epoch: number }

type Options = {
  name: string
  /** The leader's work, until the signal is aborted; returning or throwing ends the term. */
  onElected: (term: Term, signal: AbortSignal) => Promise<void>
}
type Candidate = Options & {
  database: { connect(settings: Record<string, string>): Promise<Connection>; log: Log }
  resigned: AbortSignal
}

const TRY_MS = 500
const HEARTBEAT_MS = 500
const SILENCE_MAX_MS = 2_500

/**
 * The server ends the session of a silent leader, which releases its lock: a leader that is killed, paused or disconnected
 * is replaced within five seconds.
 */
const SESSION = {
  idle_session_timeout: String(SILENCE_MAX_MS),
  tcp_keepalives_idle: '1',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '2',
  tcp_user_timeout: String(SILENCE_MAX_MS),
}

/** Takes part in the election until disposed; of all candidates, one at a time is the leader. */
export function elect(database: Candidate['database'], options: Options): AsyncDisposable {
  const resignation = new AbortController()
  const candidate = { ...options, database, resigned: resignation.signal }
  const campaign = runForElection(candidate)
  return {
    async [Symbol.asyncDispose]() {
      resignation.abort()
      await campaign
    },
  }
}

/**
 * Throws unless the term is current, and keeps it current until the commit: the next leader's epoch waits for this
 * transaction, so a former leader cannot write after its successor.
 */
export async function assertCurrentTerm<Tables>(transaction: Kysely<Tables>, { name, epoch }: Term): Promise<void> {
  const { rows } = await sql`
    select set_config('idle_in_transaction_session_timeout', ${String(SILENCE_MAX_MS)}, true)
    from leaders where name = ${name} and epoch = ${epoch} for share`.execute(transaction)
  if (rows.length === 0) throw new Error(`Term ${epoch} of the leader "${name}" is over: another process leads.`)
}

async function runForElection(candidate: Candidate): Promise<void> {
  while (!candidate.resigned.aborted) {
    await serveOneTerm(candidate).catch((error) => {
      candidate.database.log.debug({ err: error, leader: candidate.name }, 'election attempt failed')
    })
    await pause(TRY_MS, candidate.resigned)
  }
}

async function serveOneTerm({ database, name, onElected, resigned }: Candidate): Promise<void> {
  await using connection = await database.connect(SESSION)
  const over = AbortSignal.any([resigned, connection.lost])
  while (!over.aborted && !(await takeLock(connection, name))) await pause(TRY_MS, over)
  if (over.aborted) return
  const term = { name, epoch: await nextEpoch(connection, name) }
  database.log.info({ leader: name, epoch: term.epoch }, 'became leader')
  const done = new AbortController()
  const heartbeat = beat(connection, AbortSignal.any([over, done.signal]))
  try {
    await onElected(term, over)
  } catch (error) {
    database.log[over.aborted ? 'debug' : 'error']({ err: error, leader: name }, 'leader failed')
  } finally {
    done.abort()
    await heartbeat
    database.log[resigned.aborted ? 'debug' : 'info']({ leader: name, epoch: term.epoch }, 'no longer leader')
  }
}

async function takeLock(connection: Connection, name: string): Promise<boolean> {
  const attempt = `select pg_try_advisory_lock(hashtextextended($1, 0)) as held`
  const [row] = await connection.query<{ held: boolean }>(attempt, [`slipway/leader/${name}`], SILENCE_MAX_MS)
  return row?.held ?? false
}

async function nextEpoch(connection: Connection, name: string): Promise<number> {
  const [row] = await connection.query<{ epoch: number }>(
    `insert into leaders (name, epoch) values ($1, 1)
     on conflict (name) do update set epoch = leaders.epoch + 1, elected_at = now() returning epoch`,
    [name],
  )
  if (!row) throw new Error(`The epoch of leader ${name} could not be written.`)
  return row.epoch
}

/** A failed beat drops the connection, which ends the term. */
async function beat(connection: Connection, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    await connection.query('select 1', [], SILENCE_MAX_MS).catch(() => {})
    await pause(HEARTBEAT_MS, over)
  }
}
