import fc from 'fast-check'
import { type Hex, parseEther } from 'viem'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { TradeOrder } from '#mandates/rules/Order.ts'
import { worthAt } from '#mandates/rules/poolTrade.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { OWNER, STRANGER } from '../setup/mandates/mandate.ts'
import type { SignedOrder } from '../setup/mandates/order.ts'
import { openPoolOrders, type PoolOrders } from '../setup/mandates/poolOrder.ts'

/**
 * Random paths of the price of a real pool: at every block an executor without any approval tries, and the chain accepts
 * exactly where Uniswap's quoter and the price of the pool say that the condition holds, once, inside the limits of the
 * owner. `SEED` repeats a run.
 */

const isDeep = inject('deep')
const PATHS = Number(process.env['PATHS'] ?? (isDeep ? 1_000 : 10))
const SEED = Number(process.env['SEED'] ?? (isDeep ? Date.now() % 2 ** 31 : 38))
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 })

let devnet: TestDevnet
let orders: PoolOrders
let snapshot: Hex
beforeAll(async () => {
  devnet = await startTestDevnet()
  orders = await openPoolOrders(devnet)
  snapshot = await devnet.snapshot()
})
afterAll(() => devnet[Symbol.asyncDispose]())

/** A trade of the stranger, in thousandths: of an ETH for buys, of what it holds for sales. */
const Move = fc.record({ isBuy: fc.boolean(), share: fc.integer({ min: 1, max: 300 }) })
const Path = fc.record({
  kind: fc.constantFrom<TradeOrder['kind']>('limitBuy', 'takeProfit', 'stopLoss'),
  // The bounds, in hundredths of the result at the start.
  low: fc.integer({ min: 70, max: 115 }),
  width: fc.integer({ min: 1, max: 40 }),
  size: fc.integer({ min: 1, max: 100 }),
  moves: fc.array(Move, { minLength: 2, maxLength: 5 }),
  cancelAt: fc.option(fc.nat(5)),
})
type Path = typeof Path extends fc.Arbitrary<infer Value> ? Value : never

async function signed({ kind, low, width, size }: Path): Promise<SignedOrder> {
  const unit = kind === 'limitBuy' ? parseEther('0.001') : parseEther('100000')
  const amount = unit * BigInt(size)
  const start = await orders.quote(kind, amount)
  const outMin = (start * BigInt(low)) / 100n
  const tip = kind === 'limitBuy' ? amount / 100n : outMin / 100n
  const worthMax = (start * BigInt(low + width)) / 100n
  return orders.sign({ kind, amount, outMin, changed: { tip }, ...(kind === 'stopLoss' && { worthMax }) })
}

async function move({ isBuy, share }: Path['moves'][number]): Promise<void> {
  const held = await orders.tokensOf(orders.stranger)
  const value = isBuy ? parseEther('1') : -held
  await orders.move(STRANGER, (value * BigInt(share)) / 1_000n)
}

const balances = () => Promise.all([devnet.client.getBalance({ address: orders.owner }), orders.tokensOf(orders.owner)])

/** The result that the chain must bring now; undefined where it must refuse. */
async function dueNow({ kind, amount, outMin, outMax }: TradeOrder): Promise<bigint | undefined> {
  const [out, price] = [await orders.quote(kind, amount), await orders.price()]
  const isTriggered = kind !== 'stopLoss' || worthAt(amount, price) <= outMax
  return out >= outMin && isTriggered ? out : undefined
}

async function play(path: Path): Promise<number> {
  const order = await signed(path)
  const { kind, amount, tip } = order.order
  let [executions, isCancelled] = [0, false]
  for (const [index, step] of path.moves.entries()) {
    await move(step)
    if (path.cancelAt === index) {
      await devnet.submit(OWNER, { to: FRAMEWORK.DelegationManager, data: Delegation.revoke(order.signed) })
      isCancelled = true
    }
    const out = isCancelled || executions > 0 ? undefined : await dueNow(order.order)
    const before = await balances()
    expect((await orders.execute(order)).status).toBe(out === undefined ? 'reverted' : 'success')
    const after = await balances()
    const change = [after[0] - before[0], after[1] - before[1]]
    if (out === undefined) expect(change).toEqual([0n, 0n])
    else expect(change).toEqual(kind === 'limitBuy' ? [-amount - tip, out] : [out - tip, -amount])
    if (out !== undefined) executions += 1
  }
  return executions
}

test(`${PATHS} paths: an order in a pool executes exactly where its condition holds, once`, async () => {
  let executed = 0
  const property = fc.asyncProperty(Path, async (path) => {
    executed += await play(path)
    await devnet.revert(snapshot)
    snapshot = await devnet.snapshot()
  })
  await fc.assert(property, { numRuns: PATHS, seed: SEED })
  // A run in which nothing executes, or everything does, would prove nothing.
  expect(executed).toBeGreaterThan(PATHS / 10)
  expect(executed).toBeLessThan(PATHS)
})
