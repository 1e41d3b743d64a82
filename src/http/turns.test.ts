import { expect, test } from 'vitest'
import type { Caller } from '#core/Access.ts'
import { createConcurrencyLimit } from './createConcurrencyLimit.ts'
import { createFairQueue } from './createFairQueue.ts'
import type { Exchange } from './Exchange.ts'
import { answerInTurn, limitReads, turnOf } from './turns.ts'

const exchangeOf = (developerId: string, method = 'GET') =>
  ({ caller: { kind: 'session', developerId }, request: { method } }) as Exchange

test('reads of one caller beyond the limit wait for an earlier one; others and writes do not', async () => {
  const reads = createConcurrencyLimit({ max: 2, countedMs: 60_000 })
  const started: string[] = []
  const ends: (() => void)[] = []
  const handle = (name: string) => () => {
    started.push(name)
    return new Promise<Response>((resolve) => ends.push(() => resolve(new Response(name))))
  }
  const first = limitReads(exchangeOf('ada'), reads, handle('a1'))
  for (const name of ['a2', 'a3', 'a4']) void limitReads(exchangeOf('ada'), reads, handle(name))
  void limitReads(exchangeOf('ada', 'POST'), reads, handle('a5'))
  void limitReads(exchangeOf('bob'), reads, handle('b1'))
  expect(started).toEqual(['a1', 'a2', 'a5', 'b1'])
  ends[0]?.()
  expect(await (await first).text()).toBe('a1')
  expect(started).toEqual(['a1', 'a2', 'a5', 'b1', 'a3'])
})

test('a read that throws gives its place to the next one', async () => {
  const reads = createConcurrencyLimit({ max: 1, countedMs: 60_000 })
  const fail = () => {
    throw new Error('gone')
  }
  await expect(limitReads(exchangeOf('ada'), reads, fail)).rejects.toThrow('gone')
  expect((await limitReads(exchangeOf('ada'), reads, () => new Response('next'))).status).toBe(200)
})

test('results that arrive together are encoded in turn by caller', async () => {
  const queue = createFairQueue(0)
  const encoded: string[] = []
  const answer = (developerId: string, name: string) =>
    answerInTurn(
      Promise.resolve({ status: 200, body: name }),
      { turn: () => turnOf(exchangeOf(developerId).caller as Caller, queue) },
      () => {
        encoded.push(name)
        return new Response(name)
      },
    )
  await Promise.all([answer('ada', 'a1'), answer('ada', 'a2'), answer('ada', 'a3'), answer('bob', 'b1')])
  expect(encoded.indexOf('b1')).toBeLessThan(encoded.indexOf('a3'))
})

test('next to other callers, a burst of reads takes fewer places at a time', async () => {
  const reads = createConcurrencyLimit({ max: 3, countedMs: 60_000, shared: { max: 1, countedMs: 60_000 } })
  const started: string[] = []
  const never = (name: string) => () => {
    started.push(name)
    return new Promise<Response>(() => {})
  }
  void limitReads(exchangeOf('bob'), reads, never('b1'))
  for (const name of ['a1', 'a2', 'a3']) void limitReads(exchangeOf('ada'), reads, never(name))
  expect(started).toEqual(['b1', 'a1'])
})
