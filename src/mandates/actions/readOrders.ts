import { type Address, type Hex, toFunctionSelector } from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import type { Context } from '#mandates/Context.ts'
import type { Order } from '#mandates/rules/Order.ts'
import type { OrderFacts } from '#mandates/rules/orderStatus.ts'
import { queryOf } from '#mandates/rules/orderTrade.ts'
import { type AccountKind, notDeployed, readKinds } from './readAccount.ts'

const SELECTORS = {
  disabled: toFunctionSelector('disabledDelegations(bytes32)'),
  paused: toFunctionSelector('paused()'),
  nonce: toFunctionSelector('currentNonce(address,address)'),
  used: toFunctionSelector('callCounts(address,bytes32)'),
  eth: toFunctionSelector('getEthBalance(address)'),
  tokens: toFunctionSelector('balanceOf(address)'),
}

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
  const { multicall3 } = chain.facts
  return [
    { to: MANAGER, data: encode(SELECTORS.disabled, hash) },
    { to: MANAGER, data: SELECTORS.paused },
    { to: NonceEnforcer, data: encode(SELECTORS.nonce, MANAGER, owner) },
    { to: LimitedCallsEnforcer, data: encode(SELECTORS.used, MANAGER, hash) },
    { to: multicall3, data: encode(SELECTORS.eth, owner) },
    { to: token, data: encode(SELECTORS.tokens, owner) },
    { to: targets.launchpad, data: queryOf(order) },
  ]
}

/** Calldata of words. Thousands of orders are read again and again, and a general encoder takes most of that time. */
function encode(selector: Hex, ...words: readonly Hex[]): Hex {
  return `${selector}${words.map((word) => word.slice(2).toLowerCase().padStart(64, '0')).join('')}`
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
