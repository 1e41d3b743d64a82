import fc from 'fast-check'
import { type Hex, parseEther, parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { isWithin } from '#mandates/rules/orderTrade.ts'
import { swap } from '../setup/liquidity/limits.ts'
import { liquidityOf } from '../setup/liquidity/recipes.ts'
import { type Exits, HELD, type Held, openExits } from '../setup/mandates/exit.ts'
import { dollar } from '../setup/mandates/liquidityCases.ts'

/**
 * Random paths of the price of real pools: an exit executes if and only if the price is at or beyond its bound at that
 * block, and once. `SEED` repeats a run.
 */

const isDeep = inject('deep')
const PATHS = Number(process.env['PATHS'] ?? (isDeep ? 1_000 : 12))
const SEED = Number(process.env['SEED'] ?? (isDeep ? Date.now() % 2 ** 31 : 38))
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 })

let exits: Exits
let snapshot: Hex
beforeAll(async () => {
  exits = await openExits()
  snapshot = await exits.lp.devnet.snapshot()
})
afterAll(() => exits.lp[Symbol.asyncDispose]())

/** `shift` is the distance of the bound from the price, in thousandths of the square-root price. */
const Path = fc.record({
  name: fc.constantFrom(...HELD),
  side: fc.constantFrom('below', 'above'),
  shift: fc.integer({ min: -20, max: 20 }),
  moves: fc.array(fc.record({ isSale: fc.boolean(), size: fc.integer({ min: 1, max: 20 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
})
type Path = typeof Path extends fc.Arbitrary<infer Value> ? Value : never

async function move({ pool }: Held, { isSale, size }: Path['moves'][number]): Promise<void> {
  const from = isSale ? 'token0' : 'token1'
  const units = { [zeroAddress]: parseEther('0.5'), [dollar()]: parseUnits('1000', 6) }
  await swap(exits.lp, pool, [from, (units[pool[from]] ?? parseUnits('500', 18)) * BigInt(size)])
}

/** How often the exit executed and how often it was refused. */
async function play({ name, side, shift, moves }: Path): Promise<[number, number]> {
  const held = exits.held[name]
  const boundX96 = ((await exits.price(held)) * BigInt(1_000 + shift)) / 1_000n
  const exit = await exits.sign(held, { side, boundX96 })
  let [executed, refused] = [0, 0]
  for (const step of moves) {
    await move(held, step)
    const price = await exits.price(held)
    const isDue = isWithin({ figure: price, quote: price }, exit.order) && executed === 0
    const { status } = await exits.execute(exit)
    expect(status).toBe(isDue ? 'success' : 'reverted')
    if (isDue) executed += 1
    else refused += 1
    expect((await liquidityOf(exits.lp, held.protocol, held.tokenId)) === 0n).toBe(executed === 1)
  }
  return [executed, refused]
}

test(`${PATHS} paths: an exit executes exactly where its price holds, once`, async () => {
  const totals = [0, 0]
  const property = fc.asyncProperty(Path, async (path) => {
    const [executed, refused] = await play(path)
    totals[0] = (totals[0] ?? 0) + executed
    totals[1] = (totals[1] ?? 0) + refused
    await exits.lp.devnet.revert(snapshot)
    snapshot = await exits.lp.devnet.snapshot()
  })
  await fc.assert(property, { numRuns: PATHS, seed: SEED })
  // A run in which no exit executes, or none is refused, would prove nothing.
  expect(Math.min(...totals)).toBeGreaterThan(PATHS / 6)
})
