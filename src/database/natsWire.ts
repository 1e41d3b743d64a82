import { hash } from 'node:crypto'
import type { Socket } from 'node:net'
import type pg from 'pg'
import type { NotificationWire, OpenWire } from './NotificationWire.ts'
import * as Nats from './natsProtocol.ts'
import { openNatsSocket } from './openNatsSocket.ts'

type Options = {
  /** Servers of one NATS cluster, separated by commas. */
  url: string
  /** Separates deployments that share the servers. */
  prefix: string
}

const ANSWER_MS = 2_000

/** Publish and subscribe of NATS. The servers are tried in turn, one with each new connection. */
export function natsWire({ url, prefix }: Options): OpenWire {
  const servers = url.split(',').map((server) => new URL(server.trim()))
  let attempts = 0
  return async (heard) => {
    const server = servers[attempts++ % servers.length] as URL
    const socket = await openNatsSocket(server, ANSWER_MS)
    return overSocket(socket, { prefix, heard: (subject) => heard(Nats.channelOf(subject, prefix)) })
  }
}

type Ends = { prefix: string; heard: (subject: string) => void }

function overSocket(socket: Socket, { prefix, heard }: Ends): NotificationWire {
  const gone = new AbortController()
  const unanswered: PromiseWithResolvers<void>[] = []
  let listens = 0
  const end = (reason: Error) => {
    gone.abort(reason)
    for (const { reject } of unanswered.splice(0)) reject(reason)
    socket.destroy()
  }
  const read = Nats.reader({
    onMessage: heard,
    onPing: () => socket.write('PONG\r\n'),
    onPong: () => unanswered.shift()?.resolve(),
    onError: (reason) => end(new Error(`NATS refuses: ${reason}`)),
  })
  socket.on('data', read).on('error', end)
  socket.on('close', () => end(new Error('Connection closed')))
  /** The server answers in order, so the answer to a PING follows everything sent before it. */
  const send = async (lines: string) => {
    gone.signal.throwIfAborted()
    const answer = Promise.withResolvers<void>()
    unanswered.push(answer)
    const timer = setTimeout(() => end(new Error('timeout exceeded')), ANSWER_MS)
    socket.write(`${lines}PING\r\n`)
    await answer.promise.finally(() => clearTimeout(timer))
  }
  return {
    listen: (channel) => send(`SUB ${Nats.subjectOf(channel, prefix)} ${++listens}\r\n`),
    notify: (channels) => send(channels.map((one) => `PUB ${Nats.subjectOf(one, prefix)} 0\r\n\r\n`).join('')),
    check: () => send(''),
    lost: gone.signal,
    [Symbol.asyncDispose]: async () => end(new Error('Connection closed')),
  }
}

/** A prefix that replicas of one database share, also after a failover. */
export async function databasePrefix(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select concat_ws('/', (select system_identifier from pg_control_system()), current_database()) as name`,
  )
  return `slipway.${hash('sha256', rows[0]?.name ?? '', 'base64url').slice(0, 16)}`
}
