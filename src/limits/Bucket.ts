import type { Verdict } from '#core/ports.ts'
import type { Lease, LeaseRequest } from './lease.ts'

export type Policy = { policy: string; quota: number; windowSeconds: number }

/** The calls of one caller in one class, as this replica counts them. */
export type Bucket = Policy & {
  name: string
  /** When the window ends, on the clock of `Source`. */
  endsAt: number
  /** Calls that need no lease. */
  left: number
  /** The rest of the quota at the last lease. */
  beyond: number
  /** Calls admitted without a lease, which the next lease counts. */
  uncounted: number
  isExhausted: boolean
  leasing: Promise<void> | undefined
  waiting: number
}

export type Source = { lease(request: LeaseRequest): Promise<Lease>; elapsed(): number }

const BLOCK_MAX = 50

/** The calls per lease, and the calls a replica admits before its first lease of a window. */
export function blockOf(quota: number): number {
  return quota < 40 ? 0 : Math.min(BLOCK_MAX, Math.floor(quota / 20))
}

export function create(name: string, { policy, quota, windowSeconds }: Policy): Bucket {
  const counts = { left: 0, beyond: 0, uncounted: 0, waiting: 0 }
  return { name, policy, quota, windowSeconds, endsAt: 0, isExhausted: false, leasing: undefined, ...counts }
}

export function isOver(bucket: Bucket, now: number): boolean {
  return bucket.endsAt <= now && bucket.waiting === 0
}

/** Draws one call; synchronous while calls are left, and when the quota is exhausted. */
export function take(bucket: Bucket, source: Source): Verdict | Promise<Verdict> {
  const now = source.elapsed()
  if (isOver(bucket, now)) begin(bucket, now)
  if (bucket.left > 0 || bucket.isExhausted) return draw(bucket, now)
  return takeLeased(bucket, source)
}

function begin(bucket: Bucket, now: number): void {
  const block = blockOf(bucket.quota)
  bucket.endsAt = now + bucket.windowSeconds * 1000
  bucket.left = block
  bucket.uncounted = block
  bucket.beyond = bucket.quota - block
  bucket.isExhausted = false
}

function draw(bucket: Bucket, now: number): Verdict {
  const allowed = bucket.left > 0
  if (allowed) bucket.left--
  const { policy, quota, windowSeconds, left, beyond, endsAt } = bucket
  const resetSeconds = Math.max(1, Math.ceil((endsAt - now) / 1000))
  return { allowed, policy, quota, windowSeconds, remaining: left + beyond, resetSeconds }
}

/** Concurrent calls that find the bucket empty share one lease. */
async function takeLeased(bucket: Bucket, source: Source): Promise<Verdict> {
  bucket.waiting++
  while (bucket.left === 0 && !bucket.isExhausted) {
    bucket.leasing ??= renew(bucket, source).finally(() => {
      bucket.leasing = undefined
    })
    await bucket.leasing
  }
  bucket.waiting--
  return draw(bucket, source.elapsed())
}

async function renew(bucket: Bucket, source: Source): Promise<void> {
  const { name, quota, windowSeconds, uncounted: spent, waiting } = bucket
  const block = Math.max(blockOf(quota), waiting)
  try {
    const { granted, remaining, resetMs } = await source.lease({ bucket: name, quota, windowSeconds, spent, block })
    Object.assign(bucket, { left: granted, beyond: remaining, uncounted: 0, isExhausted: granted < block })
    bucket.endsAt = source.elapsed() + resetMs
  } catch {
    // Without the database this replica spends the rest of the quota that it knows of.
    Object.assign(bucket, { left: bucket.beyond, beyond: 0, isExhausted: true })
  }
}
