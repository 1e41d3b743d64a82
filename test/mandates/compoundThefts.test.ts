import { type Address, type Hex, parseEther, parseUnits, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { recogniseOrder } from '#mandates/rules/orderCaveats.ts'
import { feesOf, payable } from '#mandates/rules/orderCompound.ts'
import { callsOf } from '#mandates/rules/orderTrade.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'
import { swap } from '../setup/liquidity/limits.ts'
import { type Compounds, openCompounds, type SignedCompound } from '../setup/mandates/compound.ts'
import { type Held, TIP } from '../setup/mandates/exit.ts'
import { dollar } from '../setup/mandates/liquidityCases.ts'
import { OWNER, STRANGER } from '../setup/mandates/mandate.ts'
import { EXECUTOR, RIVAL } from '../setup/mandates/order.ts'
import { type PositionThefts, positionThefts, REFUSED } from '../setup/mandates/positionThefts.ts'

/** Compounds of fees, on the real contracts: they cost the owner nothing but fees and the tip, and anything else reverts. */

let orders: Compounds
let thefts: PositionThefts
let snapshot: Hex
beforeAll(async () => {
  orders = await openCompounds()
  thefts = positionThefts(orders)
})
afterAll(() => orders.lp[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await orders.lp.devnet.snapshot()
})
afterEach(() => orders.lp.devnet.revert(snapshot))

const unitsOf = (token: Address) =>
  ({ [zeroAddress]: parseEther('0.5'), [dollar()]: parseUnits('500', 6) })[token] ?? parseUnits('500', 18)

/** Trades there and back, so that fees of both tokens are earned and the price stays about the same. */
async function earn({ pool }: Held, rounds = 4): Promise<void> {
  for (let round = 0; round < rounds; round += 1) {
    const before = await orders.lp.balance(pool.token1, thefts.address(19))
    await swap(orders.lp, pool, ['token0', unitsOf(pool.token0)])
    await swap(orders.lp, pool, ['token1', (await orders.lp.balance(pool.token1, thefts.address(19))) - before])
  }
}

/** A compound of about half of the fees. */
async function ready(held: Held): Promise<SignedCompound> {
  const { amount0 } = feesOf(await orders.state(held))
  return orders.signCompound(held, amount0 / 2n)
}

const callsIn = ({ order }: SignedCompound) => callsOf(order, orders.opened.targets, thefts.address(EXECUTOR))

describe.each(['v4', 'native'] as const)('%s', (name) => {
  const held = () => orders.held[name]

  test('an account without any approval adds fees to the position; the other fees come to the owner', async () => {
    await earn(held())
    const signed = await ready(held())
    const state = await orders.state(held())
    const [fees, needed] = [feesOf(state), amountsOf(signed, state.priceX96)]
    expect(payable(signed.order, state)).toBe(signed.order.amount)
    const [before, liquidity] = [await thefts.balances(held(), orders.opened.owner), await thefts.left(held())]
    expect((await orders.compound(signed)).status).toBe('success')
    expect((await thefts.left(held())) - liquidity).toBe(signed.order.amount)
    const after = await thefts.balances(held(), orders.opened.owner)
    const tip = name === 'native' ? TIP : 0n
    expect(after[0]).toBe((before[0] ?? 0n) + fees.amount0 - needed.amount0 - tip)
    expect(after[1]).toBe((before[1] ?? 0n) + fees.amount1 - needed.amount1)
  })

  test('it waits until the fees pay for all of it, to the unit, and never takes the owner’s tokens', async () => {
    await earn(held(), 1)
    const state = await orders.state(held())
    const signed = await orders.signCompound(held(), feesOf(state).amount0 * 2n)
    expect(payable(signed.order, state)).toBeLessThan(signed.order.amount)
    await thefts.expectTheft(held(), orders.compoundCalldata(signed))
    await earn(held())
    expect(payable(signed.order, await orders.state(held()))).toBe(signed.order.amount)
    expect((await orders.compound(signed)).status).toBe('success')
  })

  test('it is read back exactly, and nothing weaker is taken for it', async () => {
    await earn(held())
    const { order, signed } = await ready(held())
    expect(recogniseOrder(signed, orders.opened.targets)).toEqual(order)
    for (const index of signed.caveats.keys()) {
      const caveats = signed.caveats.toSpliced(index, 1)
      expect(recogniseOrder({ ...signed, caveats }, orders.opened.targets)).toBeUndefined()
    }
  })

  test('an executor skips, repeats or reorders calls, takes more, or changes any word', async () => {
    await earn(held())
    const signed = await ready(held())
    const [deposit, tip] = callsIn(signed) as [Delegation.Execution, Delegation.Execution]
    const lists = [[tip], [deposit], [tip, deposit], [deposit, deposit, tip], [deposit, { ...tip, value: TIP + 1n }]]
    for (const list of lists) await thefts.expectTheft(held(), Delegation.redeemBatch(signed.signed, list), REFUSED)
    await thefts.expectWordsBound(signed.signed, [deposit, tip])
  })

  test('a price pushed beyond the tolerance, on either side, is refused', async () => {
    await earn(held())
    const signed = await ready(held())
    const { pool } = held()
    for (const [from, token] of [
      ['token0', pool.token0],
      ['token1', pool.token1],
    ] as const) {
      const pushed = await orders.lp.devnet.snapshot()
      const start = await orders.price(held())
      for (let tries = 0; tries < 40 && !isFar(start, await orders.price(held())); tries += 1)
        await swap(orders.lp, pool, [from, unitsOf(token) * 4n])
      expect(payable(signed.order, await orders.state(held()))).toBe(0n)
      await thefts.expectTheft(held(), orders.compoundCalldata(signed))
      await orders.lp.devnet.revert(pushed)
    }
    expect((await orders.compound(signed)).status).toBe('success')
  })

  test('a replay, a rival, a copied transaction, a cancelled one and one of a position given away revert', async () => {
    await earn(held(), 8)
    const [signed, other] = [await ready(held()), await ready(held())]
    await thefts.expectTheft(held(), orders.compoundCalldata(signed), REFUSED, RIVAL)
    await thefts.give(held(), OWNER, STRANGER)
    await thefts.expectTheft(held(), orders.compoundCalldata(signed))
    await thefts.give(held(), STRANGER, OWNER)
    await orders.lp.devnet.send(OWNER, { to: FRAMEWORK.DelegationManager, data: Delegation.revoke(other.signed) })
    await thefts.expectTheft(held(), orders.compoundCalldata(other), 'CannotUseADisabledDelegation')
    expect((await orders.compound(signed, RIVAL)).status).toBe('success')
    await earn(held(), 8)
    await thefts.expectTheft(held(), orders.compoundCalldata(signed), 'LimitedCallsEnforcer:limit-exceeded')
  })
})

/** More than 1.1% away in price, as its square root. */
function isFar(start: bigint, now: bigint): boolean {
  return now * 1_000n > start * 1_006n || now * 1_000n < start * 994n
}

function amountsOf({ order: { amount, compound } }: SignedCompound, priceX96: bigint): Liquidity.Amounts {
  return Liquidity.amountsUp(priceX96, Liquidity.boundsOf(compound), amount)
}
