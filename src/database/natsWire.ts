import { hash } from 'node:crypto'
import type { ConnectionOptions, NatsConnection } from '@nats-io/transport-node'
import type pg from 'pg'
import type { OpenWire } from './NotificationWire.ts'

type Options = {
  /** Servers of one NATS cluster, separated by commas. */
  url: string
  /** Separates deployments that share the servers. */
  prefix: string
}

const ANSWER_MS = 2_000

/** Publish and subscribe of NATS. The caller opens a lost connection again, and then reads the missed rows. */
export function natsWire({ url, prefix }: Options): OpenWire {
  const settings = settingsOf(url.split(',').map((server) => new URL(server.trim())))
  const subjectOf = (channel: string) => `${prefix}.${Buffer.from(channel).toString('base64url')}`
  return async (heard) => {
    // Loaded only here, because most deployments do without it.
    const { connect } = await import('@nats-io/transport-node')
    const connection = await connect(settings)
    const gone = new AbortController()
    connection.closed().then((reason) => gone.abort(reason ?? new Error('Connection closed')))
    return {
      async listen(channel) {
        connection.subscribe(subjectOf(channel), { callback: (error) => void (error ?? heard(channel)) })
        await flush(connection)
      },
      async notify(channels) {
        for (const channel of channels) connection.publish(subjectOf(channel))
        await flush(connection)
      },
      check: () => flush(connection),
      lost: gone.signal,
      [Symbol.asyncDispose]: () => connection.close(),
    }
  }
}

/** The servers have one login, that of the first; a user name without a password is a token. */
function settingsOf(servers: readonly URL[]): ConnectionOptions {
  const [user = '', pass = ''] = [servers[0]?.username, servers[0]?.password].map((text) =>
    decodeURIComponent(text ?? ''),
  )
  const token = user ? { token: user } : {}
  return {
    servers: servers.map(({ host }) => host),
    name: 'slipway',
    noEcho: true,
    reconnect: false,
    timeout: ANSWER_MS,
    ...(pass ? { user, pass } : token),
    ...(servers.some(({ protocol }) => protocol === 'tls:') && { tls: {} }),
  }
}

/** Resolves when the server has everything that was sent; one that stays silent is given up. */
async function flush(connection: NatsConnection): Promise<void> {
  const { promise: silence, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error('timeout exceeded')), ANSWER_MS)
  try {
    await Promise.race([connection.flush(), silence])
  } catch (error) {
    void connection.close()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** A prefix that replicas of one database share, also after a failover. */
export async function databasePrefix(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select concat_ws('/', (select system_identifier from pg_control_system()), current_database()) as name`,
  )
  return `slipway.${hash('sha256', rows[0]?.name ?? '', 'base64url').slice(0, 16)}`
}
