import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import type { ServiceCluster } from '../../scripts/cluster/startCluster.ts'
import type { Row } from '../Row.ts'

const AT_ONCE = 50
const SETTLE_MS = 5_000
const MILLION = 1_000_000

/** The memory of an open stream on one replica, and of a million by arithmetic. */
export async function measureStreams({ url, replicas }: ServiceCluster, streams: number): Promise<Row[]> {
  const [replica] = replicas
  if (!replica) throw new Error('The cluster has no replica.')
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  const open = () => openStream(`${replica.url}/api/launchpad/events`, new URL(url).host, agent)
  const warm = await Promise.all(Array.from({ length: AT_ONCE }, open))
  await delay(SETTLE_MS)
  const before = await residentBytes(replica.pid)
  const opened: ClientRequest[] = []
  while (opened.length < streams) opened.push(...(await Promise.all(Array.from({ length: AT_ONCE }, open))))
  await delay(SETTLE_MS)
  const bytes = ((await residentBytes(replica.pid)) - before) / opened.length
  for (const stream of [...warm, ...opened]) stream.destroy()
  return [
    {
      name: `streams on one replica: ${opened.length}, memory of each`,
      ours: bytes / 1024,
      unit: 'KiB',
      target: '≤ 64',
      ok: bytes <= 65_536,
    },
    { name: 'a million streams, by arithmetic', ours: (bytes * MILLION) / 1e9, unit: 'GB' },
  ]
}

async function openStream(url: string, host: string, agent: Agent): Promise<ClientRequest> {
  const sent = request(url, { agent, headers: { host, accept: 'text/event-stream' } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`A stream was refused with ${response.statusCode}.`)
  response.on('error', () => {}).resume()
  return sent.on('error', () => {})
}

async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1]) * 1024
}
