import { type Kysely, sql } from 'kysely'
import type { Caller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { every } from '#core/every.ts'
import { singleFlight } from '#core/singleFlight.ts'
import type { Database } from '#database/Database.ts'

/** The decisions of operators about developers, as this replica knows them. */
export type Standings = Disposable & {
  /** Throws `permission_denied` for a caller whose developer is blocked. */
  requireUnblocked(caller: Caller): void
  /** By how much the rate limits of the caller's developer are multiplied. Default: 1 */
  limitFactor(caller: Caller): number
  /** Reads them again, here and on all other replicas. */
  changed(): Promise<void>
}

type Standing = { reason: string | null; factor: number | null }

const CHANNEL = 'operators'
const POLL_MS = 1_000

/** A decision takes effect at once here, and within a second on a replica that missed the notification. */
export async function watchStandings(
  database: Pick<Database, 'kysely' | 'listen' | 'notify' | 'log'>,
): Promise<Standings> {
  let standings: ReadonlyMap<string, Standing> = new Map()
  const reading = singleFlight(async () => {
    standings = await read(database.kysely)
  })
  const refresh = () => reading.run().catch((err) => database.log.debug({ err }, 'failed to read blocked developers'))
  const timer = every(POLL_MS, refresh)
  const listening = database.listen(CHANNEL, () => void refresh())
  await refresh()
  const standingOf = (caller: Caller) => (caller.kind === 'anonymous' ? undefined : standings.get(caller.developerId))
  return {
    requireUnblocked(caller) {
      const reason = standingOf(caller)?.reason ?? undefined
      if (reason === undefined) return
      throw new ApiError(
        'permission_denied',
        `This account is blocked: ${reason}. Write to the operator of the service.`,
      )
    },
    limitFactor: (caller) => standingOf(caller)?.factor ?? 1,
    async changed() {
      database.notify(CHANNEL)
      await refresh()
    },
    [Symbol.dispose]() {
      timer[Symbol.dispose]()
      listening[Symbol.dispose]()
    },
  }
}

async function read(kysely: Kysely<unknown>): Promise<Map<string, Standing>> {
  const { rows } = await sql<Standing & { id: string }>`
    select developer_id as id, reason, factor
    from developer_blocks full join developer_limits using (developer_id)`.execute(kysely)
  return new Map(rows.map(({ id, ...standing }) => [id, standing]))
}
