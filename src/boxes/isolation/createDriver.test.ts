import { expect, test, vi } from 'vitest'
import { createDriver } from './createDriver.ts'
import type { BoxProcess, Isolation, Program } from './Driver.ts'

const isolation = { level: 'none' } as Isolation
const program = {} as Program

function startCounted(ended: (id: number) => void): () => Promise<BoxProcess> {
  let started = 0
  return async () => {
    const id = ++started
    return { [Symbol.asyncDispose]: async () => ended(id) } as unknown as BoxProcess
  }
}

test('ends every process that nobody has ended, and each of them once', async () => {
  const ended = vi.fn<(id: number) => void>()
  const driver = createDriver(isolation, startCounted(ended))
  const [first] = [await driver.start(program), await driver.start(program)]
  await first[Symbol.asyncDispose]()
  expect(ended.mock.calls).toEqual([[1]])
  await driver[Symbol.asyncDispose]()
  expect(ended.mock.calls).toEqual([[1], [2]])
})

test('ends a process that is started while it closes', async () => {
  const ended = vi.fn<(id: number) => void>()
  const released = Promise.withResolvers<void>()
  const start = startCounted(ended)
  const driver = createDriver(isolation, () => released.promise.then(start))
  const starting = driver.start(program)
  await driver[Symbol.asyncDispose]()
  released.resolve()
  await starting
  expect(ended.mock.calls).toEqual([[1]])
})
