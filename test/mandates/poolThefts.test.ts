import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  pad,
  parseAbiParameters,
  parseEther,
  slice,
  toFunctionSelector,
  toHex,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { recogniseOrder } from '#mandates/rules/orderCaveats.ts'
import { callsOf } from '#mandates/rules/orderTrade.ts'
import { orderMeaning } from '#mandates/rules/orderWords.ts'
import { poolOf } from '#mandates/rules/poolTrade.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { launchToken, OWNER, STRANGER } from '../setup/mandates/mandate.ts'
import { EXECUTOR, RIVAL, type SignedOrder } from '../setup/mandates/order.ts'
import { openPoolOrders, type PoolOrders } from '../setup/mandates/poolOrder.ts'

/** Orders in the pool of a graduated token, on the real contracts: everything but the signed trade reverts. */

const UNITS = parseEther('1000000')
const PAID = parseEther('0.1')
const TIP = parseEther('0.0001')
const BATCH = pad('0x01', { dir: 'right' })
const REFUSED = toFunctionSelector('NotTheOrder()')
const OUT_OF_BOUNDS = toFunctionSelector('OutOfBounds(uint256,uint256,uint256)')
const TOO_LITTLE = toFunctionSelector('V4TooLittleReceived(uint256,uint256)')

let devnet: TestDevnet
let orders: PoolOrders
let snapshot: Hex
beforeAll(async () => {
  devnet = await startTestDevnet()
  orders = await openPoolOrders(devnet)
})
afterAll(() => devnet[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await devnet.snapshot()
})
afterEach(() => devnet.revert(snapshot))

const address = (index: number) => devnet.account(index).address
const ethOf = (account: Address) => devnet.client.getBalance({ address: account })
const holdings = async (account: Address) => [await ethOf(account), await orders.tokensOf(account)] as const
const allowanceOf = (spender: Address) =>
  devnet.client.readContract({
    abi: erc20Abi,
    address: orders.token,
    functionName: 'allowance',
    args: [orders.owner, spender],
  })

/** Orders that can be executed now, by nothing to spare. */
const READY = {
  limitBuy: async () => orders.sign({ kind: 'limitBuy', amount: PAID, outMin: await orders.quote('limitBuy', PAID) }),
  takeProfit: async () =>
    orders.sign({ kind: 'takeProfit', amount: UNITS, outMin: await orders.quote('takeProfit', UNITS) }),
  stopLoss: async () => {
    const out = await orders.quote('stopLoss', UNITS)
    return orders.sign({ kind: 'stopLoss', amount: UNITS, outMin: (out * 9n) / 10n, worthMax: (out * 11n) / 10n })
  },
} as const
const KINDS = ['limitBuy', 'takeProfit', 'stopLoss'] as const

/** The transaction must revert, for this reason if one is named, and take nothing from the owner. */
async function expectTheft(data: Hex, reason?: string, index = EXECUTOR): Promise<void> {
  const before = await holdings(orders.owner)
  if (reason) expect(await orders.refusal(address(index), data)).toContain(reason)
  const call = { to: FRAMEWORK.DelegationManager, data, gas: 3_000_000n }
  expect((await devnet.submit(index, call)).status).toBe('reverted')
  expect(await holdings(orders.owner)).toEqual(before)
}

const EXECUTIONS = parseAbiParameters([
  'Execution[] list',
  'struct Execution { address target; uint256 value; bytes callData; }',
])
function redeeming(signed: Delegation.SignedDelegation, calls: readonly Delegation.Execution[], mode = BATCH): Hex {
  const list = calls.map(({ to, value, data }) => ({ target: to, value, callData: data }))
  const args = [[Delegation.encode(signed)], [mode], [encodeAbiParameters(EXECUTIONS, [list])]] as const
  return encodeFunctionData({ abi: Delegation.managerAbi, functionName: 'redeemDelegations', args })
}
const callsIn = ({ order }: SignedOrder) => callsOf(order, orders.targets, address(EXECUTOR))

