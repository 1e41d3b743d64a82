import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { type FeesOutV3, feesOutV3 } from '#liquidity/calldata/router.ts'
import { checkCalldata } from './checkCalldata.ts'
import type { Stated } from './statedTerms.ts'

const wallet: Address = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const stranger: Address = '0x00000000000000000000000000000000000000AA'
const router: Address = '0x00000000000000000000000000000000000000B1'
const token: Address = '0x1000000000000000000000000000000000000001'
const other: Address = '0x2000000000000000000000000000000000000002'
const third: Address = '0x3000000000000000000000000000000000000003'

const swapped = { token, fee: 500, minimumOut: 30n }
const again = { token, fee: 3000, minimumOut: 20n }
const paidOut = { token: other, isUnwrapped: false, atLeast: 100n, wallet }
const honest: FeesOutV3 = {
  pools: [{ positionIds: [5n, 6n], swapped }, { positionIds: [7n], swapped: again }, { positionIds: [8n] }],
  router,
  paidOut,
  others: [third],
  deadline: 99n,
}

function statedOf(built: FeesOutV3, changes: Partial<Stated> = {}): Stated {
  const pools = [{ count: 2, swapped }, { count: 1, swapped: again }, { count: 1 }]
  return {
    ...{ wallet, to: router, targets: [router], ...feesOutV3(built), deadline: 99n, positionIds: [5n, 6n, 7n, 8n] },
    ...{ moves: [], feesOut: { pools, paidOut, others: [third] }, ...changes },
  }
}

test('fees that become one token as stated pass', () => {
  expect(() => checkCalldata(statedOf(honest))).not.toThrow()
})

const poolsWith = (changed: object) => [
  { positionIds: [5n, 6n], swapped: { ...swapped, ...changed } },
  ...honest.pools.slice(1),
]

const LIES: [string, FeesOutV3, RegExp][] = [
  ['pay a stranger', { ...honest, paidOut: { ...paidOut, wallet: stranger } }, /is paid/],
  ['may pay less', { ...honest, paidOut: { ...paidOut, atLeast: 99n } }, /may pay 99/],
  ['pay another token', { ...honest, paidOut: { ...paidOut, token: third } }, /swaps along/],
  ['collect for a stranger', { ...honest, router: stranger }, /collects/],
  ['leave a token in the router', { ...honest, others: [] }, /it runs/],
  ['sweep another token', { ...honest, others: [token] }, /it pays/],
  ['swap in another pool', { ...honest, pools: poolsWith({ fee: 10_000 }) }, /swaps along/],
  ['swap for less', { ...honest, pools: poolsWith({ minimumOut: 0n }) }, /may return 0/],
  [
    'are those of another position',
    { ...honest, pools: [{ positionIds: [5n, 9n], swapped }, ...honest.pools.slice(1)] },
    /positions are/,
  ],
  ['leave a position out', { ...honest, pools: [{ positionIds: [5n], swapped }, ...honest.pools.slice(1)] }, /it runs/],
  ['end later', { ...honest, deadline: 100n }, /deadline/],
]

test.each(LIES)('fees that %s do not pass', (_name, built, problem) => {
  expect(() => checkCalldata(statedOf(built))).toThrow(problem)
})

test('a call with value, or to another contract, does not pass', () => {
  expect(() => checkCalldata(statedOf(honest, { value: 1n }))).toThrow(/value/)
  expect(() => checkCalldata(statedOf(honest, { to: stranger }))).toThrow(/to is/)
})
