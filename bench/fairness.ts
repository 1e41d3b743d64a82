import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { signIn } from '../test/setup/keys/signIn.ts'
import { startServiceProcess, temporaryFolder } from '../test/setup/process.ts'
import { post } from '../test/setup/requests.ts'
import type { Row } from './Row.ts'

const BURST = join(import.meta.dirname, 'setup', 'keyBurst.ts')
const CREATIONS = 1_100
const ROUNDS = 5

/** Read latency of one developer during another's burst of key creations, on the service as `npm start` runs it. */
export async function run(): Promise<Row[]> {
  await using folder = await temporaryFolder()
  await using service = await startServiceProcess({ DATA_DIR: folder.path, LOG_LEVEL: 'error' }, ['npm', 'start'])
  const send = (path: string, body: object, headers?: Record<string, string>) => post(service.url + path, body, headers)
  const reader = createReader(service.url, (await signIn(send, service.url)).token)
  await reader.during(delay(2_000))
  const [quiet, busy]: [number[], number[]] = [[], []]
  const answers = new Map<string, number>()
  for (let round = 0; round < ROUNDS; round++) {
    const { token } = await signIn(send, service.url)
    const burst = await createBurst(service.url, token)
    const start = performance.now()
    const statuses = burst.go()
    busy.push(...(await reader.during(statuses)))
    for (const [status, count] of Object.entries(await statuses))
      answers.set(status, (answers.get(status) ?? 0) + count)
    const duration = performance.now() - start
    await delay(500)
    quiet.push(...(await reader.during(delay(duration))))
  }
  process.stdout.write(
    `answers to the bursts: ${JSON.stringify(Object.fromEntries(answers))}; reads: ${quiet.length} quiet, ${busy.length} in bursts, ${reader.refused()} refused\n`,
  )
  const [peer, ours] = [p99(quiet), p99(busy)]
  const unavailable = (answers.get('503') ?? 0) + reader.refused()
  return [
    {
      name: `another's reads in a burst of ${CREATIONS}, p99`,
      ours,
      peer,
      unit: 'ms',
      ratio: ours / peer,
      target: '≤ 3×',
      ok: ours <= 3 * peer,
    },
    { name: 'answers 503, or reads refused', ours: unavailable, unit: 'answers', target: '0', ok: unavailable === 0 },
  ]
}

/** Runs a burst in a separate, already started process, and resolves when that process exits. */
async function createBurst(url: string, token: string): Promise<{ go(): Promise<Record<string, number>> }> {
  const child = spawn(process.execPath, [BURST, url, token, String(CREATIONS)], { stdio: ['pipe', 'pipe', 'inherit'] })
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
  token: string,
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
      const response = await fetch(`${url}/api/developer/keys`, { headers: { authorization: `Bearer ${token}` } })
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
