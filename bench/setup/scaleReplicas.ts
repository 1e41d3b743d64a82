import autocannon from 'autocannon'
import type { ServiceCluster } from '../../scripts/cluster/startCluster.ts'
import type { Row } from '../Row.ts'
import type { Kind } from './scaleLoads.ts'

const SECONDS = 8
const CONNECTIONS = 8

/** Requests per second over all kinds at once, at 1, 2 and all replicas, each called directly. */
export async function measureReplicas({ replicas }: ServiceCluster, kinds: readonly Kind[]): Promise<Row[]> {
  const rows: Row[] = []
  let first = 0
  for (let count = 1; count <= replicas.length; count++) {
    const used = replicas.slice(0, count)
    const results = await Promise.all(used.flatMap(({ url }) => kinds.map((kind) => press(url, kind))))
    const ours = results.reduce((sum, rate) => sum + rate, 0)
    if (count === 1) first = ours
    const name = `mixed load on ${count} ${count === 1 ? 'replica' : 'replicas'}`
    rows.push({ name, ours, unit: 'req/s', ...(count > 1 && { ratio: ours / first }) })
  }
  return rows
}

async function press(url: string, { path, name, budget: _, ...load }: Kind): Promise<number> {
  const result = await autocannon({ url: url + path, ...load, duration: SECONDS, connections: CONNECTIONS })
  if (result.non2xx + result.errors > 0) throw new Error(`${name}: ${result.non2xx} refused, ${result.errors} failed`)
  return result.requests.average
}
