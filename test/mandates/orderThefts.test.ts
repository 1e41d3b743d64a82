import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  pad,
  parseAbiParameters,
  parseEther,
  toFunctionSelector,
  toHex,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { ORDER_CONDITION } from '#core/orderCondition.generated.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { recogniseOrder } from '#mandates/rules/orderCaveats.ts'
import { callsOf } from '#mandates/rules/orderTrade.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { AGENT, OWNER, STRANGER } from '../setup/mandates/mandate.ts'
import { EXECUTOR, type Orders, openOrders, RIVAL, type SignedOrder, trade } from '../setup/mandates/order.ts'

const UNITS = parseEther('1000000')
const PAID = parseEther('0.1')
const TIP = parseEther('0.0001')
const BATCH = pad('0x01', { dir: 'right' })
const TRY_BATCH = pad('0x0101', { dir: 'right' })
const REFUSED = toFunctionSelector('NotTheOrder()')
const OUT_OF_BOUNDS = toFunctionSelector('OutOfBounds(uint256,uint256,uint256)')

let devnet: TestDevnet
let orders: Orders
let snapshot: Hex
beforeAll(async () => {
  devnet = await startTestDevnet()
  orders = await openOrders(devnet)
})
afterAll(() => devnet[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await devnet.snapshot()
})
afterEach(() => devnet.revert(snapshot))

const ethOf = (address: Address) => devnet.client.getBalance({ address })
const tokensOf = (account: Address) =>
  devnet.client.readContract({ abi: erc20Abi, address: orders.token, functionName: 'balanceOf', args: [account] })
const holdings = () => Promise.all([ethOf(orders.owner), tokensOf(orders.owner)])

async function takeProfit(): Promise<SignedOrder> {
  return orders.signOrder({ kind: 'takeProfit', amount: UNITS, outMin: await orders.quote('takeProfit', UNITS) })
}

/** Sells when the sale brings 10% less than now, for at least 20% less than now. */
async function stopLoss(): Promise<SignedOrder> {
  const now = await orders.quote('stopLoss', UNITS)
  const bounds = { outMin: (now * 8n) / 10n, outMax: (now * 9n) / 10n }
  return orders.signOrder({ kind: 'stopLoss', amount: UNITS, ...bounds })
}

async function limitBuy(): Promise<SignedOrder> {
  return orders.signOrder({ kind: 'limitBuy', amount: PAID, outMin: await orders.quote('limitBuy', PAID) })
}

/** The transaction must revert, for this reason if one is named, and take nothing from the owner. */
async function expectTheft(index: number, data: Hex, reason?: string): Promise<void> {
  const before = await holdings()
  if (reason) expect(await orders.refusal(devnet.account(index).address, data)).toContain(reason)
  expect((await devnet.submit(index, { to: FRAMEWORK.DelegationManager, data })).status).toBe('reverted')
  expect(await holdings()).toEqual(before)
}

const EXECUTIONS = parseAbiParameters([
  'Execution[] list',
  'struct Execution { address target; uint256 value; bytes callData; }',
])
const encoded = (calls: readonly Delegation.Execution[]) =>
  encodeAbiParameters(EXECUTIONS, [calls.map(({ to, value, data }) => ({ target: to, value, callData: data }))])
const redeeming = (signed: Delegation.SignedDelegation, mode: Hex, execution: Hex) =>
  encodeFunctionData({
    abi: Delegation.managerAbi,
    functionName: 'redeemDelegations',
    args: [[Delegation.encode(signed)], [mode], [execution]],
  })

describe('an order is executed by an account without any approval', () => {
  test('a take-profit brings the owner what was signed, and the executor its tip', async () => {
    const signed = await takeProfit()
    const [ethBefore, tokensBefore] = await holdings()
    const executorBefore = await ethOf(devnet.account(EXECUTOR).address)
    const { status, gasUsed, effectiveGasPrice } = await orders.execute(signed)
    expect(status).toBe('success')
    const [eth, tokens] = await holdings()
    expect([eth - ethBefore, tokensBefore - tokens]).toEqual([signed.order.outMin - TIP, UNITS])
    const paid = (await ethOf(devnet.account(EXECUTOR).address)) - executorBefore + gasUsed * effectiveGasPrice
    expect(paid).toBe(TIP)
  })

  test('a limit buy costs the value and the tip, and the tokens come to the owner', async () => {
    const signed = await limitBuy()
    const [ethBefore, tokensBefore] = await holdings()
    expect((await orders.execute(signed)).status).toBe('success')
    const [eth, tokens] = await holdings()
    expect([ethBefore - eth, tokens - tokensBefore]).toEqual([PAID + TIP, signed.order.outMin])
  })

  test('an order is read back exactly, and nothing else is taken for one', async () => {
    for (const signed of [await takeProfit(), await stopLoss(), await limitBuy()]) {
      expect(recogniseOrder(signed.signed, orders.targets)).toEqual(signed.order)
      expect(recogniseOrder(signed.signed, { ...orders.targets, launchpad: orders.owner })).toBeUndefined()
      for (const index of signed.signed.caveats.keys()) {
        const caveats = signed.signed.caveats.toSpliced(index, 1)
        expect(recogniseOrder({ ...signed.signed, caveats }, orders.targets)).toBeUndefined()
      }
    }
  })
})

