import fc from 'fast-check'
import { parseEther, parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { feesOf, payable } from '#mandates/rules/orderCompound.ts'
import { isWithin } from '#mandates/rules/orderTrade.ts'
import { swap } from '../setup/liquidity/limits.ts'
import { mintedId } from '../setup/liquidity/lp.ts'
import { liquidityOf } from '../setup/liquidity/recipes.ts'
import { type Compounds, openCompounds } from '../setup/mandates/compound.ts'
import { HELD, type Held, TIP, tokensOf } from '../setup/mandates/exit.ts'
import { expectPaths, PATHS } from '../setup/mandates/expectPaths.ts'
import { dollar } from '../setup/mandates/liquidityCases.ts'
import { POOLS, type Ranged, type Reranges, rerangesOf } from '../setup/mandates/rerange.ts'

/** Random paths of the price of real pools, for each kind of order on a position. */

vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 })

let orders: Compounds
let moves: Reranges
const ranged = {} as Record<(typeof POOLS)[number], Ranged>
beforeAll(async () => {
  orders = await openCompounds()
  moves = rerangesOf(orders)
  for (const name of POOLS) ranged[name] = await moves.open(moves.pools[name], [-1, 1])
})
afterAll(() => orders.lp[Symbol.asyncDispose]())

const steps = (sizeMax: number) =>
  fc.array(fc.record({ isSale: fc.boolean(), size: fc.integer({ min: 1, max: sizeMax }) }), {
    minLength: 1,
    maxLength: 4,
  })
type Step = { isSale: boolean; size: number }

/** A trade of this many parts of about 150 dollars. */
async function trade({ pool }: Pick<Held, 'pool'>, { isSale, size }: Step): Promise<void> {
  const from = isSale ? 'token0' : 'token1'
  const units = { [zeroAddress]: parseEther('0.05'), [dollar()]: parseUnits('150', 6) }
  await swap(orders.lp, pool, [from, (units[pool[from]] ?? parseUnits('150', 18)) * BigInt(size)])
}
const left = ({ tokenId, protocol }: Pick<Held, 'tokenId' | 'protocol'>) => liquidityOf(orders.lp, protocol, tokenId)
const sides = fc.constantFrom('below' as const, 'above' as const)

/** `shift` is the distance of the bound from the price, in thousandths of the square-root price. */
const Exit = fc.record({
  name: fc.constantFrom(...HELD),
  side: sides,
  shift: fc.integer({ min: -20, max: 20 }),
  moves: steps(100),
})

test(`${PATHS} paths: an exit executes exactly where its price holds, once`, async () => {
  await expectPaths(orders.lp.devnet, Exit, async ({ name, side, shift, moves: list }) => {
    const held = orders.held[name]
    const boundX96 = ((await orders.price(held)) * BigInt(1_000 + shift)) / 1_000n
    const exit = await orders.sign(held, { side, boundX96 })
    let executed = 0
    for (const step of list) {
      await trade(held, step)
      const price = await orders.price(held)
      const isDue = isWithin({ figure: price, quote: price }, exit.order) && executed === 0
      expect((await orders.execute(exit)).status).toBe(isDue ? 'success' : 'reverted')
      if (isDue) executed += 1
      expect((await left(held)) === 0n).toBe(executed === 1)
    }
    return [executed, list.length - executed]
  })
})

const Move = fc.record({
  name: fc.constantFrom(...POOLS),
  side: sides,
  spacings: fc.integer({ min: -4, max: 4 }).filter((count) => count !== 0),
  moves: steps(100),
})

test(`${PATHS} paths: a position moves exactly where the price is beyond both ranges, once`, async () => {
  await expectPaths(orders.lp.devnet, Move, async ({ name, side, spacings, moves: list }) => {
    const held = ranged[name]
    const move = await moves.signMove(held, { side, spacings })
    let executed = 0
    for (const step of list) {
      await trade(held, step)
      const price = await moves.price(held.pool)
      const isDue = isWithin({ figure: price, quote: price }, move.order) && executed === 0
      const receipt = await moves.execute(move)
      expect(receipt.status).toBe(isDue ? 'success' : 'reverted')
      if (isDue) executed += 1
      expect((await left(held)) === 0n).toBe(executed === 1)
      if (!isDue) continue
      const tokenId = BigInt(mintedId(receipt, move.order.token))
      expect(await left({ protocol: 'V4', tokenId })).toBe(move.order.rerange.liquidity)
    }
    return [executed, list.length - executed]
  })
})

/** `share` is the part of the first fees that the order asks for, in percent: above 100 it waits for more. */
const Compound = fc.record({
  name: fc.constantFrom(...POOLS),
  share: fc.integer({ min: 20, max: 300 }),
  first: fc.integer({ min: 1, max: 8 }),
  moves: steps(12),
})
const balances = (held: Held) =>
  Promise.all(tokensOf(held).map((token) => orders.lp.balance(token, orders.opened.owner)))

test(`${PATHS} paths: a compound executes exactly where the fees pay for it, once, and takes nothing else`, async () => {
  await expectPaths(orders.lp.devnet, Compound, async ({ name, share, first, moves: list }) => {
    const held = orders.held[name]
    for (const isSale of [true, false]) await trade(held, { isSale, size: first })
    const { amount0 } = feesOf(await orders.state(held))
    const signed = await orders.signCompound(held, (amount0 * BigInt(share)) / 100n + 1_000n)
    let executed = 0
    for (const step of list) {
      await trade(held, step)
      const isDue = executed === 0 && payable(signed.order, await orders.state(held)) === signed.order.amount
      const [before, liquidity] = [await balances(held), await left(held)]
      expect((await orders.compound(signed)).status).toBe(isDue ? 'success' : 'reverted')
      if (isDue) executed += 1
      expect((await left(held)) - liquidity).toBe(isDue ? signed.order.amount : 0n)
      const tip = isDue && name === 'native' ? TIP : 0n
      const [after0 = 0n, after1 = 0n] = await balances(held)
      expect(after0 + tip).toBeGreaterThanOrEqual(before[0] ?? 0n)
      expect(after1).toBeGreaterThanOrEqual(before[1] ?? 0n)
    }
    return [executed, list.length - executed]
  })
})
