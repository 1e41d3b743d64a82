import type pg from 'pg'
import { createRoundRobin, type RoundRobin } from '#core/createRoundRobin.ts'
import { currentCaller } from '#core/currentCaller.ts'

export type ConnectionQueue = {
  pool: pg.Pool
  /** The next free connection; rejects after a timeout. */
  take(): Promise<pg.PoolClient>
  /** Callers that wait for a connection in use, not for an idle one or one being opened. */
  waiting(): number
}

type Waiter = { endsAt: number; resolve(client: pg.PoolClient): void; reject(error: unknown): void }

type State = {
  pool: pg.Pool
  /** In arrival order, which is also the order of their timeouts. */
  waiters: Set<Waiter>
  /** The same by caller, and those that timed out. */
  turns: RoundRobin<Waiter>
  /** Requested from the pool and not yet received: idle connections, and new ones. */
  taking: number
  opening: number
  /** Milliseconds during which this process was running. */
  clock: number
  tickedAt: number
  ticking: NodeJS.Timeout | undefined
}

const TICK_MS = 50

/**
 * Hands out the pool's connections to one caller after the other, whichever becomes free first. The pool alone would make a caller that
 * finds none free wait for a new one to open, which on a busy machine takes longer than the work of the open ones.
 */
export function createConnectionQueue(pool: pg.Pool, waitMaxMs = 1_000): ConnectionQueue {
  const counts = { taking: 0, opening: 0, clock: 0, tickedAt: 0 }
  const state: State = { pool, waiters: new Set(), turns: createRoundRobin(), ticking: undefined, ...counts }
  // The pool emits this just before it takes the connection back.
  pool.on('release', () => {
    if (state.waiters.size > 0) process.nextTick(serve, state)
  })
  return {
    pool,
    take() {
      const { promise, resolve, reject } = Promise.withResolvers<pg.PoolClient>()
      startClock(state)
      const waiter = { endsAt: state.clock + waitMaxMs, resolve, reject }
      state.waiters.add(waiter)
      state.turns.add(currentCaller(), waiter)
      serve(state)
      return promise
    },
    waiting: () => Math.max(0, state.waiters.size - state.taking - state.opening),
  }
}

/** Takes idle connections, then opens new ones for the remaining waiters. */
function serve(state: State): void {
  const { pool, waiters } = state
  while (pool.idleCount > state.taking && waiters.size > state.taking) bring(state, 'taking')
  while (waiters.size > state.taking + state.opening && pool.totalCount < pool.options.max) bring(state, 'opening')
}

function bring(state: State, how: 'taking' | 'opening'): void {
  state[how]++
  state.pool.connect().then(
    (client) => {
      state[how]--
      give(state, client)
    },
    (error) => {
      state[how]--
      failed(state, error)
    },
  )
}

function give({ waiters, turns }: State, client: pg.PoolClient): void {
  let next = turns.take()
  while (next && !waiters.delete(next)) next = turns.take()
  if (next) next.resolve(client)
  else client.release()
}

/** If no connection is left or the pool is closing, there is nothing to wait for. */
function failed(state: State, error: unknown): void {
  const { pool, waiters } = state
  if (pool.totalCount > 0 && !pool.ending) return
  for (const { reject } of waiters) reject(error)
  waiters.clear()
  state.turns = createRoundRobin()
}

function startClock(state: State): void {
  if (state.ticking) return
  state.tickedAt = performance.now()
  // setImmediate, so that answers already received are read before a waiter times out.
  state.ticking = setInterval(() => setImmediate(tick, state), TICK_MS).unref()
}

/** A pause of this process counts as one tick, because the database is not late during it. */
function tick(state: State): void {
  const now = performance.now()
  state.clock += Math.min(now - state.tickedAt, 2 * TICK_MS)
  state.tickedAt = now
  for (const waiter of state.waiters) {
    if (waiter.endsAt > state.clock) break
    state.waiters.delete(waiter)
    waiter.reject(new Error('timeout exceeded while every connection was busy'))
  }
  if (state.waiters.size > 0) return
  state.turns = createRoundRobin()
  clearInterval(state.ticking)
  state.ticking = undefined
}
