import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Tolerance } from './checks/checkAnswers.ts'
import { fillDisk } from './cluster/openServers.ts'
import type { Subject } from './cluster/openSubject.ts'

/** One fault under mixed load: what is injected, and what may happen to requests meanwhile. */
export type Fault = {
  name: string
  /** The fault in words, for the table of results. */
  injected: string
  tolerated: Tolerance
  /** Whether a failover happens, after which streams start again. */
  mayReset?: boolean
  /** Whether acknowledged writes may be lost, because the standby is behind. */
  isLossy?: boolean
  /** Why the fault cannot be injected here; undefined where it can. */
  missing?: (subject: Subject) => string | undefined
  inject(subject: Subject): Promise<void>
}

const SECOND_MS = 1_000
const CHAIN_CALLS = ['build', 'read', 'a2a'] as const
const OUTAGE: Tolerance = { refused: 'all', lost: true }

export const FAULTS: readonly Fault[] = [
  {
    name: 'nothing',
    injected: 'no fault, for comparison',
    tolerated: {},
    inject: () => delay(8 * SECOND_MS),
  },
  {
    name: 'replica killed',
    injected: 'SIGKILL to one of the replicas every 10 s, three times',
    tolerated: { lost: true },
    async inject({ cluster }) {
      for (const index of cluster.replicas.keys()) {
        await cluster.crash(index)
        await delay(10 * SECOND_MS)
      }
    },
  },
  {
    name: 'rolling restart',
    injected: 'SIGTERM to each replica in turn, behind a proxy without retries',
    tolerated: {},
    async inject({ cluster }) {
      for (const index of cluster.replicas.keys()) await cluster.restart(index)
    },
  },
  {
    name: 'PostgreSQL restarted',
    injected: 'fast shutdown and start of the primary',
    tolerated: OUTAGE,
    inject: ({ servers }) => servers.end('SIGINT').then(() => delay(4 * SECOND_MS)),
  },
  {
    name: 'PostgreSQL killed',
    injected: 'SIGKILL to the primary',
    tolerated: OUTAGE,
    inject: ({ servers }) => servers.end('SIGKILL').then(() => delay(4 * SECOND_MS)),
  },
  {
    name: 'pooler killed',
    injected: 'PgBouncer in transaction mode before one replica is killed for 4 s',
    tolerated: OUTAGE,
    missing: ({ pooler }) => (pooler ? undefined : 'PgBouncer is not installed'),
    async inject({ pooler }) {
      await pooler?.kill()
      await delay(4 * SECOND_MS)
      await pooler?.start()
    },
  },
  ...(
    [
      ['RPC hangs', 'the RPC accepts requests and never answers', { faults: { hang: 1 } }],
      [
        'RPC fails',
        'the RPC answers with 429, 500, HTML or cut bodies',
        { faults: { tooManyRequests: 0.25, serverError: 0.25, html: 0.25, cut: 0.25 } },
      ],
      [
        'RPC lies',
        'the RPC lags, leaves logs out, repeats them, or answers under other ids',
        { lies: { lags: [0, 3, 20], dropLogs: 0.3, duplicateLogs: 0.2, emptyLogs: 0.2 }, faults: { wrongId: 0.1 } },
      ],
      ['RPC of another chain', 'the RPC names another chain', { lies: { chainId: 1 } }],
    ] as const
  ).map(([name, injected, behaviour]) => ({
    name,
    injected,
    tolerated: { refused: CHAIN_CALLS },
    async inject({ rpc }: Subject) {
      rpc.set(behaviour)
      await delay(10 * SECOND_MS)
      rpc.reset()
    },
  })),
  {
    name: 'disk full',
    injected: 'the small file system of the primary is filled up for 6 s',
    tolerated: OUTAGE,
    missing: ({ servers }) => (servers.smallDisk ? undefined : 'a tmpfs cannot be mounted'),
    async inject({ servers }) {
      await using _full = await fillDisk(servers.smallDisk ?? '')
      await delay(6 * SECOND_MS)
    },
  },
  {
    name: 'clock jumps',
    injected: 'the clock of one replica jumps by 300 s for 12 s',
    tolerated: { refused: 'all' },
    async inject({ cluster }) {
      await cluster.replicas[0]?.ask({ clockMs: 300 * SECOND_MS })
      await delay(12 * SECOND_MS)
      await cluster.replicas[0]?.ask({ clockMs: 0 })
    },
  },
  {
    name: 'slow clients',
    injected: '60 clients send a request byte by byte for 12 s, 20 read nothing of a stream',
    tolerated: {},
    inject: (subject) => dribble(subject, 12 * SECOND_MS),
  },
  {
    name: 'silent connections',
    injected: '5,000 connections to one replica send nothing for 12 s',
    tolerated: {},
    inject: (subject) => holdSilent(subject, 5_000),
  },
  {
    name: 'failover',
    injected: 'a standby that has every commit is promoted',
    tolerated: OUTAGE,
    mayReset: true,
    inject: ({ servers }) => servers.failOver().then(() => delay(4 * SECOND_MS)),
  },
  {
    name: 'failover with lag',
    injected: 'a standby that lacks the last 3 s is promoted',
    tolerated: OUTAGE,
    mayReset: true,
    isLossy: true,
    inject: ({ servers }) => servers.failOver(3 * SECOND_MS).then(() => delay(4 * SECOND_MS)),
  },
]

function openSocket(url: string): Socket {
  const { hostname, port } = new URL(url)
  return connect(Number(port), hostname).on('error', () => {})
}

async function dribble({ cluster }: Subject, ms: number): Promise<void> {
  const url = cluster.replicas[0]?.url ?? ''
  const text = `POST /lp/create HTTP/1.1\r\nhost: 127.0.0.1\r\ncontent-type: application/json\r\ncontent-length: 4000\r\n\r\n{${' '.repeat(3_000)}`
  const senders = Array.from({ length: 60 }, () => openSocket(url))
  const deaf = Array.from({ length: 20 }, () => openSocket(url).pause())
  for (const socket of deaf) socket.write('GET /api/launchpad/events HTTP/1.1\r\nhost: 127.0.0.1\r\n\r\n')
  for (let at = 0; at < ms / 100; at++) {
    for (const socket of senders) socket.write(text[at] ?? ' ')
    await delay(100)
  }
  for (const socket of [...senders, ...deaf]) socket.destroy()
}

async function holdSilent({ cluster }: Subject, count: number): Promise<void> {
  const url = cluster.replicas[1]?.url ?? ''
  const sockets: Socket[] = []
  for (let opened = 0; opened < count; opened += 100) {
    sockets.push(...Array.from({ length: 100 }, () => openSocket(url)))
    await delay(10)
  }
  await delay(12 * SECOND_MS)
  for (const socket of sockets) socket.destroy()
}
