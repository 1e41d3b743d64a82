import { ApiError } from '#core/ApiError.ts'
import { every } from '#core/every.ts'
import type { Database } from '#database/Database.ts'

const READ_EVERY_MS = 5_000
/** Nonces, session tokens and deadlines tolerate this much. */
const DIFFERENCE_MAX_MS = 5_000

type Options = {
  database: Pick<Database, 'readClock' | 'log'>
  /** The clock of this machine in milliseconds. */
  clock?: () => number
  everyMs?: number
}

export type ClockWatch = Disposable & {
  /** How far this machine's clock is off, in words; undefined while it agrees with the database's. */
  problem(): string | undefined
  /** Throws `unavailable` while the clock is off: a time it signs would be wrong. */
  requireAccurate(): void
}

/** Compares this machine's clock with the database's, which all replicas share; logs each change once. */
export async function watchClock({
  database,
  clock = Date.now,
  everyMs = READ_EVERY_MS,
}: Options): Promise<ClockWatch> {
  let problem: string | undefined
  const read = async () => {
    const before = problem
    problem = describe(await differenceOf(database, clock))
    if (problem !== undefined && before === undefined)
      database.log.error({ clock: problem }, 'clock differs from the database: nothing is signed until it is corrected')
    if (problem === undefined && before !== undefined) database.log.info('clock agrees with the database again')
  }
  // A database that does not answer is reported by its own watch.
  await read().catch(() => {})
  const timer = every(everyMs, read)
  return {
    problem: () => problem,
    requireAccurate() {
      if (problem === undefined) return
      const message = `The clock of this replica is ${problem}. Try again in a moment, at another replica.`
      throw new ApiError('unavailable', message, { headers: { 'retry-after': '5' } })
    },
    [Symbol.dispose]: () => timer[Symbol.dispose](),
  }
}

/** The smallest difference that explains the answer, which took some time. */
async function differenceOf(database: Options['database'], clock: () => number): Promise<number> {
  const [before, startedAt] = [clock(), performance.now()]
  const theirs = await database.readClock()
  const after = before + performance.now() - startedAt
  if (theirs < before) return before - theirs
  return theirs > after ? after - theirs : 0
}

function describe(differenceMs: number): string | undefined {
  if (Math.abs(differenceMs) <= DIFFERENCE_MAX_MS) return undefined
  const seconds = Math.round(Math.abs(differenceMs) / 1_000)
  return `${seconds} s ${differenceMs > 0 ? 'ahead of' : 'behind'} the database`
}
