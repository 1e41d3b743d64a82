import type { Hex } from 'viem'
import { expect, test } from 'vitest'
import type { Chain } from '#chain/Chain.ts'
import * as Bloom from './Bloom.ts'
import { proveLogs } from './proveLogs.ts'

const hash = (digit: string): Hex => `0x${digit.repeat(64)}`

test('a block with more logs than a call takes arguments is proven like any other', async () => {
  const address: Hex = `0x${'a'.repeat(40)}`
  const logs = Array.from({ length: 200_000 }, (_, index) => ({
    address,
    topics: [],
    data: '0x',
    blockNumber: '0x1',
    blockHash: hash('1'),
    transactionHash: hash('2'),
    logIndex: `0x${index.toString(16)}`,
  }))
  const chain = { batch: async () => [logs] } as unknown as Chain
  const bloom = Bloom.ofLogs([{ address, topics: [] }])
  const header = { number: 1, hash: hash('1'), parentHash: hash('0'), timestamp: 1, bloom }
  expect(await proveLogs(chain, [header], { size: 64 })).toHaveLength(200_000)
})
