import pg from 'pg'

/** The part that a server plays in replication. */
export type Role = 'primary' | 'standby'

type Place = { host: string; port: number }
type Connect = typeof pg.Client.prototype.connect

const ANSWER_MS = 2_000
/** A primary that its operator made read-only is about to be replaced, or was. */
const ROLE = `select case when pg_is_in_recovery() then 'standby'
  when current_setting('default_transaction_read_only')::bool then 'read-only server' else 'primary' end as role`

/**
 * The driver's client for a server with several hosts: each connection goes to the host that has the role at that moment,
 * so connections that replace those of a lost server follow a failover.
 */
export function clientOfHosts(urls: readonly string[], role: Role): typeof pg.Client {
  const places = urls.map(placeOf)
  let searching: Promise<Place> | undefined
  const search = () => {
    searching ??= find(urls, role).finally(() => {
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

/** Asks all hosts at once, because one that is lost may never answer. */
async function find(urls: readonly string[], role: Role): Promise<Place> {
  try {
    return await Promise.any(urls.map((url) => ask(url, role)))
  } catch (error) {
    const reasons = (error as AggregateError).errors.map(({ message }: Error) => message).join(', ')
    throw new Error(`No host is a ${role}: ${reasons}`)
  }
}

async function ask(url: string, role: Role): Promise<Place> {
  const times = { connectionTimeoutMillis: ANSWER_MS, query_timeout: ANSWER_MS }
  const client = new pg.Client({ connectionString: url, application_name: 'slipway', ...times })
  const place = placeOf(url)
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ role: Role | 'read-only server' }>(ROLE)
    if (rows[0]?.role !== role) throw new Error(`is a ${rows[0]?.role}`)
    return place
  } catch (error) {
    throw new Error(`${place.host}:${place.port} ${(error as Error).message || (error as { code?: string }).code}`)
  } finally {
    void client.end().catch(() => {})
  }
}

function placeOf(url: string): Place {
  const { host, port } = new pg.Client({ connectionString: url })
  return { host, port }
}
