import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { Role } from '@a2a-js/sdk'
import { ServerCallContext } from '@a2a-js/sdk/server'
import { CALL_KEY, createRequestHandler } from '#a2a/createRequestHandler.ts'
import { findBubblewrap } from '#boxes/isolation/bubblewrapDriver.ts'
import type { Row } from './Row.ts'
import { type BoxesBench, openBoxesBench } from './setup/boxesBench.ts'
import { engineRows } from './setup/engineRows.ts'

const ROUNDS = 15
const IDLE_BOXES = Number(process.env['BOXES'] ?? 50)
const IDLE_SECONDS = 5

/** Time until a box is ready and answers, and the cost of an idle one, next to a bare sandboxed Node. */
export async function run(): Promise<Row[]> {
  if (findBubblewrap() === undefined) {
    process.stdout.write('Skipped: boxes needs bubblewrap. Install it: apt-get install -y bubblewrap.\n')
    return []
  }
  const bare = await median(ROUNDS, bareStart)
  await using bench = await openBoxesBench(1)
  await delay(2_000)
  const warm = await median(ROUNDS, async () => {
    const ms = await createToReady(bench, 'small')
    await delay(1_500)
    return ms
  })
  const cold = await median(ROUNDS, () => createToReady(bench, 'medium'))
  const place = await openWarmSession(bench)
  const first = await promptToUpdate(bench, place)
  const overA2a = await messageToUpdate(bench, place)
  return [
    {
      name: 'create to ready, started ahead',
      ours: warm,
      peer: bare,
      unit: 'ms',
      ratio: warm / bare,
      target: '≤ 100 ms',
      ok: warm <= 100,
    },
    {
      name: 'create to ready, cold',
      ours: cold,
      peer: bare,
      unit: 'ms',
      ratio: cold / bare,
      target: '≤ 400 ms',
      ok: cold <= 400,
    },
    { name: 'prompt to first update', ours: first, unit: 'ms', target: '≤ 30 ms', ok: first <= 30 },
    {
      name: 'message to first update over A2A, next to REST',
      ours: overA2a,
      peer: first,
      unit: 'ms',
      ratio: overA2a / first,
      target: '≤ 10 ms more',
      ok: overA2a <= first + 10,
    },
    ...(await idle(bench)),
    ...(await engineRows()),
  ]
}

/** A bare `bwrap node`, from its start to its first output. */
async function bareStart(): Promise<number> {
  const args = ['--unshare-all', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev', process.execPath, '-p', '1']
  const begun = performance.now()
  const child = spawn(findBubblewrap() ?? 'bwrap', args, { stdio: ['ignore', 'pipe', 'ignore'] })
  await once(child.stdout, 'data')
  return performance.now() - begun
}

async function createToReady(bench: BoxesBench, size: string): Promise<number> {
  const begun = performance.now()
  const { box } = await bench.perform('createBox', { agentId: 'echo', size })
  for (;;) {
    const { box: now } = await bench.perform('getBox', { boxId: box.id })
    if (now.status === 'ready') break
    await delay(2)
  }
  const ms = performance.now() - begun
  await bench.perform('deleteBox', { boxId: box.id })
  return ms
}

type Place = { boxId: string; sessionId: string }

/** A session whose agent has answered once. */
async function openWarmSession(bench: BoxesBench): Promise<Place> {
  const { box } = await bench.perform('createBox', { agentId: 'echo' })
  const { session } = await bench.perform('createBoxSession', { boxId: box.id })
  const at = { boxId: box.id, sessionId: session.id }
  await bench.perform('postBoxMessage', { ...at, content: 'warm up', waitSeconds: 20 })
  return at
}

const absent = () => Promise.reject(new Error('no push notifications'))
const noPushes = { requireUrl: () => {}, create: absent, find: absent, list: absent, remove: absent }

/** From a message over A2A to the first piece of its streamed reply. */
function messageToUpdate(bench: BoxesBench, { sessionId }: Place): Promise<number> {
  const handler = createRequestHandler(bench.boxes.agentRuns, () => Promise.reject(new Error('no card')), noPushes)
  const context = new ServerCallContext({ requestedVersion: '1.0' })
  context.state.set(CALL_KEY, bench.call)
  const content = { $case: 'text' as const, value: 'hello' }
  const parts = [{ content, metadata: undefined, filename: '', mediaType: 'text/plain' }]
  const place = { contextId: sessionId, taskId: '', metadata: undefined, extensions: [], referenceTaskIds: [] }
  return median(ROUNDS, async () => {
    const message = { messageId: crypto.randomUUID(), role: Role.ROLE_USER, parts, ...place }
    const asked = { tenant: '', message, configuration: undefined, metadata: undefined }
    const begun = performance.now()
    let ms = 0
    for await (const { payload } of handler.sendMessageStream(asked, context))
      if (ms === 0 && payload?.$case === 'artifactUpdate') ms = performance.now() - begun
    await delay(100)
    return ms
  })
}

function promptToUpdate(bench: BoxesBench, at: Place): Promise<number> {
  return median(ROUNDS, async () => {
    const source = bench.boxes.context.feeds.source(at.sessionId)
    const { promise, resolve } = Promise.withResolvers<void>()
    using _ = source.subscribe((events) => {
      if (events.some(({ kind }) => kind === 'update')) resolve()
    })
    await source.refresh()
    const begun = performance.now()
    await bench.perform('postBoxMessage', { ...at, content: 'hello' })
    await promise
    const ms = performance.now() - begun
    await delay(100)
    return ms
  })
}

async function idle(bench: BoxesBench): Promise<Row[]> {
  const before = new Set(boxProcesses())
  for (let made = 0; made < IDLE_BOXES; made += 5) {
    const created = await Promise.all(Array.from({ length: 5 }, () => bench.perform('createBox', { agentId: 'echo' })))
    for (const { box } of created)
      while ((await bench.perform('getBox', { boxId: box.id })).box.status !== 'ready') await delay(20)
  }
  await delay(3_000)
  const processes = boxProcesses().filter((pid) => !before.has(pid))
  const mib = processes.map(pssOf).reduce((sum, one) => sum + one, 0) / 1024 / IDLE_BOXES
  const ticks = () => processes.map(cpuTicksOf).reduce((sum, one) => sum + one, 0)
  const begun = ticks()
  await delay(IDLE_SECONDS * 1000)
  const percent = (ticks() - begun) / IDLE_SECONDS / IDLE_BOXES
  return [
    {
      name: `memory of each of ${IDLE_BOXES} idle boxes (PSS)`,
      ours: mib,
      unit: 'MiB',
      target: '≤ 40 MiB',
      ok: mib <= 40,
    },
    { name: 'processor of an idle box', ours: percent, unit: '%', target: '< 0.1 %', ok: percent < 0.1 },
  ]
}

function boxProcesses(): number[] {
  const lines = spawnSync('ps', ['-eo', 'pid=,args='], { encoding: 'utf8' }).stdout.split('\n')
  return lines.filter((line) => /agents\/echo\/main\.ts/.test(line)).map((line) => Number.parseInt(line, 10))
}

function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** User and system time in hundredths of a second. */
function cpuTicksOf(pid: number): number {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/^.*\) /, '')
      .split(' ')
    return Number(fields[11]) + Number(fields[12])
  } catch {
    return 0
  }
}

async function median(rounds: number, measure: () => Promise<number>): Promise<number> {
  const figures: number[] = []
  for (let round = 0; round < rounds; round++) figures.push(await measure())
  return figures.toSorted((one, other) => one - other)[Math.floor(rounds / 2)] ?? 0
}
