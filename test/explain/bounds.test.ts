import { type Address, pad, toHex } from 'viem'
import { expect, test } from 'vitest'
import type { Chain } from '#chain/Chain.ts'
import { READS_MAX, readPositions, readTokens } from '#explain/actions/readSurroundings.ts'

/** One request names thousands of addresses or positions; it must not become thousands of reads. */

const addresses = Array.from({ length: 5_000 }, (_, index): Address => pad(toHex(index + 100), { size: 20 }))

test('a call that names thousands of addresses costs a bounded number of reads', async () => {
  let reads = 0
  const forever = async () => {
    reads++
    return { symbol: 'T', decimals: 18 }
  }
  const state = (_: string, load: () => unknown) => load()
  const tokens = await readTokens({ forever, state } as unknown as Chain, addresses)
  expect([reads, tokens.size]).toEqual([READS_MAX, READS_MAX])
})

test('a call that names thousands of positions costs a bounded number of reads', async () => {
  const sizes: number[] = []
  const read = async (calls: readonly unknown[]) => {
    sizes.push(calls.length)
    return { results: calls.map(() => ({ ok: false, data: '0x' })) }
  }
  const state = (_: string, load: () => unknown) => load()
  const chain = { state, agreed: () => ({ read }) } as unknown as Chain
  await readPositions(chain, addresses[0], addresses.map(BigInt))
  expect(sizes).toEqual([READS_MAX])
})
