import { availableParallelism, loadavg } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { checkAnswers, type Tolerance } from './checks/checkAnswers.ts'
import { checkHeap } from './checks/checkHeap.ts'
import { checkStream } from './checks/checkStream.ts'
import { checkWrites, type Span } from './checks/checkWrites.ts'
import { leftBehind } from './checks/leftBehind.ts'
import { openSubject, type Subject } from './cluster/openSubject.ts'
import type { Fault } from './faults.ts'
import { type Load, startLoad } from './load/startLoad.ts'
import { storedBoxMessages, storedPosts } from './load/stored.ts'
import type { Result } from './Result.ts'

type Options = {
  faults: readonly Fault[]
  replicas: number
  hasBoxes: boolean
  isWhole: boolean
  /** Rounds of equal load after the faults, after each of which the heap is measured. */
  heapRounds: number
  heapRoundMs: number
  report: (result: Result) => void
}

const CALM: Tolerance = {}
/** On a machine with much other work, requests time out without any fault. The program alone brings a load of three per core. */
const OVERLOADED: Tolerance = { refused: 'all' }
const LOAD_PER_CORE_MAX = 4
const AFTER_MS = 2_000

function isOverloaded(): boolean {
  return (loadavg()[0] ?? 0) > LOAD_PER_CORE_MAX * availableParallelism()
}

/** Runs the faults one after the other under one mixed load, then checks what must hold of all of it. */
export async function runMixedLoad(options: Options): Promise<Result[]> {
  const results: Result[] = []
  const report = (result: Result) => {
    results.push(result)
    options.report(result)
  }
  let folder = ''
  {
    await using subject = await openSubject(options)
    folder = subject.folder
    await subject.untilWell()
    const now = { tolerated: CALM, mayReset: false }
    const { cluster, deposit, hasBoxes } = subject
    const load = await startLoad({
      url: cluster.url,
      deposit,
      hasBoxes,
      tolerated: () => (isOverloaded() ? { ...now.tolerated, ...OVERLOADED } : now.tolerated),
      mayReset: () => now.mayReset,
    })
    const lossy: Span[] = []
    for (const fault of options.faults) report(await runFault(fault, { subject, load, now, lossy }))
    const heaps = await measureHeaps(subject, load, options)
    await load.stop()
    report(checkLoad(load))
    report(await checkStored(load, lossy))
    report(await checkFollowers(load))
    if (options.heapRounds > 0) report(checkedHeaps(heaps))
  }
  const left = await leftBehind(folder)
  report(
    toResult(
      'processes',
      'the end of the run',
      `${left.length} left`,
      left.map((pid) => `process ${pid} is left`),
    ),
  )
  return results
}

type Running = { subject: Subject; load: Load; now: { tolerated: Tolerance; mayReset: boolean }; lossy: Span[] }

async function runFault(fault: Fault, { subject, load, now, lossy }: Running): Promise<Result> {
  const { name, injected, tolerated, mayReset = false } = fault
  const missing = fault.missing?.(subject)
  if (missing) return { row: name, injected, state: 'not run', figures: missing, selfTest: 'not run', seconds: 0 }
  const from = performance.now()
  const before = load.client.answers.length
  const failuresBefore = load.failures.length
  Object.assign(now, { tolerated, mayReset })
  const problems: string[] = []
  const note = (error: Error) => void problems.push(error.message)
  await fault.inject(subject).catch(note)
  await subject.untilWell().catch(note)
  // Requests and streams that met the fault end within this time.
  await delay(AFTER_MS)
  Object.assign(now, { tolerated: CALM, mayReset: false })
  if (fault.isLossy) lossy.push({ from, to: performance.now() })
  const answers = load.client.answers.slice(before)
  problems.push(...checkAnswers(answers), ...load.failures.slice(failuresBefore))
  return toResult(name, injected, figuresOf(answers), problems, from)
}

function figuresOf(answers: Load['client']['answers']): string {
  const count = (fits: (status: number) => boolean) => answers.filter(({ status }) => fits(status)).length
  const [refused, lost] = [count((status) => status === 503), count((status) => status === 0)]
  const others = isOverloaded() ? `; the machine was overloaded (load ${loadavg()[0]?.toFixed(0)})` : ''
  return `${answers.length} requests, ${refused} refused with 503, ${lost} connections lost${others}`
}

/** Fails if a kind of request never succeeds, because it would test nothing. */
function checkLoad({ client }: Load): Result {
  const kinds = [...Map.groupBy(client.answers, ({ kind }) => kind)]
  const succeeded = kinds.map(
    ([kind, answers]) => [kind, answers.filter(({ status }) => status < 300 && status > 0)] as const,
  )
  const problems = succeeded.filter(([, answers]) => answers.length === 0).map(([kind]) => `${kind}: none succeeded`)
  const figures = succeeded.map(([kind, answers]) => `${kind} ${answers.length}`).join(', ')
  return toResult('load', 'requests that succeeded, by kind', figures, problems)
}

async function measureHeaps({ cluster }: Subject, load: Load, { heapRounds, heapRoundMs }: Options) {
  const heaps: Record<string, number[]> = {}
  for (let round = 0; round < heapRounds; round++) {
    load.setPaused(false)
    await delay(heapRoundMs)
    load.setPaused(true)
    await delay(AFTER_MS)
    for (const { name, ask } of cluster.replicas) {
      const { heapBytes } = (await ask({ heap: true })) as { heapBytes: number }
      heaps[name] = [...(heaps[name] ?? []), heapBytes]
    }
  }
  return heaps
}

function checkedHeaps(heaps: Record<string, number[]>): Result {
  const inMegabytes = (bytes: number) => (bytes / 2 ** 20).toFixed(0)
  const figures = Object.entries(heaps).map(([name, rounds]) => `${name} ${rounds.map(inMegabytes).join(', ')} MB`)
  return toResult('memory', 'rounds of equal load', figures.join('; '), checkHeap(heaps))
}

async function checkStored(load: Load, lossy: Span[]): Promise<Result> {
  const posts = checkWrites({ ...load.posts, stored: await storedPosts(load), lossy })
  const messages = checkWrites({ ...load.boxMessages, stored: await storedBoxMessages(load), lossy })
  const count = load.posts.acknowledged.length + load.boxMessages.acknowledged.length
  return toResult('acknowledged writes', 'all faults above', `${count} acknowledged`, [...posts, ...messages])
}

async function checkFollowers(load: Load): Promise<Result> {
  const last = Math.max(...(await storedPosts(load)).keys())
  const { followers } = load
  const deadline = performance.now() + 20_000
  while (followers.some((one) => one.position() !== last) && performance.now() < deadline) await delay(100)
  await Promise.all(followers.map((one) => one.stop()))
  const problems = followers.flatMap(({ received }, index) =>
    checkStream({ name: `reader ${index + 1}`, received, last }),
  )
  const opened = followers.reduce((sum, one) => sum + one.opened(), 0)
  const resets = followers.flatMap(({ received }) => received).filter(({ kind }) => kind === 'reset').length
  const figures = `${followers.length} readers, ${last} entries, ${opened} connections, ${resets} resets`
  return toResult('streams', 'all faults above', figures, problems)
}

function toResult(row: string, injected: string, figures: string, problems: string[], from?: number): Result {
  const seconds = from === undefined ? 0 : Math.round((performance.now() - from) / 1_000)
  const state = problems.length === 0 ? 'held' : 'failed'
  return { row, injected, state, figures, selfTest: 'not run', seconds, ...(state === 'failed' && { problems }) }
}
