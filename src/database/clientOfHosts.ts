import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'

/** The role of a server in replication. */
export type Role = 'primary' | 'standby'

type HostPort = { host: string; port: number }
type State = { role: Role | 'read-only server'; system: string; timeline: number }
type FoundServer = Pick<State, 'system' | 'timeline'> & { place: HostPort }
type Connect = typeof pg.Client.prototype.connect

const ANSWER_MS = 2_000
/** How long the other hosts may still answer after the first one that has the role. */
const OTHERS_MS = 200
/** A primary that its operator made read-only is about to be replaced, or was. Each promotion begins a higher timeline. */
const STATE = `select case when pg_is_in_recovery() then 'standby'
    when current_setting('default_transaction_read_only')::bool then 'read-only server' else 'primary' end as role,
  (select system_identifier::text from pg_control_system()) as system,
  case when pg_is_in_recovery() then 0
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int4 end as timeline`

/**
 * The driver's client for a server with several hosts: each connection goes to the host that has the role at that moment,
 * so connections that replace those of a lost server follow a failover.
 */
export function clientOfHosts(urls: readonly string[], role: Role): typeof pg.Client {
  const places = urls.map(placeOf)
  let searching: Promise<HostPort> | undefined
  let newest: FoundServer | undefined
  const searchNow = async () => {
    newest = await find(urls, role, newest)
    return newest.place
  }
  const search = () => {
    searching ??= searchNow().finally(() => {
      searching = undefined
    })
    return searching
  }
  return class extends pg.Client {
    static readonly hosts = places.map(({ host, port }) => `${host}:${port}`).join(',')

    override connect = ((done?: (error?: Error) => void) => {
      const connected = search().then((place) => {
        Object.assign(this, place)
        return super.connect()
      })
      if (!done) return connected
      void connected.then(() => done(), done)
      return undefined
    }) as Connect
  }
}

/**
 * Asks all hosts at once, because one that is lost may never answer. A primary that was replaced and started again calls
 * itself one too, so the highest timeline counts, also one that was seen before.
 */
async function find(urls: readonly string[], role: Role, before: FoundServer | undefined): Promise<FoundServer> {
  const found: FoundServer[] = []
  const asked = urls.map(async (url) => {
    const one = await ask(url, role)
    if (before?.system === one.system && one.timeline < before.timeline)
      throw new Error(`${one.place.host}:${one.place.port} is a ${role} that was replaced`)
    found.push(one)
    return one
  })
  try {
    const first = await Promise.any(asked)
    await Promise.race([Promise.allSettled(asked), delay(OTHERS_MS)])
    return found.reduce((best, one) => (one.timeline > best.timeline ? one : best), first)
  } catch (error) {
    const reasons = (error as AggregateError).errors.map(({ message }: Error) => message).join(', ')
    throw new Error(`No host is a ${role}: ${reasons}`)
  }
}

async function ask(url: string, role: Role): Promise<FoundServer> {
  const times = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS }
  const client = new pg.Client({ connectionString: url, application_name: 'slipway', ...times })
  const place = placeOf(url)
  client.on('error', () => {})
  try {
    await client.connect()
    const [state] = (await client.query<State>(STATE)).rows
    if (state?.role !== role) throw new Error(`is a ${state?.role}`)
    return { ...state, place }
  } catch (error) {
    throw new Error(`${place.host}:${place.port} ${(error as Error).message || (error as { code?: string }).code}`)
  } finally {
    void client.end().catch(() => {})
  }
}

function placeOf(url: string): HostPort {
  const { host, port } = new pg.Client({ connectionString: url })
  return { host, port }
}
