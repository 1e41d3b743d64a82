import { setImmediate as nextTurn } from 'node:timers/promises'
import { createRoundRobin } from '#core/createRoundRobin.ts'
import { currentCaller } from '#core/currentCaller.ts'

/** Resolves at once, or after a turn of the event loop if the time slice is used up. */
export type Pause = () => Promise<void> | undefined

const SLICE_MS = 0.5
const waiting = createRoundRobin<() => Promise<void>>()
let isBusy = false

/** Runs long work in slices, so that other requests continue in between. One work at a time, callers take turns. */
export function inSlices<Result>(work: (pause: Pause) => Promise<Result>): Promise<Result> {
  const { promise, resolve } = Promise.withResolvers<Result>()
  waiting.add(currentCaller(), async () => {
    const done = work(createPause())
    resolve(done)
    await done.catch(() => {})
  })
  if (!isBusy) void runAll()
  return promise
}

async function runAll(): Promise<void> {
  isBusy = true
  for (let next = waiting.take(); next; next = waiting.take()) await next()
  isBusy = false
}

function createPause(): Pause {
  let endsAt = performance.now() + SLICE_MS
  return () =>
    performance.now() < endsAt
      ? undefined
      : nextTurn().then(() => {
          endsAt = performance.now() + SLICE_MS
        })
}
