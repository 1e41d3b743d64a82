import { expect, test } from 'vitest'
import { createConcurrencyLimit } from './createConcurrencyLimit.ts'

const NEVER_LONG = 1_000_000

/** A limit of two, what has begun so far with how many waited behind it, and how each is ended. */
function createWatched(countedMs = NEVER_LONG) {
  const limit = createConcurrencyLimit({ max: 2, countedMs })
  const begun: string[] = []
  const ends = new Map<string, (failure?: Error) => void>()
  const run = (caller: string, name: string) =>
    limit.run(caller, (waiting) => {
      begun.push(`${name} before ${waiting}`)
      return new Promise<void>((resolve, reject) =>
        ends.set(name, (failure) => (failure ? reject(failure) : resolve())),
      )
    })
  return { begun, run, end: (name: string, failure?: Error) => ends.get(name)?.(failure) }
}

test('of a burst of one caller a few are under way, and the next begins when one of them has ended or failed', async () => {
  const { begun, run, end } = createWatched()
  for (const name of ['a1', 'a2', 'a3', 'a4', 'a5']) run('a', name)
  expect(begun).toEqual(['a1 before 0', 'a2 before 0'])
  end('a2')
  await expect.poll(() => begun.at(-1)).toBe('a3 before 2')
  end('a1', new Error('refused'))
  await expect.poll(() => begun.at(-1)).toBe('a4 before 1')
  expect(begun).toHaveLength(4)
})

test('another caller begins at once, however many of somebody else wait', () => {
  const { begun, run } = createWatched()
  for (const name of ['a1', 'a2', 'a3', 'a4']) run('a', name)
  run('b', 'b1')
  expect(begun.at(-1)).toBe('b1 before 0')
})

test('what takes long gives way to what waits, and its end lets nothing more in', async () => {
  const { begun, run, end } = createWatched(5)
  for (const name of ['a1', 'a2', 'a3', 'a4']) run('a', name)
  await expect.poll(() => begun.length).toBe(4)
  for (const name of ['a1', 'a2', 'a3', 'a4']) end(name)
  await new Promise((resolve) => setTimeout(resolve, 20))
  for (const name of ['a5', 'a6', 'a7']) run('a', name)
  expect(begun).toHaveLength(6)
})
