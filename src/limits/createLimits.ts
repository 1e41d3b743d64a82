import { ApiError } from '#core/ApiError.ts'
import { andThen } from '#core/andThen.ts'
import { principal } from '#core/Caller.ts'
import type { Limit, Verdict } from '#core/Door.ts'
import type { LimitClass } from '#core/Operation.ts'
import type { Database } from '#database/Database.ts'
import * as Bucket from './Bucket.ts'
import { forgetOld, lease } from './lease.ts'

type GlobalBucket = 'signups' | 'nonces' | 'boxes' | 'streams'

type Resources = {
  database: Pick<Database, 'kysely' | 'log'>
  /** Calls a minute for each developer, and for each anonymous address. */
  perMinute: Readonly<Record<LimitClass, number>>
  /** Calls an hour for all callers together. */
  globalPerHour: Readonly<Record<GlobalBucket, number>>
  /** Milliseconds on a clock that never jumps. */
  elapsed?: () => number
  /** A database that takes longer than this is done without. */
  leaseMaxMs?: number | undefined
}

export type Limits = AsyncDisposable & {
  limit: Limit
  /** Draws from a bucket that all callers share; throws `resource_exhausted` when it is empty. */
  takeGlobally(bucket: GlobalBucket): void | Promise<void>
}

const SWEEP_EVERY_MS = 60_000
const CLEANUP_EVERY_MS = 60 * 60_000
const BUCKETS_MAX = 100_000
/** A slow database must not make every call slow. */
const LEASE_MAX_MS = 250

/**
 * Limits that hold over all replicas. A replica lets the first calls of a window through by itself (one block: a
 * twentieth of the quota, at most 50), then leases block after block from the database. A window therefore lets through
 * at most its quota and one block per replica; quotas below 40 are leased call by call and are exact. While the
 * database is away each replica keeps the whole quota by itself.
 */
export function createLimits(resources: Resources): Limits {
  const { database, perMinute, globalPerHour, elapsed = () => performance.now(), leaseMaxMs = LEASE_MAX_MS } = resources
  const buckets = new Map<string, Bucket.Bucket>()
  const source: Bucket.Source = { lease: (request) => inTime(lease(database.kysely, request), leaseMaxMs), elapsed }
  const take = (name: string, policy: Bucket.Policy) => Bucket.take(bucketIn(buckets, name, policy), source)
  const perCaller = policiesOf(perMinute, 60)
  const shared = policiesOf(globalPerHour, 3600)
  const timers = startTimers(buckets, source, database)
  const limit: Limit = (caller, limitClass) => {
    const verdict = take(`${limitClass} ${principal(caller)}`, perCaller[limitClass])
    return limitClass === 'stream' ? both(verdict, () => take('streams', shared.streams)) : verdict
  }
  return {
    limit,
    takeGlobally(bucket) {
      return andThen(take(bucket, shared[bucket]), requireRoom)
    },
    async [Symbol.asyncDispose]() {
      for (const timer of timers) clearInterval(timer)
    },
  }
}

function inTime<Result>(work: Promise<Result>, maxMs: number): Promise<Result> {
  const { promise, resolve, reject } = Promise.withResolvers<Result>()
  const timer = setTimeout(() => reject(new Error('The lease took too long.')), maxMs)
  work.then(resolve, reject).finally(() => clearTimeout(timer))
  return promise
}

function policiesOf<Name extends string>(quotas: Readonly<Record<Name, number>>, windowSeconds: number) {
  const entries = Object.entries<number>(quotas).map(([policy, quota]) => [policy, { policy, quota, windowSeconds }])
  return Object.fromEntries(entries) as Record<Name, Bucket.Policy>
}

function bucketIn(buckets: Map<string, Bucket.Bucket>, name: string, policy: Bucket.Policy): Bucket.Bucket {
  const known = buckets.get(name)
  if (known) return known
  const [oldest] = buckets.keys()
  if (buckets.size >= BUCKETS_MAX && oldest !== undefined) buckets.delete(oldest)
  const bucket = Bucket.create(name, policy)
  buckets.set(name, bucket)
  return bucket
}

type Maybe = Verdict | Promise<Verdict>

/** The second is drawn from only when the first allows; its verdict counts when it refuses. */
function both(first: Maybe, second: () => Maybe): Maybe {
  return andThen(first, (one) => (one.allowed ? andThen(second(), (other) => (other.allowed ? one : other)) : one))
}

function requireRoom({ allowed, policy, resetSeconds }: Verdict): void {
  if (allowed) return
  throw new ApiError('resource_exhausted', `The service takes no more ${policy} for now. Wait ${resetSeconds} s.`, {
    headers: { 'retry-after': String(resetSeconds) },
  })
}

function startTimers(
  buckets: Map<string, Bucket.Bucket>,
  { elapsed }: Bucket.Source,
  { kysely, log }: Pick<Database, 'kysely' | 'log'>,
): NodeJS.Timeout[] {
  const sweep = () => {
    for (const [name, bucket] of buckets) if (Bucket.isOver(bucket, elapsed())) buckets.delete(name)
  }
  const cleanUp = () => forgetOld(kysely).catch((err) => log.warn({ err }, 'old rate limits were not removed'))
  return [setInterval(sweep, SWEEP_EVERY_MS).unref(), setInterval(cleanUp, CLEANUP_EVERY_MS).unref()]
}