describe('a price that somebody pushes', () => {
  test('a take-profit and a limit buy wait below their limit by one unit', async () => {
    const profit = await orders.quote('takeProfit', UNITS)
    const bought = await orders.quote('limitBuy', PAID)
    const sale = await orders.signOrder({ kind: 'takeProfit', amount: UNITS, outMin: profit + 1n })
    const buy = await orders.signOrder({ kind: 'limitBuy', amount: PAID, outMin: bought + 1n })
    for (const signed of [sale, buy]) await expectTheft(EXECUTOR, orders.calldata(signed), OUT_OF_BOUNDS)
  })

  test('a stop-loss waits above its trigger, and below its floor', async () => {
    const signed = await stopLoss()
    await expectTheft(EXECUTOR, orders.calldata(signed), OUT_OF_BOUNDS)
    const held = await tokensOf(orders.owner)
    await trade(devnet, orders, OWNER, -(held * 9n) / 10n)
    expect(await orders.quote('stopLoss', UNITS)).toBeLessThan(signed.order.outMin)
    await expectTheft(EXECUTOR, orders.calldata(signed), OUT_OF_BOUNDS)
  })

  test('a stop-loss pushed for one block costs no more than its floor says', async () => {
    await trade(devnet, orders, STRANGER, parseEther('0.4'))
    const signed = await stopLoss()
    const pushed = await pushUnder(signed.order.outMax)
    const before = await holdings()
    expect((await orders.execute(signed)).status).toBe('success')
    const after = await holdings()
    expect(after[0] - before[0]).toBeGreaterThanOrEqual(signed.order.outMin - TIP)
    expect(before[1] - after[1]).toBe(UNITS)
    // Taking the price back costs the one who pushed it the fees of both trades.
    expect(pushed).toBeGreaterThan(0n)
  })

  test('a sandwich around a limit buy leaves the owner the signed minimum, or the order unexecuted', async () => {
    const quoted = await orders.quote('limitBuy', PAID)
    const signed = await orders.signOrder({ kind: 'limitBuy', amount: PAID, outMin: (quoted * 95n) / 100n })
    await trade(devnet, orders, STRANGER, parseEther('0.02'))
    const before = await holdings()
    expect((await orders.execute(signed)).status).toBe('success')
    const after = await holdings()
    expect(after[1] - before[1]).toBeGreaterThanOrEqual(signed.order.outMin)
    const wide = await orders.signOrder({ kind: 'limitBuy', amount: PAID, outMin: quoted })
    await expectTheft(EXECUTOR, orders.calldata(wide), OUT_OF_BOUNDS)
  })

  /** The stranger sells until the quote is at or below the trigger; returns what it sold. */
  async function pushUnder(trigger: bigint): Promise<bigint> {
    const held = await tokensOf(devnet.account(STRANGER).address)
    let sold = 0n
    while ((await orders.quote('stopLoss', UNITS)) > trigger) {
      await trade(devnet, orders, STRANGER, -held / 10n)
      sold += held / 10n
    }
    return sold
  }
})

