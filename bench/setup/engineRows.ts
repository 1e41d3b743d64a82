import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { createCatalogue } from '#boxes/catalogue/createCatalogue.ts'
import { startAgent } from '#boxes/host/startAgent.ts'
import type { Driver } from '#boxes/isolation/Driver.ts'
import { SIZES } from '#boxes/isolation/Limits.ts'
import { openDriver } from '#boxes/isolation/openDriver.ts'
import { openTestCluster } from '../../test/setup/boxes/kubernetes/openTestCluster.ts'
import type { Row } from '../Row.ts'

const ROUNDS = 9
const ENGINES = ['bubblewrap', 'runc', 'runsc', 'kubernetes'] as const

type Figures = { ready: number; first: number; memory: number }

/** An agent of each installed engine: until it is ready, until its first update, and its memory; the peer is bubblewrap. */
export async function engineRows(): Promise<Row[]> {
  const rows: Row[] = []
  let peer: Figures | undefined
  await using opened = new AsyncDisposableStack()
  const cluster = await openTestCluster().catch(() => undefined)
  if (cluster) opened.use(cluster)
  for (const engine of ENGINES) {
    await using driver = await openDriver({ warn: () => {} }, engine, cluster?.settings)
    if (driver.isolation.level === 'none') {
      process.stdout.write(`Skipped: boxes run by ${engine}, which does not work here.\n`)
      continue
    }
    const figures = await measure(driver)
    peer ??= figures
    rows.push(
      row(`${engine}: start to ready`, 'ms', { ours: figures.ready, peer: peer.ready }),
      row(`${engine}: prompt to first update`, 'ms', { ours: figures.first, peer: peer.first }),
      row(`${engine}: memory of a box with its engine (PSS)`, 'MiB', { ours: figures.memory, peer: peer.memory }),
    )
  }
  return rows
}

function row(name: string, unit: string, { ours, peer }: { ours: number; peer: number }): Row {
  return { name, ours, peer, unit, ratio: ours / peer }
}

async function measure(driver: Driver): Promise<Figures> {
  const all: Figures[] = []
  for (let round = 0; round < ROUNDS; round++) all.push(await measureOnce(driver))
  const median = (kind: keyof Figures) => all.map((one) => one[kind]).toSorted((a, b) => a - b)[ROUNDS >> 1] ?? 0
  return { ready: median('ready'), first: median('first'), memory: median('memory') }
}

async function measureOnce(driver: Driver): Promise<Figures> {
  const catalogue = createCatalogue({ protocols: new Set(), isolation: () => driver.isolation.level })
  const template = catalogue.get('echo')
  if (!template) throw new Error('The catalogue has no echo agent.')
  const before = new Set(descendants(process.pid))
  const begun = performance.now()
  await using started = await startAgent(driver, catalogue.program(template, { limits: SIZES.small, environment: {} }))
  const ready = performance.now() - begun
  const session = await started.agent.openSession({ history: [] })
  const updated = Promise.withResolvers<void>()
  started.agent.listen({ updated: () => updated.resolve(), asked: async () => undefined } as never)
  const asked = performance.now()
  const answered = started.agent.prompt(session.id, { text: 'hello', links: [] })
  await updated.promise
  const first = performance.now() - asked
  await answered
  const memory = descendants(process.pid)
    .filter((pid) => !before.has(pid))
    .reduce((sum, pid) => sum + pssOf(pid), 0)
  return { ready, first, memory: memory / 1024 }
}

/** Any thread of a process may have started a child. */
function descendants(pid: number): number[] {
  const threads = existsSync(`/proc/${pid}/task`) ? readdirSync(`/proc/${pid}/task`) : []
  const children = threads.flatMap((thread) => read(`/proc/${pid}/task/${thread}/children`).split(' '))
  return children.filter(Boolean).flatMap((child) => [Number(child), ...descendants(Number(child))])
}

function pssOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0)
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}
