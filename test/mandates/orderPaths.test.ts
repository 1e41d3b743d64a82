import fc from 'fast-check'
import { erc20Abi, type Hex, maxUint256, parseEther } from 'viem'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { buyQuote, type State, sellQuote } from '#launchpad/contract/Curve.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { TradeOrder } from '#mandates/rules/Order.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { OWNER, STRANGER } from '../setup/mandates/mandate.ts'
import { EXECUTOR, type Orders, openOrders, type SignedOrder, trade } from '../setup/mandates/order.ts'

/**
 * Random paths of the price on the real contracts: at every block an executor without any approval tries, and the chain
 * accepts exactly where the pure twin of the curve says that the condition holds, once, inside the limits of the owner.
 * `SEED` repeats a run.
 */

const isDeep = inject('deep')
const PATHS = Number(process.env['PATHS'] ?? (isDeep ? 1_000 : 30))
const SEED = Number(process.env['SEED'] ?? (isDeep ? Date.now() % 2 ** 31 : 38))
vi.setConfig({ testTimeout: 3_600_000, hookTimeout: 600_000 })

let devnet: TestDevnet
let orders: Orders
let snapshot: Hex
beforeAll(async () => {
  devnet = await startTestDevnet()
  orders = await openOrders(devnet)
  await trade(devnet, orders, STRANGER, parseEther('0.5'))
  snapshot = await devnet.snapshot()
})
afterAll(() => devnet[Symbol.asyncDispose]())

/** Below the graduation, after which the curve is closed. */
const CURVE_MAX = parseEther('2.4')

/** A trade of the stranger, in thousandths: of an ETH for buys, of what it holds for sales. */
const Move = fc.record({ isBuy: fc.boolean(), share: fc.integer({ min: 1, max: 400 }) })
const Path = fc.record({
  kind: fc.constantFrom<TradeOrder['kind']>('limitBuy', 'takeProfit', 'stopLoss'),
  // The bounds, in hundredths of the result at the start.
  low: fc.integer({ min: 70, max: 130 }),
  width: fc.integer({ min: 1, max: 40 }),
  size: fc.integer({ min: 1, max: 100 }),
  moves: fc.array(Move, { minLength: 2, maxLength: 6 }),
  cancelAt: fc.option(fc.nat(6)),
})
type Path = typeof Path extends fc.Arbitrary<infer Value> ? Value : never

const balances = () =>
  Promise.all([
    devnet.client.getBalance({ address: orders.owner }),
    devnet.client.readContract({
      abi: erc20Abi,
      address: orders.token,
      functionName: 'balanceOf',
      args: [orders.owner],
    }),
  ])

async function curve(): Promise<State> {
  const { launchpad: address } = orders.targets
  const { realEth, sold } = await devnet.client.readContract({
    abi: launchpadAbi,
    address,
    functionName: 'curve',
    args: [orders.token],
  })
  return { realEth, sold }
}

/** The result of the trade by the pure twin of the contract. */
function resultOf({ kind, amount }: Pick<TradeOrder, 'kind' | 'amount'>, state: State): bigint {
  if (kind === 'limitBuy') return buyQuote(state, amount).tokensOut
  const sale = sellQuote(state, amount)
  if (!sale) throw new Error('The curve has sold less than the order sells.')
  return sale.ethOut
}

async function signed({ kind, low, width, size }: Path): Promise<SignedOrder> {
  const unit = kind === 'limitBuy' ? parseEther('0.001') : parseEther('100000')
  const amount = unit * BigInt(size)
  const start = resultOf({ kind, amount }, await curve())
  const outMin = (start * BigInt(low)) / 100n
  const outMax = kind === 'stopLoss' ? (start * BigInt(low + width)) / 100n : maxUint256
  const tip = kind === 'limitBuy' ? amount / 100n : outMin / 100n
  return orders.signOrder({ kind, amount, outMin, outMax, tip })
}

async function move({ isBuy, share }: { isBuy: boolean; share: number }): Promise<void> {
  const { realEth } = await curve()
  const value = (parseEther('1') * BigInt(share)) / 1_000n
  if (isBuy && realEth + value < CURVE_MAX) await trade(devnet, orders, STRANGER, value)
  else await trade(devnet, orders, STRANGER, -((await strangersTokens()) * BigInt(share)) / 1_000n)
}

const strangersTokens = () =>
  devnet.client.readContract({
    abi: erc20Abi,
    address: orders.token,
    functionName: 'balanceOf',
    args: [orders.stranger],
  })

/** Whether the change of the owner's balances is what the order promises. */
function expectWithinLimits({ order }: SignedOrder, [eth, tokens]: readonly [bigint, bigint], out: bigint): void {
  const expected = order.kind === 'limitBuy' ? [-order.amount - order.tip, out] : [out - order.tip, -order.amount]
  expect([eth, tokens]).toEqual(expected)
  expect(out).toBeGreaterThanOrEqual(order.outMin)
  expect(out).toBeLessThanOrEqual(order.outMax)
}

async function play(path: Path): Promise<number> {
  const order = await signed(path)
  let [executions, isCancelled] = [0, false]
  for (const [index, step] of path.moves.entries()) {
    await move(step)
    if (path.cancelAt === index) {
      await devnet.submit(OWNER, { to: FRAMEWORK.DelegationManager, data: Delegation.revoke(order.signed) })
      isCancelled = true
    }
    const out = resultOf(order.order, await curve())
    const isMet = out >= order.order.outMin && out <= order.order.outMax
    const before = await balances()
    const { status } = await orders.execute(order, EXECUTOR)
    expect(status).toBe(isMet && !isCancelled && executions === 0 ? 'success' : 'reverted')
    const after = await balances()
    const change = [after[0] - before[0], after[1] - before[1]] as const
    if (status === 'success') expectWithinLimits(order, change, out)
    else expect(change).toEqual([0n, 0n])
    if (status === 'success') executions += 1
  }
  return executions
}

test(`${PATHS} paths: an order executes exactly where its condition holds, once`, async () => {
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
