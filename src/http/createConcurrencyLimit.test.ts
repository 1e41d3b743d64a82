import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './createConcurrencyLimit.ts'

const NEVER_LONG = 1_000_000

/** A limit of two, the requests started so far with their backlog, and a way to end each. */
function createWatched(countedMs = NEVER_LONG, shared?: { max: number; countedMs: number }) {
  const limit = createConcurrencyLimit({ max: 2, countedMs, shared })
  const begun: string[] = []
  const ends = new Map<string, (failure?: Error) => void>()
  const run = (caller: string, name: string) =>
    limit.run(caller, (waiting) => {
      begun.push(`${name} before ${waiting}`)
      return new Promise<void>((resolve, reject) =>
        ends.set(name, (failure) => (failure ? reject(failure) : resolve())),
      )
    })
  return { begun, run, note: limit.note, end: (name: string, failure?: Error) => ends.get(name)?.(failure) }
}

test('a caller has two requests in flight, and the next starts when one ends or fails', async () => {
  const { begun, run, end } = createWatched()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) run('a', name)
  expect(begun).toEqual(['a1 before 0', 'a2 before 0'])
  end('a2')
  await expect.poll(() => begun.at(-1)).toBe('a3 before 2')
  end('a1', new Error('refused'))
  await expect.poll(() => begun.at(-1)).toBe('a4 before 1')
  expect(begun).toHaveLength(4)
})

test('another caller starts at once, however long the backlog of the first', () => {
  const { begun, run } = createWatched()
  for (const name of ['a1', 'a2', 'a3', 'a4']) run('a', name)
  run('b', 'b1')
  expect(begun.at(-1)).toBe('b1 before 0')
})

test('a slow request stops counting, and its end starts no further one', async () => {
  const { begun, run, end } = createWatched(5)
  for (const name of ['a1', 'a2', 'a3', 'a4']) run('a', name)
  await expect.poll(() => begun.length).toBe(4)
  for (const name of ['a1', 'a2', 'a3', 'a4']) end(name)
  await new Promise((resolve) => setTimeout(resolve, 20))
  for (const name of ['a5', 'a6', 'a7']) run('a', name)
  expect(begun).toHaveLength(6)
})

test('next to another caller, who only reads, fewer requests are in flight', async () => {
  const { begun, run, note, end } = createWatched(NEVER_LONG, { max: 1, countedMs: NEVER_LONG })
  note('b')
  for (const name of ['a1', 'a2', 'a3']) run('a', name)
  expect(begun).toEqual(['a1 before 0'])
  end('a1')
  await expect.poll(() => begun.at(-1)).toBe('a2 before 1')
})
