import fc from 'fast-check'
import { type Hex, parseEther, parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { isWithin } from '#mandates/rules/orderTrade.ts'
import { swap } from '../setup/liquidity/limits.ts'
import { mintedId } from '../setup/liquidity/lp.ts'
import { liquidityOf } from '../setup/liquidity/recipes.ts'
import { openReranges, POOLS, type Ranged, type Reranges } from '../setup/mandates/rerange.ts'

/**
 * Random paths of the price of real pools: a position is moved if and only if the price is beyond both ranges at that block,
 * once, and the owner pays the tip alone. `SEED` repeats a run.
 */

const isDeep = inject('deep')
const PATHS = Number(process.env['PATHS'] ?? (isDeep ? 1_000 : 10))
const SEED = Number(process.env['SEED'] ?? (isDeep ? Date.now() % 2 ** 31 : 38))
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 })

let moves: Reranges
let snapshot: Hex
const held = {} as Record<(typeof POOLS)[number], Ranged>
beforeAll(async () => {
  moves = await openReranges()
  for (const name of POOLS) held[name] = await moves.open(moves.pools[name], [-1, 1])
  snapshot = await moves.lp.devnet.snapshot()
})
afterAll(() => moves.lp[Symbol.asyncDispose]())

const Path = fc.record({
  name: fc.constantFrom(...POOLS),
  side: fc.constantFrom('below', 'above'),
  spacings: fc.integer({ min: -4, max: 4 }).filter((count) => count !== 0),
  moves: fc.array(fc.record({ isSale: fc.boolean(), size: fc.integer({ min: 1, max: 20 }) }), {
    minLength: 1,
    maxLength: 4,
  }),
})
type Path = typeof Path extends fc.Arbitrary<infer Value> ? Value : never

async function trade({ pool }: Ranged, { isSale, size }: Path['moves'][number]): Promise<void> {
  const from = isSale ? 'token0' : 'token1'
  const dollar = moves.lp.devnet.description.tokens.find(({ symbol }) => symbol === 'DUSD')?.address ?? ''
  const units = { [zeroAddress]: parseEther('0.5'), [dollar]: parseUnits('1000', 6) }
  await swap(moves.lp, pool, [from, (units[pool[from]] ?? parseUnits('500', 18)) * BigInt(size)])
}

/** How often the move executed and how often it was refused. */
async function play({ name, side, spacings, moves: steps }: Path): Promise<[number, number]> {
  const one = held[name]
  const move = await moves.signMove(one, { side, spacings })
  let [executed, refused] = [0, 0]
  for (const step of steps) {
    await trade(one, step)
    const price = await moves.price(one.pool)
    const isDue = isWithin({ figure: price, quote: price }, move.order) && executed === 0
    const receipt = await moves.execute(move)
    expect(receipt.status).toBe(isDue ? 'success' : 'reverted')
    if (isDue) executed += 1
    else refused += 1
    expect((await liquidityOf(moves.lp, 'V4', one.tokenId)) === 0n).toBe(executed === 1)
    if (!isDue) continue
    const tokenId = BigInt(mintedId(receipt, move.order.token))
    expect(await liquidityOf(moves.lp, 'V4', tokenId)).toBe(move.order.rerange.liquidity)
  }
  return [executed, refused]
}

test(`${PATHS} paths: a position moves exactly where the price is beyond both ranges, once`, async () => {
  const totals = [0, 0]
  const property = fc.asyncProperty(Path, async (path) => {
    const [executed, refused] = await play(path)
    totals[0] = (totals[0] ?? 0) + executed
    totals[1] = (totals[1] ?? 0) + refused
    await moves.lp.devnet.revert(snapshot)
    snapshot = await moves.lp.devnet.snapshot()
  })
  await fc.assert(property, { numRuns: PATHS, seed: SEED })
  // A run in which no position moves, or none is refused, would prove nothing.
  expect(Math.min(...totals)).toBeGreaterThan(PATHS / 6)
})
