import { type Address, erc20Abi, type Hex, maxUint256, parseEther } from 'viem'
import { routerSwap } from '#launchpad/prepare/routerSwap.ts'
import type { TradeOrder } from '#mandates/rules/Order.ts'
import { poolCalls, poolOf, poolPriceRead, poolQuoteRead, triggerAt, worthAt } from '#mandates/rules/poolTrade.ts'
import type { TestDevnet } from '../chain/devnet.ts'
import { STRANGER } from './mandate.ts'
import { type Orders, openOrders, type SignedOrder, trade } from './order.ts'

type Asked = Pick<TradeOrder, 'kind' | 'amount' | 'outMin'> & { worthMax?: bigint; changed?: Partial<TradeOrder> }

export type PoolOrders = Omit<Orders, 'quote' | 'sign'> & {
  /** The result of a trade of this kind in the pool now. */
  quote(kind: TradeOrder['kind'], amount: bigint): Promise<bigint>
  /** The square-root price of the pool now. */
  price(): Promise<bigint>
  sign(asked: Asked): Promise<SignedOrder>
  /** A trade of an account in the pool: wei that it pays, or units that it sells as a negative number. */
  move(index: number, value: bigint): Promise<void>
  tokensOf(account: Address): Promise<bigint>
}

/** The orders of an owner for a token that has graduated. */
export async function openPoolOrders(devnet: TestDevnet): Promise<PoolOrders> {
  const orders = await openOrders(devnet)
  const { token, targets } = orders
  await trade(devnet, orders, STRANGER, parseEther('5'))
  const read = async (call: { to: Address; data: Hex }) => {
    const { data } = await devnet.client.call(call)
    return BigInt((data as Hex).slice(0, 66))
  }
  const tokensOf = (account: Address) =>
    devnet.client.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [account] })
  return {
    ...orders,
    tokensOf,
    quote: (kind, amount) => read(poolQuoteRead({ kind, token, amount }, targets)),
    price: () => read(poolPriceRead(poolOf({ token }, targets), targets)),
    sign({ worthMax, changed, ...asked }) {
      const leastX96 = worthMax === undefined ? 1n : triggerAt(asked.amount, worthMax)
      const outMax = worthMax === undefined ? maxUint256 : worthAt(asked.amount, leastX96)
      return orders.signOrder({ ...asked, outMax, pool: poolOf({ token }, targets, leastX96), ...changed })
    },
    async move(index, value) {
      const recipient = devnet.account(index).address
      const deadline = maxUint256
      const common = { token, factory: targets.launchpad, minOut: 0n, recipient, deadline }
      if (value > 0n) {
        const data = routerSwap({ ...common, isBuy: true, amountIn: value })
        await devnet.send(index, { to: targets.universalRouter, data, value })
        return
      }
      const sale = { kind: 'takeProfit', owner: recipient, token, amount: -value, outMin: 0n, until: deadline } as const
      for (const { to, data } of poolCalls({ ...sale, outMax: maxUint256, tip: 0n, nonce: 0n }, targets))
        await devnet.send(index, { to, data })
    },
  }
}
