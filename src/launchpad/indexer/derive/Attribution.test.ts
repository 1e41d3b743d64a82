import { expect, test } from 'vitest'
import type * as Event from '#launchpad/indexer/chain/Event.ts'
import * as Attribution from './Attribution.ts'

const POOL_MANAGER = '0xaa'
const TOKEN = '0x70'
const place = (position: number) => ({ position, block: 7, transactionHash: '0x1' })

function transfer(position: number, from: string, to: string, amount = 5n): Event.Transfer {
  return { ...place(position), kind: 'transfer', token: TOKEN, from, to, amount }
}

function swap(position: number, tokens: bigint): Event.Swap {
  const eth = tokens > 0n ? -1n : 1n
  return {
    ...place(position),
    kind: 'swap',
    poolId: '0x9',
    sender: '0xee',
    eth,
    tokens,
    sqrtPriceX96: 1n,
    liquidity: 1n,
    tick: 0,
    fee: 0,
  }
}

function traders(events: readonly Event.Event[]): (string | undefined)[] {
  const attribution = Attribution.create(events)
  return events.flatMap((event) =>
    event.kind === 'swap'
      ? [Attribution.traderOf(attribution, { swap: event, token: TOKEN, poolManager: POOL_MANAGER })]
      : [],
  )
}

test('a buy belongs to the last account that got all of the tokens', () => {
  const bought = [
    swap(1, 5n),
    transfer(2, POOL_MANAGER, '0xb1'),
    transfer(3, '0xb1', '0xb2'),
    transfer(4, '0xb2', '0xc'),
  ]
  expect(traders([...bought, transfer(5, '0xc', '0xd', 4n)])).toEqual(['0xc'])
})

test('a sale belongs to the first account that had all of the tokens', () => {
  const sold = [
    transfer(1, '0xc', '0xb1'),
    transfer(2, '0xb1', '0xb2'),
    swap(3, -5n),
    transfer(4, '0xb2', POOL_MANAGER),
  ]
  expect(traders(sold)).toEqual(['0xc'])
})

test('a swap whose tokens did not move belongs to no account', () => {
  expect(traders([swap(1, 5n)])).toEqual([undefined])
})

test('a chain of equal transfers is followed over sixteen accounts', () => {
  const chain = Array.from({ length: 40 }, (_, hand) =>
    transfer(2 + hand, hand ? `0x${hand}` : POOL_MANAGER, `0x${hand + 1}`),
  )
  expect(traders([swap(1, 5n), ...chain])).toEqual(['0x16'])
})

test('250 swaps among 3,000 equal transfers cost steps in proportion to their sum, not to their product', () => {
  const circle = (position: number) => transfer(position, `0x${position % 2}`, `0x${(position + 1) % 2}`)
  const transfers = Array.from({ length: 3_000 }, (_, at) => circle(1_000 + at))
  const swaps = Array.from({ length: 250 }, (_, at) => [swap(2 * at, 5n), transfer(2 * at + 1, POOL_MANAGER, '0x0')])
  const events = [...swaps.flat(), ...transfers]
  const attribution = Attribution.create(events)
  for (const [event] of swaps)
    expect(
      Attribution.traderOf(attribution, { swap: event as Event.Swap, token: TOKEN, poolManager: POOL_MANAGER }),
    ).toBe('0x1')
  expect(attribution.stepsLeft.get(7)).toBe(50_000 - 3_250 - 250 * 16)
})

test('a block that has used up its budget leaves its other swaps to the fallback, and the next block starts afresh', () => {
  const noise = Array.from({ length: 60_000 }, (_, at) => transfer(10 + at, '0x1', '0x2', BigInt(at)))
  const next = { ...swap(100_001, 5n), block: 8, transactionHash: '0x2' }
  const paid = { ...transfer(100_002, POOL_MANAGER, '0xc'), block: 8, transactionHash: '0x2' }
  expect(traders([swap(1, 5n), transfer(2, POOL_MANAGER, '0xc'), ...noise, next, paid])).toEqual([undefined, '0xc'])
})