describe('an executor that wants more', () => {
  test('keeps the tip and skips the trade', async () => {
    const signed = await takeProfit()
    const [sale, tip] = calls(signed)
    for (const list of [[tip], [tip, sale], [sale], [sale, tip, tip], []])
      await expectTheft(EXECUTOR, redeeming(signed.signed, BATCH, encoded(list)), REFUSED)
  })

  test('lets the trade fail and takes the tip', async () => {
    const signed = await takeProfit()
    await expectTheft(EXECUTOR, redeeming(signed.signed, TRY_BATCH, encoded(calls(signed))))
    const single = concat([devnet.account(EXECUTOR).address, toHex(TIP, { size: 32 })])
    await expectTheft(EXECUTOR, redeeming(signed.signed, pad('0x00'), single))
  })

  test('takes a greater tip, sends it elsewhere, or calls with it', async () => {
    const signed = await takeProfit()
    const [sale, tip] = calls(signed)
    const changed = [
      { ...tip, value: TIP + 1n },
      { ...tip, to: devnet.account(RIVAL).address },
      { ...tip, data: '0x00' as const },
    ]
    for (const other of changed)
      await expectTheft(EXECUTOR, redeeming(signed.signed, BATCH, encoded([sale, other])), REFUSED)
  })

  test('changes the trade: another minimum, token, amount, value, function or contract', async () => {
    const signed = await takeProfit()
    const [sale, tip] = calls(signed)
    const { token, targets } = orders
    const on = (functionName: string, args: readonly unknown[]) =>
      encodeFunctionData({ abi: launchpadAbi, functionName, args } as never)
    const { outMin } = signed.order
    const other = devnet.account(EXECUTOR).address
    const changed: Delegation.Execution[] = [
      { ...sale, data: on('sell', [token, UNITS, 0n]) },
      { ...sale, data: on('sell', [token, UNITS + 1n, outMin]) },
      { ...sale, data: on('sell', [devnet.token('MOON').address, UNITS, outMin]) },
      { ...sale, data: on('sellFor', [token, UNITS, outMin, other, maxUint256]) },
      { ...sale, value: 1n },
      { ...sale, to: token },
      { ...sale, to: targets.positionManager },
    ]
    for (const call of changed)
      await expectTheft(EXECUTOR, redeeming(signed.signed, BATCH, encoded([call, tip])), REFUSED)
  })

  test('hides other calls behind the offsets of the encoding', async () => {
    const signed = await takeProfit()
    const honest = encoded(calls(signed))
    await expectTheft(EXECUTOR, redeeming(signed.signed, BATCH, concat([honest, '0x00'])), REFUSED)
    const shifted = concat([toHex(64n, { size: 32 }), pad('0x'), `0x${honest.slice(66)}`])
    await expectTheft(EXECUTOR, redeeming(signed.signed, BATCH, shifted), REFUSED)
  })

  test('leaves out the condition, or asks another contract for the price', async () => {
    const signed = await stopLoss()
    const without = { ...signed.signed, caveats: signed.signed.caveats.slice(0, 3) }
    await expectTheft(EXECUTOR, redeeming(without, BATCH, encoded(calls(signed))), 'InvalidERC1271Signature')
    const caveats = signed.signed.caveats.map((caveat) =>
      caveat.enforcer === ORDER_CONDITION ? { ...caveat, enforcer: FRAMEWORK.NonceEnforcer } : caveat,
    )
    const elsewhere = { ...signed.signed, caveats }
    await expectTheft(EXECUTOR, redeeming(elsewhere, BATCH, encoded(calls(signed))), 'InvalidERC1271Signature')
  })

  const calls = ({ order }: SignedOrder) =>
    callsOf(order, orders.targets, devnet.account(EXECUTOR).address) as [Delegation.Execution, Delegation.Execution]
})

