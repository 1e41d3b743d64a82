import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startCluster } from '../scripts/cluster/startCluster.ts'
import type { Row } from './Row.ts'
import { measureCosts } from './setup/scaleCosts.ts'
import { measureGrowth } from './setup/scaleGrowth.ts'
import { prepareLoads } from './setup/scaleLoads.ts'
import { measureReplicas } from './setup/scaleReplicas.ts'
import { measureStreams } from './setup/scaleStreams.ts'

const REPLICAS = 3
const PLENTY = '1000000000'

/**
 * The cost of a request by kind, throughput at 1, 2 and 3 replicas, the memory of a stream, and pages as the index grows.
 * BENCH_STREAMS sets the number of streams (default: 1,000), BENCH_TOKENS the largest index (default: 100,000).
 */
export async function run(): Promise<Row[]> {
  return [...(await measureCluster()), ...(await measureGrowth(Number(process.env['BENCH_TOKENS'] ?? 100_000)))]
}

async function measureCluster(): Promise<Row[]> {
  const dataDir = await mkdtemp(join(tmpdir(), 'slipway-scale-'))
  try {
    await using cluster = await startCluster({ replicas: REPLICAS, port: 0, devnetPort: 0, dataDir, env: limits })
    // Streams come first, because their memory would hide in the heap that the loads leave behind.
    const streams = await measureStreams(cluster, Number(process.env['BENCH_STREAMS'] ?? 1_000))
    const loads = await prepareLoads(cluster, dataDir)
    return [...(await measureCosts(cluster, loads)), ...(await measureReplicas(cluster, loads)), ...streams]
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

/** One caller stands for many, so its limits are lifted. */
function limits(): Record<string, string> {
  const names = ['READ', 'BUILD', 'WRITE', 'AUTH', 'STREAM', 'POSTS', 'GLOBAL_STREAMS', 'GLOBAL_NONCES']
  return { STREAMS_MAX: '100000', ...Object.fromEntries(names.map((name) => [`RATE_LIMIT_${name}`, PLENTY])) }
}
