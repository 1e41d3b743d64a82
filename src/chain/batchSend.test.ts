import { expect, test } from 'vitest'
import { batchSend } from './batchSend.ts'
import type * as JsonRpc from './JsonRpc.ts'

test('requests of one turn leave in one batch, and each caller gets its own answers', async () => {
  const sent: string[][] = []
  const send = batchSend(async (requests) => {
    sent.push(requests.map(({ method }) => method))
    return requests.map(({ method }) => ({ method }) as unknown as JsonRpc.Answer)
  })
  const ask = (...methods: string[]) => send(methods.map((method) => ({ method, params: [] })))
  const [first, second] = await Promise.all([ask('a', 'b'), ask('c')])
  expect(sent).toEqual([['a', 'b', 'c']])
  expect([first, second]).toEqual([[{ method: 'a' }, { method: 'b' }], [{ method: 'c' }]])
  await ask('d')
  expect(sent).toHaveLength(2)
})

test('a failed round trip fails for all who shared it', async () => {
  const send = batchSend(() => Promise.reject(new Error('gone')))
  const settled = await Promise.allSettled([send([]), send([])])
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
})