describe.each(KINDS)('%s', (kind) => {
  test('an account without any approval executes it: the owner gets what was signed, the router keeps nothing', async () => {
    const signed = await READY[kind]()
    const out = await orders.quote(kind, signed.order.amount)
    const [before, paidBefore] = [await holdings(orders.owner), await ethOf(address(EXECUTOR))]
    const { status, gasUsed, effectiveGasPrice } = await orders.execute(signed)
    expect(status).toBe('success')
    const after = await holdings(orders.owner)
    const change = [after[0] - before[0], after[1] - before[1]]
    expect(change).toEqual(kind === 'limitBuy' ? [-PAID - TIP, out] : [out - TIP, -UNITS])
    expect((await ethOf(address(EXECUTOR))) - paidBefore + gasUsed * effectiveGasPrice).toBe(TIP)
    const { universalRouter } = orders.targets
    expect(await holdings(universalRouter)).toEqual([0n, 0n])
    const spenders = [universalRouter, devnet.description.contracts.permit2, FRAMEWORK.DelegationManager]
    expect(await Promise.all(spenders.map(allowanceOf))).toEqual([0n, 0n, 0n])
  })

  test('it is read back exactly, and nothing weaker is taken for it', async () => {
    const { order, signed } = await READY[kind]()
    expect(recogniseOrder(signed, orders.targets)).toEqual(order)
    expect(recogniseOrder(signed, { ...orders.targets, launchpad: orders.owner })).toBeUndefined()
    expect(recogniseOrder(signed, { ...orders.targets, universalRouter: orders.owner })).toBeUndefined()
    for (const index of signed.caveats.keys()) {
      const caveats = signed.caveats.toSpliced(index, 1)
      expect(recogniseOrder({ ...signed, caveats }, orders.targets)).toBeUndefined()
    }
  })

  test('an executor keeps the tip and skips a call, repeats or reorders calls, or takes more', async () => {
    const signed = await READY[kind]()
    const calls = callsIn(signed)
    const tip = calls.at(-1) as Delegation.Execution
    const without = calls.map((_, index) => calls.toSpliced(index, 1))
    const lists = [
      ...without,
      [tip],
      [...calls, tip],
      calls.toReversed(),
      [...calls.slice(0, -1), { ...tip, value: TIP + 1n }],
    ]
    for (const list of lists) await expectTheft(redeeming(signed.signed, list), REFUSED)
    await expectTheft(redeeming(signed.signed, calls, pad('0x0101', { dir: 'right' })))
  })

  test('another recipient, token, amount or minimum: any other word of the calls is refused', async () => {
    const signed = await READY[kind]()
    const calls = callsIn(signed)
    const thief = toHex(BigInt(address(EXECUTOR)), { size: 32 })
    for (const [place, call] of calls.slice(0, -1).entries()) {
      const words = Array.from({ length: Math.floor((call.data.length - 10) / 64) }, (_, index) => 4 + index * 32)
      for (const at of words) {
        const rest = at + 32 < (call.data.length - 2) / 2 ? slice(call.data, at + 32) : '0x'
        const other = { ...call, data: concat([slice(call.data, 0, at), thief, rest]) }
        const data = redeeming(signed.signed, calls.with(place, other))
        expect(await orders.refusal(address(EXECUTOR), data), `call ${place}, byte ${at}`).toContain(REFUSED)
      }
    }
  })

  test('a replay, a rival, a copied transaction, a cancelled and an expired order revert', async () => {
    const [signed, other] = [await READY[kind](), await READY[kind]()]
    await expectTheft(orders.calldata(signed, EXECUTOR), REFUSED, RIVAL)
    await devnet.send(OWNER, { to: FRAMEWORK.DelegationManager, data: Delegation.revoke(other.signed) })
    await expectTheft(orders.calldata(other), 'CannotUseADisabledDelegation')
    const late = await orders.sign({ ...signed.order, changed: { ...signed.order, until: await orders.now() } })
    await expectTheft(orders.calldata(late), 'TimestampEnforcer:expired-delegation')
    expect((await orders.execute(signed, RIVAL)).status).toBe('success')
    await expectTheft(orders.calldata(signed), 'LimitedCallsEnforcer:limit-exceeded')
  })

  test('it waits while its pool is one unit short of the minimum', async () => {
    const { order } = await READY[kind]()
    const changed = { outMin: (await orders.quote(kind, order.amount)) + 1n }
    const signed = await orders.sign({ ...order, changed: { ...order, ...changed } })
    await expectTheft(orders.calldata(signed), TOO_LITTLE)
  })

  test('it needs no approval, so none can die; without its tokens or ETH it reverts and pays no tip', async () => {
    const signed = await READY[kind]()
    const { stranger, owner, token } = orders
    const held = await orders.tokensOf(owner)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [stranger, held - UNITS + 1n] })
    if (kind === 'limitBuy') await devnet.client.setBalance({ address: owner, value: PAID + TIP - 1n })
    else await devnet.send(OWNER, { to: token, data })
    await expectTheft(orders.calldata(signed))
  })
})

test('a stop-loss waits above its trigger by one unit, and below its floor', async () => {
  const [price, out] = [await orders.price(), await orders.quote('stopLoss', UNITS)]
  const floor = { kind: 'stopLoss', amount: UNITS, outMin: (out * 8n) / 10n } as const
  const early = await orders.sign({ ...floor, worthMax: out })
  const { pool } = early.order
  if (!pool) throw new Error('The order names no pool.')
  const above = await orders.sign({
    ...early.order,
    changed: { ...early.order, pool: { ...pool, leastX96: price + 1n } },
  })
  await expectTheft(orders.calldata(above), OUT_OF_BOUNDS)
  const at = await orders.sign({ ...early.order, changed: { ...early.order, pool: { ...pool, leastX96: price } } })
  await orders.move(STRANGER, -(await orders.tokensOf(orders.stranger)) / 2n)
  expect(await orders.quote('stopLoss', UNITS)).toBeLessThan(floor.outMin)
  await expectTheft(orders.calldata(at), TOO_LITTLE)
})

