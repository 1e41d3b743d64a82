import { encodeFunctionData, type Hex, maxUint256, parseEther, type TransactionReceipt } from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { TradeOrder } from '#mandates/rules/Order.ts'
import { orderDelegation } from '#mandates/rules/orderCaveats.ts'
import { callsOf } from '#mandates/rules/orderTrade.ts'
import type { TestDevnet } from '../chain/devnet.ts'
import { type Mandate, OWNER, openMandate, signDelegation } from './mandate.ts'

/** Accounts of the test mnemonic that the owner knows nothing of: neither has any approval. */
export const EXECUTOR = 9
export const RIVAL = 8

export type SignedOrder = { order: TradeOrder; signed: Delegation.SignedDelegation }

export type Orders = Mandate & {
  /** The result of a trade of this kind now. */
  quote(kind: TradeOrder['kind'], amount: bigint): Promise<bigint>
  signOrder(changed: Pick<TradeOrder, 'kind' | 'amount' | 'outMin'> & Partial<TradeOrder>): Promise<SignedOrder>
  /** The calldata with which the account executes the order. */
  calldata(signed: SignedOrder, executor?: number): Hex
  /** Executes by hand, past the service. */
  execute(signed: SignedOrder, executor?: number): Promise<TransactionReceipt>
}

export async function openOrders(devnet: TestDevnet): Promise<Orders> {
  const mandate = await openMandate(devnet)
  const { owner, token, targets } = mandate
  let salt = 1_000n
  const calldata: Orders['calldata'] = ({ order, signed }, executor = EXECUTOR) =>
    Delegation.redeemBatch(signed, callsOf(order, targets, devnet.account(executor).address))
  return {
    ...mandate,
    calldata,
    async quote(kind, amount) {
      const call = { abi: launchpadAbi, address: targets.launchpad, args: [token, amount] as const }
      if (kind === 'limitBuy') return (await devnet.client.readContract({ ...call, functionName: 'getBuyQuote' }))[0]
      return (await devnet.client.readContract({ ...call, functionName: 'getSellQuote' }))[0]
    },
    async signOrder(changed) {
      const until = (await mandate.now()) + 86_400n
      const order = { owner, token, outMax: maxUint256, tip: parseEther('0.0001'), until, nonce: 0n, ...changed }
      salt += 1n
      const delegation = orderDelegation(order, targets, salt)
      return { order, signed: await signDelegation(devnet, OWNER, delegation) }
    },
    execute: (signed, executor = EXECUTOR) =>
      devnet.submit(executor, { to: FRAMEWORK.DelegationManager, data: calldata(signed, executor) }),
  }
}

/** A trade of somebody else, which moves the price. */
export async function trade(devnet: TestDevnet, { token, targets }: Mandate, index: number, value: bigint) {
  const to = targets.launchpad
  const isBuy = value > 0n
  const data = isBuy
    ? encodeFunctionData({ abi: launchpadAbi, functionName: 'buy', args: [token, 0n] })
    : encodeFunctionData({ abi: launchpadAbi, functionName: 'sell', args: [token, -value, 0n] })
  return devnet.submit(index, { to, data, ...(isBuy && { value }) })
}
