import { type Address, encodeFunctionData, erc20Abi, type Hex, parseAbi } from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import type { Context } from '#mandates/Context.ts'
import type { Order } from '#mandates/rules/Order.ts'
import type { OrderFacts } from '#mandates/rules/orderStatus.ts'
import { queryOf } from '#mandates/rules/orderTrade.ts'
import { type AccountKind, notDeployed, readKinds } from './readAccount.ts'

const abi = parseAbi([
  'function disabledDelegations(bytes32 hash) view returns (bool)',
  'function paused() view returns (bool)',
  'function currentNonce(address manager, address owner) view returns (uint256)',
  'function callCounts(address manager, bytes32 hash) view returns (uint256)',
  'function getEthBalance(address account) view returns (uint256)',
])

const { DelegationManager: MANAGER, NonceEnforcer, LimitedCallsEnforcer } = FRAMEWORK

type Asked = { order: Order; hash: Hex }
type Result = { ok: boolean; data: Hex }

/** The state of several orders at one block, which the chain alone keeps. */
export async function readOrders(context: Context, list: readonly Asked[]): Promise<OrderFacts[]> {
  const { chain } = context
  const calls = list.map((one) => callsFor(context, one))
  const [{ results, block }, kinds] = await Promise.all([
    chain.read(calls.flat()),
    readKinds(
      chain,
      list.map(({ order }) => order.owner),
    ),
  ])
  const width = calls[0]?.length ?? 0
  return list.map(({ order }, index) => ({
    block,
    ...factsOf(order, results.slice(index * width, (index + 1) * width), kinds.get(order.owner)),
  }))
}

function callsFor({ chain, targets }: Context, { order, hash }: Asked): { to: Address; data: Hex }[] {
  const { owner, token } = order
  return [
    { to: MANAGER, data: encodeFunctionData({ abi, functionName: 'disabledDelegations', args: [hash] }) },
    { to: MANAGER, data: encodeFunctionData({ abi, functionName: 'paused' }) },
    { to: NonceEnforcer, data: encodeFunctionData({ abi, functionName: 'currentNonce', args: [MANAGER, owner] }) },
    { to: LimitedCallsEnforcer, data: encodeFunctionData({ abi, functionName: 'callCounts', args: [MANAGER, hash] }) },
    { to: chain.facts.multicall3, data: encodeFunctionData({ abi, functionName: 'getEthBalance', args: [owner] }) },
    { to: token, data: encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] }) },
    { to: targets.launchpad, data: queryOf(order) },
  ]
}

function factsOf(order: Order, results: readonly Result[], kind: AccountKind | undefined): Omit<OrderFacts, 'block'> {
  const [disabled, paused, nonce, used, eth, tokens, quote] = results.map(wordOf)
  if ([disabled, paused, nonce, used, eth].includes(undefined)) throw notDeployed()
  return {
    isRevoked: disabled !== 0n || nonce !== order.nonce,
    isPaused: paused !== 0n,
    isExecuted: used !== 0n,
    isDelegated: kind === 'delegated',
    eth: eth ?? 0n,
    tokens: tokens ?? 0n,
    quote,
  }
}

/** The first word of an answer; undefined if the call failed or answered less. */
function wordOf({ ok, data }: Result): bigint | undefined {
  return ok && data.length >= 66 ? BigInt(data.slice(0, 66)) : undefined
}