test.each(['limitBuy', 'takeProfit'] as const)(
  'a %s with a price that its words do not say is not read',
  async (kind) => {
    const { order } = await READY[kind]()
    for (const leastX96 of [0n, 2n, await orders.price()]) {
      const pool = poolOf(order, orders.targets, leastX96)
      const { signed } = await orders.sign({ ...order, changed: { ...order, pool } })
      const read = recogniseOrder(signed, orders.targets)
      // A sale with a price is a stop-loss, whose words say it.
      expect(read ? orderMeaning(read).join() : '').not.toMatch(/It buys|while the sale brings/)
    }
  },
)

test('before graduation the pool has no price, and an order for it is refused', async () => {
  const token = await launchToken(devnet)
  const pool = poolOf({ token }, orders.targets)
  const early = await orders.sign({ kind: 'limitBuy', amount: PAID, outMin: 1n, changed: { token, pool } })
  await expectTheft(orders.calldata(early), OUT_OF_BOUNDS)
})

type Step = { index: number; to: Address; data: Hex; value?: bigint }

/** Mines the steps in one block, in this order. */
async function inOneBlock(steps: readonly Step[]): Promise<string[]> {
  await devnet.client.setAutomine(false)
  const hashes: Hex[] = []
  for (const [place, { index, ...call }] of steps.entries()) {
    const fees = { gas: 3_000_000n, maxPriorityFeePerGas: 10n ** 9n * BigInt(steps.length - place) }
    hashes.push(await devnet.client.sendTransaction({ account: address(index), ...call, ...fees }))
  }
  await devnet.mine()
  await devnet.client.setAutomine(true)
  const receipts = await Promise.all(hashes.map((hash) => devnet.client.getTransactionReceipt({ hash })))
  expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1)
  return receipts.map(({ status }) => status)
}

describe('a sandwich around the execution, in one block', () => {
  const execution = (signed: SignedOrder): Step => ({
    ...{ index: EXECUTOR, to: FRAMEWORK.DelegationManager, data: orders.calldata(signed) },
  })

  test('a limit buy brings its minimum, or nothing leaves', async () => {
    const out = await orders.quote('limitBuy', PAID)
    const [tight, wide] = [
      await orders.sign({ kind: 'limitBuy', amount: PAID, outMin: out }),
      await orders.sign({ kind: 'limitBuy', amount: PAID, outMin: (out * 95n) / 100n }),
    ]
    const before = await holdings(orders.owner)
    const push = { index: RIVAL, ...(await swapOf(RIVAL, parseEther('0.05'))) }
    expect(await inOneBlock([push, execution(tight), execution(wide)])).toEqual(['success', 'reverted', 'success'])
    await orders.move(RIVAL, -(await orders.tokensOf(address(RIVAL))))
    const after = await holdings(orders.owner)
    expect(before[0] - after[0]).toBe(PAID + TIP)
    expect(after[1] - before[1]).toBeGreaterThanOrEqual(wide.order.outMin)
    expect(after[1] - before[1]).toBeLessThan(out)
  })

  test('a stop-loss that somebody triggers by a push brings its floor, and the push costs its fees', async () => {
    const out = await orders.quote('stopLoss', UNITS)
    const signed = await orders.sign({
      ...{ kind: 'stopLoss', amount: UNITS, outMin: (out * 80n) / 100n, worthMax: (out * 95n) / 100n },
    })
    await expectTheft(orders.calldata(signed), OUT_OF_BOUNDS)
    const [spentBefore] = await holdings(orders.stranger)
    const pushed = (await orders.tokensOf(orders.stranger)) / 50n
    await orders.move(STRANGER, -pushed)
    expect(await orders.price()).toBeGreaterThanOrEqual(signed.order.pool?.leastX96 ?? 0n)
    const before = await holdings(orders.owner)
    expect((await orders.execute(signed)).status).toBe('success')
    const after = await holdings(orders.owner)
    expect(after[0] - before[0]).toBeGreaterThanOrEqual(signed.order.outMin - TIP)
    expect(before[1] - after[1]).toBe(UNITS)
    const [spentAfter] = await holdings(orders.stranger)
    // The one who pushed has sold its own tokens below the price before.
    expect(spentAfter - spentBefore).toBeLessThan((out * pushed) / UNITS)
  })

  async function swapOf(index: number, value: bigint) {
    const { order } = await orders.sign({
      kind: 'limitBuy',
      amount: value,
      outMin: 1n,
      changed: { owner: address(index) },
    })
    const [call] = callsOf(order, orders.targets, address(index)) as [Delegation.Execution]
    return call
  }
})
