import type { Caller, CallLimit } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { andThen } from '#core/andThen.ts'
import { principal } from '#core/Caller.ts'
import { every } from '#core/every.ts'
import type { LimitClass } from '#core/Operation.ts'
import type { Limit, Verdict } from '#core/ports.ts'
import { withTimeout } from '#core/withTimeout.ts'
import type { Database } from '#database/Database.ts'
import * as Bucket from './Bucket.ts'
import { forgetOld, lease } from './lease.ts'

type GlobalBucket = 'signups' | 'nonces' | 'boxes' | 'streams'

type Resources = {
  database: Pick<Database, 'kysely' | 'log'>
  /** Calls per minute for each developer or anonymous address. */
  perMinute: Readonly<Record<LimitClass, number>>
  /** Calls per hour for all callers together. */
  globalPerHour: Readonly<Record<GlobalBucket, number>>
  /** Multiplies the calls per minute of a caller. Default: 1 */
  factorOf?: (caller: Caller) => number
  /** Called with every call of a known caller who has used four fifths of a limit. */
  nearlyUsed?: (developerId: string, verdict: Verdict) => void
  /** A monotonic clock in milliseconds. */
  elapsed?: () => number
  /** The timeout of a lease. Default: 250 */
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
const LEASE_MAX_MS = 250

/**
 * Limits over all replicas. A replica admits the first block of a window by itself (a twentieth of the quota, at most
 * 50), then leases block after block from the database. A window therefore admits at most its quota plus one block per
 * replica; quotas below 40 are leased call by call and are exact. Without the database each replica enforces the whole
 * quota on its own.
 */
export function createLimits(resources: Resources): Limits {
  const { database, perMinute, globalPerHour, factorOf = () => 1, nearlyUsed = () => {} } = resources
  const { elapsed = () => performance.now(), leaseMaxMs = LEASE_MAX_MS } = resources
  const buckets = new Map<string, Bucket.Bucket>()
  const source: Bucket.Source = {
    lease: (request) => withTimeout(lease(database.kysely, request), leaseMaxMs, leaseTimedOut),
    elapsed,
  }
  const take = (name: string, policy: Bucket.Policy) => Bucket.take(bucketIn(buckets, name, policy), source)
  const perCaller = policiesOf(perMinute, 60)
  const shared = policiesOf(globalPerHour, 3600)
  const timers = startTimers(buckets, source, database)
  const limit: Limit = (caller, limitClass) => {
    const policy = scaled(perCaller[limitClass], factorOf(caller))
    const ofCaller = () => watched(take(`${limitClass} ${bucketOf(caller)}`, policy), caller, nearlyUsed)
    const own = limitClass === 'control' || caller.kind !== 'key' ? undefined : caller.callLimits
    const draws = own?.map((one) => () => take(`key ${one.keyId}`, policyOf(one))) ?? NO_LIMITS
    const verdict = draws.reduceRight<() => Maybe>((rest, first) => () => both(first(), rest), ofCaller)()
    return limitClass === 'stream' ? both(verdict, () => take('streams', shared.streams)) : verdict
  }
  return {
    limit,
    takeGlobally(bucket) {
      return andThen(take(bucket, shared[bucket]), requireRoom)
    },
    async [Symbol.asyncDispose]() {
      timers[Symbol.dispose]()
    },
  }
}

function leaseTimedOut(): Error {
  return new Error('The lease timed out.')
}

function policiesOf<Name extends string>(quotas: Readonly<Record<Name, number>>, windowSeconds: number) {
  const entries = Object.entries<number>(quotas).map(([policy, quota]) => [policy, { policy, quota, windowSeconds }])
  return Object.fromEntries(entries) as Record<Name, Bucket.Policy>
}

function scaled(policy: Bucket.Policy, factor: number): Bucket.Policy {
  return factor === 1 ? policy : { ...policy, quota: Math.max(1, Math.round(policy.quota * factor)) }
}

function bucketIn(buckets: Map<string, Bucket.Bucket>, name: string, policy: Bucket.Policy): Bucket.Bucket {
  const known = buckets.get(name)
  if (known) {
    // A changed quota counts from the next lease or window on.
    known.quota = policy.quota
    return known
  }
  const [oldest] = buckets.keys()
  if (buckets.size >= BUCKETS_MAX && oldest !== undefined) buckets.delete(oldest)
  const bucket = Bucket.create(name, policy)
  buckets.set(name, bucket)
  return bucket
}

/** A box has its own buckets, so that its agent cannot use up those of its owner, who must be able to stop it. */
function bucketOf(caller: Caller): string {
  return caller.kind === 'box' ? caller.boxId : principal(caller)
}

const NO_LIMITS: readonly (() => Maybe)[] = []

/** The limit that a developer set for one key, over all calls except those that end something. */
function policyOf({ callsPerMinute }: CallLimit): Bucket.Policy {
  return { policy: 'key', quota: callsPerMinute, windowSeconds: 60 }
}

type Maybe = Verdict | Promise<Verdict>

/** Anonymous callers have no rules, and agents in boxes have their own buckets. */
function watched(verdict: Maybe, caller: Caller, nearlyUsed: NonNullable<Resources['nearlyUsed']>): Maybe {
  if (caller.kind === 'anonymous' || caller.kind === 'box') return verdict
  return andThen(verdict, (known) => {
    if (known.remaining * 5 <= known.quota) nearlyUsed(caller.developerId, known)
    return known
  })
}

/** Draws from the second only if the first allows, and returns the verdict that refuses. */
function both(first: Maybe, second: () => Maybe): Maybe {
  return andThen(first, (one) => (one.allowed ? andThen(second(), (other) => (other.allowed ? one : other)) : one))
}

function requireRoom({ allowed, policy, resetSeconds }: Verdict): void {
  if (allowed) return
  throw new ApiError(
    'resource_exhausted',
    `The service-wide limit of ${policy} is reached. Wait ${resetSeconds} s, then try again.`,
    {
      headers: { 'retry-after': String(resetSeconds) },
    },
  )
}

function startTimers(
  buckets: Map<string, Bucket.Bucket>,
  { elapsed }: Bucket.Source,
  { kysely, log }: Pick<Database, 'kysely' | 'log'>,
): Disposable {
  const sweep = () => {
    for (const [name, bucket] of buckets) if (Bucket.isOver(bucket, elapsed())) buckets.delete(name)
  }
  const failed = (err: unknown) => log.warn({ err }, 'failed to delete old rate limits')
  const timers = new DisposableStack()
  timers.use(every(SWEEP_EVERY_MS, sweep))
  timers.use(every(CLEANUP_EVERY_MS, () => forgetOld(kysely), failed))
  return timers
}
