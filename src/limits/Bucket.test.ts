import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as Bucket from './Bucket.ts'
import type { Lease, LeaseRequest } from './lease.ts'

const WINDOW_MS = 60_000

/** The shared count as the database keeps it: windows of one minute on one clock. */
function createShared(clock: { now: number }) {
  const counted = { window: 0, used: 0, leases: 0, isDown: false }
  return {
    counted,
    async lease({ quota, spent, block }: LeaseRequest): Promise<Lease> {
      if (counted.isDown) throw new Error('down')
      const window = Math.floor(clock.now / WINDOW_MS)
      if (window > counted.window) Object.assign(counted, { window, used: 0 })
      counted.used += spent + block
      counted.leases++
      const granted = Math.max(0, Math.min(block, quota - (counted.used - block)))
      const resetMs = (window + 1) * WINDOW_MS - clock.now
      return { granted, remaining: Math.max(0, quota - counted.used), resetMs }
    },
  }
}

function createReplicas(count: number, quota: number) {
  const clock = { now: 0 }
  const shared = createShared(clock)
  const source: Bucket.Source = { lease: shared.lease, elapsed: () => clock.now }
  const policy = { policy: 'read', quota, windowSeconds: 60 }
  const buckets = Array.from({ length: count }, () => Bucket.create('read dev_1', policy))
  return { clock, shared, source, buckets }
}

async function passed(buckets: Bucket.Bucket[], source: Bucket.Source, calls: number): Promise<number> {
  const verdicts = await Promise.all(
    Array.from({ length: calls }, (_, i) => Bucket.take(buckets[i % buckets.length] as Bucket.Bucket, source)),
  )
  return verdicts.filter(({ allowed }) => allowed).length
}

test.each([1, 5, 39, 40, 100, 1000])('one replica lets exactly a quota of %i through', async (quota) => {
  const { buckets, source } = createReplicas(1, quota)
  expect(await passed(buckets, source, quota + 50)).toBe(quota)
})

test('several replicas exceed a quota by no more than a block each, small quotas not at all', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 2000 }), async (replicas, quota) => {
      const { buckets, source } = createReplicas(replicas, quota)
      const count = await passed(buckets, source, quota * 3 + 10)
      expect(count).toBeLessThanOrEqual(quota + replicas * Bucket.blockOf(quota))
      expect(count).toBeGreaterThanOrEqual(Math.min(quota, quota - (replicas - 1) * Bucket.blockOf(quota)))
    }),
  )
})

test('the next window has the whole quota', async () => {
  const { buckets, source, clock } = createReplicas(1, 100)
  expect(await passed(buckets, source, 200)).toBe(100)
  clock.now = WINDOW_MS
  expect(await passed(buckets, source, 200)).toBe(100)
})

test('the first calls of a window and refused calls ask nobody', async () => {
  const { buckets, source, shared } = createReplicas(1, 1000)
  const [bucket] = buckets as [Bucket.Bucket]
  for (let i = 0; i < 50; i++) expect(Bucket.take(bucket, source)).not.toBeInstanceOf(Promise)
  expect(shared.counted.leases).toBe(0)
  expect(await passed(buckets, source, 2000)).toBe(950)
  const { leases } = shared.counted
  expect(Bucket.take(bucket, source)).toMatchObject({ allowed: false, remaining: 0, resetSeconds: 60 })
  expect(shared.counted.leases).toBe(leases)
})

test('a verdict carries the remaining calls and the time until the reset', () => {
  const { buckets, source, clock } = createReplicas(1, 1000)
  const [bucket] = buckets as [Bucket.Bucket]
  expect(Bucket.take(bucket, source)).toEqual({
    allowed: true,
    policy: 'read',
    quota: 1000,
    windowSeconds: 60,
    remaining: 999,
    resetSeconds: 60,
  })
  clock.now = 30_500
  expect(Bucket.take(bucket, source)).toMatchObject({ remaining: 998, resetSeconds: 30 })
})

test('without the database a replica keeps the quota by itself', async () => {
  const { buckets, source, shared } = createReplicas(1, 100)
  shared.counted.isDown = true
  expect(await passed(buckets, source, 300)).toBe(100)
})
