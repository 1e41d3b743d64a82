import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { constants, setPriority } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { findBubblewrap } from '#boxes/isolation/bubblewrapDriver.ts'
import { signIn } from '../test/setup/keys/signIn.ts'
import { startServiceProcess, temporaryFolder } from '../test/setup/process.ts'
import { post } from '../test/setup/requests.ts'
import type { Row } from './Row.ts'
import type { Burst } from './setup/burst.ts'
import { LOADS } from './setup/noisyLoads.ts'

const BURST = join(import.meta.dirname, 'setup', 'burst.ts')
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const RATIO_MAX = 3

/** Read latency of one developer next to another's load, on the service as `npm start` runs it. */
export async function run(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  const env = { DATA_DIR: folder.path, LOG_LEVEL: 'error', BOXES_MAX: '20' }
  await using service = await startServiceProcess(env, ['npm', 'start'])
  const send = (path: string, body: object, headers?: Record<string, string>) => post(service.url + path, body, headers)
  const signedIn = async () => ({ authorization: `Bearer ${(await signIn(send, service.url)).token}` })
  const reader = createReader(service.url, await signedIn())
  await reader.during(delay(2_000))
  const rows: Row[] = []
  let unavailable = 0
  for (const [name, { prepare, needsBoxes }] of Object.entries(LOADS)) {
    if (needsBoxes && findBubblewrap() === undefined) {
      process.stdout.write(`Skipped: ${name} needs bubblewrap. Install it: apt-get install -y bubblewrap.\n`)
      continue
    }
    const [quiet, busy]: [number[], number[]] = [[], []]
    for (let round = 0; round < ROUNDS; round++) {
      const noisy = { url: service.url, headers: await signedIn() }
      const burst = await createBurst({ ...noisy, ...(await prepare(noisy)) })
      const start = performance.now()
      const counted = burst.go()
      busy.push(...(await reader.during(counted)))
      const statuses = await counted
      unavailable += statuses['503'] ?? 0
      const duration = performance.now() - start
      await delay(500)
      quiet.push(...(await reader.during(delay(duration))))
      process.stdout.write(`${name}: ${JSON.stringify(statuses)} in ${Math.round(duration)} ms\n`)
    }
    rows.push(rowOf(name, p99(busy), p99(quiet)))
  }
  unavailable += reader.refused()
  const name = 'answers 503, or reads refused'
  return [...rows, { name, ours: unavailable, unit: 'answers', target: '0', ok: unavailable === 0 }]
}

function rowOf(name: string, ours: number, peer: number): Row {
  const ratio = ours / peer
  const target = `≤ ${RATIO_MAX}×`
  return { name: `another's reads next to ${name}, p99`, ours, peer, unit: 'ms', ratio, target, ok: ratio <= RATIO_MAX }
}

/** Runs a burst in a separate, already started process, and resolves when that process exits. */
async function createBurst(burst: Burst): Promise<{ go(): Promise<Record<string, number>> }> {
  const child = spawn(process.execPath, [BURST], { stdio: ['pipe', 'pipe', 'inherit'] })
  // A developer's own machine takes no processor time from the service.
  if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  child.stdin.write(`${JSON.stringify(burst)}\n`)
  await once(child.stdout, 'data')
  return {
    async go() {
      const ended = once(child, 'exit')
      child.stdin.write('go\n')
      const statuses = JSON.parse(await text(child.stdout))
      await ended
      return statuses
    },
  }
}

/** Reads the developer's own list repeatedly, one request at a time; returns the milliseconds of each. */
function createReader(
  url: string,
  headers: Record<string, string>,
): { during(work: Promise<unknown>): Promise<number[]>; refused(): number } {
  let refused = 0
  async function during(work: Promise<unknown>): Promise<number[]> {
    const times: number[] = []
    let isOver = false
    void work.finally(() => {
      isOver = true
    })
    while (!isOver) {
      const start = performance.now()
      const response = await fetch(`${url}/api/developer/keys`, { headers })
      await response.arrayBuffer()
      times.push(performance.now() - start)
      if (response.status !== 200) refused++
      await delay(10)
    }
    return times
  }
  return { during, refused: () => refused }
}

function p99(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.99)] ?? Number.NaN
}
