import { expect, test } from 'vitest'
import type { ChainFacts } from './ChainFacts.ts'
import type { Send } from './runOnProviders.ts'
import { simulate } from './simulate.ts'

const facts = { hasStateOverrides: true, dataFee: 'none' } as ChainFacts
const call = { to: '0x2000000000000000000000000000000000000002', data: '0x' } as const
const from = '0x1000000000000000000000000000000000000001'

test.each([1, 2])('a hostile contract gets no more gas than the limit of a simulation: %i calls', async (count) => {
  const limits: unknown[] = []
  const send: Send = async (requests) => {
    const calls = requests.filter(({ method }) => method === 'eth_call' || method === 'eth_estimateGas')
    limits.push(...calls.map(({ params }) => (params[0] as { gas?: string }).gas))
    throw new Error('enough')
  }
  const simulated = simulate(send, facts, { from, calls: Array(count).fill(call), gas: 16_777_216n })
  await expect(simulated).rejects.toThrow('enough')
  expect(limits).toEqual(count === 1 ? ['0x1000000', '0x1000000'] : ['0x1000000'])
})
