import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createStartGate } from './createStartGate.ts'

test('a burst of starts runs in order, at most three at once, and a failed one frees its slot', async () => {
  const gate = createStartGate(3)
  let running = 0
  let most = 0
  const begun: number[] = []
  const starts = Array.from({ length: 20 }, (_, index) =>
    gate(async () => {
      begun.push(index)
      most = Math.max(most, ++running)
      await delay(index % 4)
      running--
      if (index % 5 === 0) throw new Error('it did not start')
      return index
    }).catch(() => 'failed'),
  )
  const ended = await Promise.all(starts)
  expect(most).toBe(3)
  expect(begun).toEqual(Array.from({ length: 20 }, (_, index) => index))
  expect(ended.filter((one) => one === 'failed')).toHaveLength(4)
})

test('a start that does not finish gives its slot to the next', async () => {
  const gate = createStartGate(1, 10)
  const stuck = Promise.withResolvers<string>()
  const first = gate(() => stuck.promise)
  expect(await gate(async () => 'second')).toBe('second')
  stuck.resolve('first')
  expect(await first).toBe('first')
})
