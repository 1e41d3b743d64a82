import { spawn } from 'node:child_process'
import { expect, test } from 'vitest'
import { checkAnswers } from './checkAnswers.ts'
import { checkHeap } from './checkHeap.ts'
import { checkStream } from './checkStream.ts'
import { checkWrites } from './checkWrites.ts'
import { leftBehind } from './leftBehind.ts'

const sent = new Set(['a', 'b', 'c'])
const acknowledged = ['a', 'b'].map((key) => ({ key, at: 5 }))
const stored = (...keys: (string | undefined)[]) => new Map(keys.map((key, index) => [index + 1, key]))

test('writes that are stored once pass, even one that was not acknowledged', () => {
  expect(checkWrites({ sent, acknowledged, stored: stored(undefined, 'b', 'a', 'c') })).toEqual([])
})

test.each([
  ['a lost write', stored('a'), 'lost write b'],
  ['a write that is stored twice', stored('a', 'b', 'a'), 'write a is stored 2 times'],
  ['a write of nobody', stored('a', 'b', 'x'), 'stored write x was never sent'],
  ['a missing number', new Map([...stored('a', 'b'), [4, 'c']]), 'gap before number 4'],
])('%s is found', (_, found, problem) => {
  expect(checkWrites({ sent, acknowledged, stored: found })).toEqual([problem])
})

test('a write may be gone only if it was acknowledged while the standby was behind', () => {
  const lossy = (from: number, to: number) =>
    checkWrites({ sent, acknowledged, stored: stored('a'), lossy: [{ from, to }] })
  expect([lossy(4, 6), lossy(6, 9)]).toEqual([[], ['lost write b']])
})

const entries = (...numbers: number[]) => numbers.map((seq) => ({ kind: 'entry' as const, seq }))
const ready = (seq: number) => ({ kind: 'ready' as const, seq })
const reset = (seq: number, mayReset: boolean) => ({ kind: 'reset' as const, seq, mayReset })

test('a stream that resumes where it broke off, or starts again after a reset, holds', () => {
  const received = [ready(2), ...entries(3, 4), ready(4), ...entries(5), reset(1, true), ...entries(2, 3)]
  expect(checkStream({ name: 'r', received, last: 3 })).toEqual([])
})

test.each([
  ['a gap', entries(1, 3), 3, 'r: gap between 1 and 3'],
  ['a repeated entry', entries(1, 2, 2), 2, 'r: 2 came again'],
  ['a silent jump on reconnection', [...entries(1), ready(3)], 3, 'r: resumed at 3 instead of 1'],
  ['a reset without a failover', [...entries(1), reset(4, false)], 4, 'r: reset to 4 without a failover'],
  ['an end that never comes', entries(1, 2), 3, 'r: ended at 2 instead of 3'],
])('%s of a stream is found', (_, received, last, problem) => {
  expect(checkStream({ name: 'r', received, last })).toEqual([problem])
})

const answer = (status: number, tolerated = {}, hasRetryAfter = true) =>
  checkAnswers([{ kind: 'read', status, hasRetryAfter, tolerated: [{}, tolerated] }])

test('refusals and broken connections are tolerated only during a fault, and other server errors never', () => {
  expect(answer(200)).toEqual([])
  expect(answer(503, { refused: 'all' })).toEqual([])
  expect(answer(503, { refused: ['read'] })).toEqual([])
  expect(answer(503, { refused: ['build'] })).toEqual(['read: refused without a fault'])
  expect(answer(503, { refused: 'all' }, false)).toEqual(['read: 503 without Retry-After'])
  expect(answer(500, { refused: 'all', lost: true })).toEqual(['read: answered 500'])
  expect(answer(0, { lost: true })).toEqual([])
  expect(answer(0, { refused: 'all' })).toEqual(['read: connection lost'])
})

test('a heap that grows is found, and one that settles is not', () => {
  expect(checkHeap({ one: [50, 100, 110, 105, 119] })).toEqual([])
  expect(checkHeap({ one: [100, 100, 110, 120, 130], two: [1] })).toEqual([
    'one: the heap grew by 30 %',
    'two: only 1 rounds were measured',
  ])
})

test('a process that was left behind is found by its folder, in its arguments or its environment', async () => {
  const folder = `/tmp/left-behind-${process.pid}`
  expect(await leftBehind(folder)).toEqual([])
  const child = spawn('sleep', ['60'], { env: { ...process.env, DATA_DIR: folder } })
  await expect.poll(() => leftBehind(folder)).toEqual([child.pid])
  child.kill('SIGKILL')
  await expect.poll(() => leftBehind(folder)).toEqual([])
})