describe('once, until its end, while the owner wants it', () => {
  test('a replay reverts', async () => {
    const quote = await orders.quote('takeProfit', UNITS)
    const signed = await orders.signOrder({ kind: 'takeProfit', amount: UNITS, outMin: quote / 2n })
    expect((await orders.execute(signed)).status).toBe('success')
    await expectTheft(EXECUTOR, orders.calldata(signed), 'LimitedCallsEnforcer:limit-exceeded')
    await expectTheft(RIVAL, orders.calldata(signed, RIVAL), 'LimitedCallsEnforcer:limit-exceeded')
  })

  test('of two executors in one block one is paid, and the owner pays once', async () => {
    const quote = await orders.quote('takeProfit', UNITS)
    const signed = await orders.signOrder({ kind: 'takeProfit', amount: UNITS, outMin: quote / 2n })
    const [, before] = await holdings()
    const statuses = await inOneBlock(
      [EXECUTOR, orders.calldata(signed), 10n ** 9n],
      [RIVAL, orders.calldata(signed, RIVAL), 2n * 10n ** 9n],
    )
    expect(statuses.toSorted()).toEqual(['reverted', 'success'])
    expect(before - (await tokensOf(orders.owner))).toBe(UNITS)
  })

  test('one executor cannot send the transaction of another', async () => {
    await expectTheft(RIVAL, orders.calldata(await takeProfit(), EXECUTOR), REFUSED)
  })

  test('a cancellation in the same block wins if it comes first', async () => {
    const signed = await takeProfit()
    const statuses = await inOneBlock(
      [OWNER, Delegation.revoke(signed.signed), 10n ** 10n],
      [EXECUTOR, orders.calldata(signed), 10n ** 9n],
    )
    expect(statuses).toEqual(['success', 'reverted'])
  })

  test('an expired order and one of an older nonce revert', async () => {
    const signed = await takeProfit()
    await devnet.setNextTimestamp(signed.order.until)
    await devnet.mine()
    await expectTheft(EXECUTOR, orders.calldata(signed), 'TimestampEnforcer:expired-delegation')
    const next = await orders.signOrder({ kind: 'takeProfit', amount: UNITS, outMin: 1n, nonce: 1n })
    await expectTheft(EXECUTOR, orders.calldata(next), 'NonceEnforcer:invalid-nonce')
  })

  test('an order whose tokens or ETH are gone reverts, and pays no tip', async () => {
    const sale = await takeProfit()
    const held = await tokensOf(orders.owner)
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [orders.stranger, held - UNITS + 1n],
    })
    await devnet.send(OWNER, { to: orders.token, data })
    await expectTheft(EXECUTOR, orders.calldata(sale))
    const buy = await limitBuy()
    await devnet.client.setBalance({ address: orders.owner, value: PAID + TIP - 1n })
    await expectTheft(EXECUTOR, orders.calldata(buy))
    await devnet.client.setBalance({ address: orders.owner, value: PAID + TIP })
    expect((await orders.execute(buy)).status).toBe('success')
  })

  test('an order for the curve of a token that has graduated reverts', async () => {
    const quote = await orders.quote('takeProfit', UNITS)
    const signed = await orders.signOrder({ kind: 'takeProfit', amount: UNITS, outMin: quote })
    await trade(devnet, orders, STRANGER, parseEther('5'))
    await expectTheft(EXECUTOR, orders.calldata(signed), toFunctionSelector('NoFigure()'))
  })
})

type Sent = [index: number, data: Hex, maxPriorityFeePerGas: bigint]

async function inOneBlock(...list: Sent[]): Promise<string[]> {
  await devnet.client.setAutomine(false)
  const hashes: Hex[] = []
  for (const [index, data, maxPriorityFeePerGas] of list) {
    const transaction = { to: FRAMEWORK.DelegationManager, data, gas: 2_000_000n, maxPriorityFeePerGas }
    hashes.push(await devnet.client.sendTransaction({ account: devnet.account(index).address, ...transaction }))
  }
  await devnet.mine()
  await devnet.client.setAutomine(true)
  const receipts = await Promise.all(hashes.map((hash) => devnet.client.getTransactionReceipt({ hash })))
  expect(new Set(receipts.map(({ blockNumber }) => blockNumber)).size).toBe(1)
  return receipts.map(({ status }) => status)
}

describe('an order and a mandate in one transaction', () => {
  test('the proceeds of an order do not hide a bad sale of the agent in the same transaction', async () => {
    const brings = await orders.quote('takeProfit', UNITS)
    const order = await orders.signOrder({ kind: 'takeProfit', amount: UNITS, outMin: brings / 2n })
    const grant = { kind: 'sell', token: orders.token, amountPerTrade: UNITS, ethPerTradeMin: brings + 1n } as const
    const selling = await orders.sign(grant)
    const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'sell', args: [orders.token, UNITS, 0n] })
    const sale = concat([orders.targets.launchpad, toHex(0n, { size: 32 }), data])
    const batch = encoded(callsOf(order.order, orders.targets, orders.agent))
    const contexts = [Delegation.encode(selling), Delegation.encode(order.signed)]
    const both = (place: 0 | 1) => {
      const parts = [
        [contexts[0], pad('0x00'), sale],
        [contexts[1], BATCH, batch],
      ] as [Hex, Hex, Hex][]
      const list = place === 0 ? parts : parts.toReversed()
      const args = [list.map(([one]) => one), list.map(([, one]) => one), list.map(([, , one]) => one)] as const
      return encodeFunctionData({ abi: Delegation.managerAbi, functionName: 'redeemDelegations', args })
    }
    const insufficient = 'NativeBalanceChangeEnforcer:insufficient-balance-increase'
    for (const place of [0, 1] as const) await expectTheft(AGENT, both(place), insufficient)
  })

  test('a buy that fills the curve fits into the gas that the service states', async () => {
    const signed = await orders.signOrder({ kind: 'limitBuy', amount: parseEther('20'), outMin: 1n })
    const transaction = { to: FRAMEWORK.DelegationManager, data: orders.calldata(signed), gas: 2_000_000n }
    const receipt = await devnet.submit(EXECUTOR, transaction)
    expect(receipt.status).toBe('success')
    await expect(orders.quote('takeProfit', UNITS)).rejects.toThrow()
  })
})
