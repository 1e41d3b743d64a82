import {
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  maxUint128,
  pad,
  parseAbiParameters,
  parseEther,
  parseUnits,
  zeroAddress,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { recogniseOrder } from '#mandates/rules/orderCaveats.ts'
import { orderStatus } from '#mandates/rules/orderStatus.ts'
import { callsOf } from '#mandates/rules/orderTrade.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import { swap } from '../setup/liquidity/limits.ts'
import { type Exits, HELD, type Held, openExits, type SignedExit, TIP } from '../setup/mandates/exit.ts'
import { dollar, plainCall, RANGE_TICK } from '../setup/mandates/liquidityCases.ts'
import { OWNER, STRANGER } from '../setup/mandates/mandate.ts'
import { EXECUTOR, RIVAL } from '../setup/mandates/order.ts'
import { OUT_OF_BOUNDS, type PositionThefts, positionThefts, REFUSED } from '../setup/mandates/positionThefts.ts'

/** Exits of positions at a price, on the real contracts: everything but the signed withdrawal to the owner reverts. */

const BATCH = pad('0x01', { dir: 'right' })
/** The account that moves prices. */
const TRADER = 19

let exits: Exits
let thefts: PositionThefts
let snapshot: Hex
beforeAll(async () => {
  exits = await openExits()
  thefts = positionThefts(exits)
})
afterAll(() => exits.lp[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await exits.lp.devnet.snapshot()
})
afterEach(() => exits.lp.devnet.revert(snapshot))

/** An exit whose price is reached now, by nothing to spare. */
const ready = async (held: Held) => exits.sign(held, { side: 'below', boundX96: await exits.price(held) })

/** Somebody sells token0, which pushes its price down. */
async function push({ pool }: Held): Promise<void> {
  const amounts = { [zeroAddress]: parseEther('1'), [dollar()]: parseUnits('1000', 6) }
  await swap(exits.lp, pool, ['token0', amounts[pool.token0] ?? parseUnits('1000', 18)])
}

/** The one who pushed trades everything back that the push brought. */
async function takeBack(held: Held, before: bigint): Promise<void> {
  const [, now = 0n] = await thefts.balances(held, thefts.address(TRADER))
  await swap(exits.lp, held.pool, ['token1', now - before])
}

const changeOf = async (held: Held, before: readonly bigint[]) =>
  (await thefts.balances(held, thefts.address(TRADER))).map((now, index) => now - (before[index] ?? 0n))

const EXECUTIONS = parseAbiParameters([
  'Execution[] list',
  'struct Execution { address target; uint256 value; bytes callData; }',
])
function redeeming(
  signed: Delegation.SignedDelegation,
  calls: readonly Delegation.Execution[],
  mode: Hex = BATCH,
): Hex {
  const list = calls.map(({ to, value, data }) => ({ target: to, value, callData: data }))
  const args = [[Delegation.encode(signed)], [mode], [encodeAbiParameters(EXECUTIONS, [list])]] as const
  return encodeFunctionData({ abi: Delegation.managerAbi, functionName: 'redeemDelegations', args })
}
const calls = ({ order }: SignedExit) =>
  callsOf(order, exits.opened.targets, thefts.address(EXECUTOR)) as [Delegation.Execution, Delegation.Execution]

describe.each(HELD)('%s', (name) => {
  const held = () => exits.held[name]

  test('an account without any approval takes the position out to its owner, and is paid the tip', async () => {
    const exit = await ready(held())
    const [before, executorBefore] = [
      await thefts.balances(held(), exits.opened.owner),
      await exits.lp.devnet.client.getBalance({ address: thefts.address(EXECUTOR) }),
    ]
    const { status, gasUsed, effectiveGasPrice } = await exits.execute(exit)
    expect(status).toBe('success')
    expect(await thefts.left(held())).toBe(0n)
    const after = await thefts.balances(held(), exits.opened.owner)
    const tip = name === 'native' ? TIP : 0n
    expect((after[0] ?? 0n) - (before[0] ?? 0n)).toBeGreaterThanOrEqual(exit.order.outMin - tip)
    expect(after[1]).toBeGreaterThan(before[1] ?? 0n)
    const executorAfter = await exits.lp.devnet.client.getBalance({ address: thefts.address(EXECUTOR) })
    expect(executorAfter - executorBefore + gasUsed * effectiveGasPrice).toBe(TIP)
  })

  test('it waits while the price misses the bound by one unit, on either side', async () => {
    const price = await exits.price(held())
    const bounds = [
      { side: 'below', boundX96: price - 1n },
      { side: 'above', boundX96: price + 1n },
    ] as const
    for (const bound of bounds)
      await thefts.expectTheft(held(), exits.calldata(await exits.sign(held(), bound)), OUT_OF_BOUNDS)
    const exit = await exits.sign(held(), { side: 'above', boundX96: price })
    expect((await exits.execute(exit)).status).toBe('success')
  })

  test('it is read back exactly, and nothing weaker is taken for it', async () => {
    const { order, signed } = await ready(held())
    expect(recogniseOrder(signed, exits.opened.targets)).toEqual(order)
    for (const index of signed.caveats.keys()) {
      const caveats = signed.caveats.toSpliced(index, 1)
      expect(recogniseOrder({ ...signed, caveats }, exits.opened.targets)).toBeUndefined()
    }
  })

  test('an executor skips the withdrawal, repeats or reorders calls, or takes more', async () => {
    const exit = await ready(held())
    const [withdrawal, tip] = calls(exit)
    const greater = { ...tip, value: TIP + 1n }
    const lists = [[tip], [withdrawal], [tip, withdrawal], [withdrawal, tip, tip], [withdrawal, greater], []]
    for (const list of lists) await thefts.expectTheft(held(), redeeming(exit.signed, list), REFUSED)
    await thefts.expectTheft(held(), redeeming(exit.signed, [withdrawal, tip], pad('0x0101', { dir: 'right' })))
  })

  test('another recipient, position, amount or minimum: any other word of the call is refused', async () => {
    const exit = await ready(held())
    const [withdrawal, tip] = calls(exit)
    await thefts.expectWordsBound(exit.signed, [withdrawal, tip])
  })

  test('a replay, a rival and a cancelled exit revert', async () => {
    const exit = await ready(held())
    const other = await exits.sign(held(), { side: 'below', boundX96: maxUint128 << 32n }, { outMin: 1n })
    const data = Delegation.revoke(other.signed)
    await exits.lp.devnet.send(OWNER, { to: FRAMEWORK.DelegationManager, data })
    await thefts.expectTheft(held(), exits.calldata(other), 'CannotUseADisabledDelegation')
    expect((await exits.execute(exit, RIVAL)).status).toBe('success')
    await thefts.expectTheft(held(), exits.calldata(exit))
  })

  test('a sandwich around an exit that it triggers leaves the owner no less than the position was worth, and its author less', async () => {
    const price = await exits.price(held())
    const worth = worthAt(price, positionAmounts(await thefts.left(held()), held(), price))
    const exit = await exits.sign(held(), { side: 'below', boundX96: (price * 995n) / 1_000n })
    await thefts.expectTheft(held(), exits.calldata(exit), OUT_OF_BOUNDS)
    const owned = await thefts.balances(held(), thefts.address(TRADER))
    for (let tries = 0; (await exits.price(held())) > exit.order.position.boundX96 && tries < 40; tries += 1)
      await push(held())
    const before = await thefts.balances(held(), exits.opened.owner)
    expect((await exits.execute(exit)).status).toBe('success')
    const after = await thefts.balances(held(), exits.opened.owner)
    const tip = name === 'native' ? TIP : 0n
    const gained = {
      amount0: (after[0] ?? 0n) - (before[0] ?? 0n) + tip,
      amount1: (after[1] ?? 0n) - (before[1] ?? 0n),
    }
    expect(gained.amount0).toBeGreaterThanOrEqual(exit.order.outMin)
    // Each amount is rounded down by at most one unit.
    expect(worthAt(price, { amount0: gained.amount0 + 1n, amount1: gained.amount1 + 1n })).toBeGreaterThanOrEqual(worth)
    await takeBack(held(), owned[1] ?? 0n)
    const [amount0 = 0n, amount1 = 0n] = await changeOf(held(), owned)
    expect(amount1).toBe(0n)
    expect(worthAt(price, { amount0, amount1 })).toBeLessThan(0n)
  })

  test('an exit that was not used withdraws liquidity that comes back, until it is cancelled', async () => {
    const [first, second, third] = [await ready(held()), await ready(held()), await ready(held())]
    expect((await exits.execute(first)).status).toBe('success')
    await thefts.expectTheft(held(), exits.calldata(second))
    const increase = { v3: exits.cases.v3Increase, v4: exits.cases.v4Increase, native: exits.cases.v4IncreaseNative }
    for (let count = 0; count < 3; count += 1) await exits.lp.devnet.send(OWNER, await plainCall(increase[name]))
    const refilled = await thefts.left(held())
    expect(refilled).toBeGreaterThan(second.order.amount * 2n)
    expect((await exits.execute(second)).status).toBe('success')
    expect(await thefts.left(held())).toBe(refilled - second.order.amount)
    const data = Delegation.revoke(third.signed)
    await exits.lp.devnet.send(OWNER, { to: FRAMEWORK.DelegationManager, data })
    await thefts.expectTheft(held(), exits.calldata(third), 'CannotUseADisabledDelegation')
  })

  test('a position that was given away is not taken, and no tip is paid', async () => {
    const exit = await ready(held())
    await thefts.give(held(), OWNER, STRANGER)
    await thefts.expectTheft(held(), exits.calldata(exit))
    await thefts.give(held(), STRANGER, OWNER)
    expect((await exits.execute(exit)).status).toBe('success')
  })
})

test('an exit that brings ETH is ready and pays its tip although its owner has none', async () => {
  const held = exits.held.native
  const exit = await ready(held)
  const { owner } = exits.opened
  const { client } = exits.lp.devnet
  await client.request({ method: 'hardhat_setBalance', params: [owner, '0x0'] } as never)
  const { number, timestamp } = await client.getBlock()
  const price = await exits.price(held)
  const facts = {
    ...{ block: { number, timestamp }, isRevoked: false, isPaused: false, isDelegated: true, isExecuted: false },
    ...{ figure: price, quote: price, eth: await client.getBalance({ address: owner }), tokens: exit.order.amount },
  }
  expect([facts.eth, orderStatus(facts, exit.order)]).toEqual([0n, 'ready'])
  expect(orderStatus(facts, { ...exit.order, tip: exit.order.outMin + 1n })).toBe('unfunded')
  expect((await exits.execute(exit)).status).toBe('success')
  expect(await client.getBalance({ address: owner })).toBeGreaterThanOrEqual(exit.order.outMin - TIP)
})

const Q192 = 192n
/** Both amounts in smallest units of token1, scaled, at this square-root price. */
const worthAt = (priceX96: bigint, { amount0, amount1 }: Liquidity.Amounts) =>
  amount0 * priceX96 * priceX96 + (amount1 << Q192)

function positionAmounts(liquidity: bigint, { pool }: Held, price: bigint): Liquidity.Amounts {
  const edge = Math.floor(RANGE_TICK / pool.tickSpacing) * pool.tickSpacing
  return Liquidity.amountsDown(price, Liquidity.boundsOf({ tickLower: -edge, tickUpper: edge }), liquidity)
}
