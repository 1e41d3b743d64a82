import { type Hex, slice, toFunctionSelector, toHex } from 'viem'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import type { Context } from '#mandates/Context.ts'
import { type CompoundOrder, type Order, withdrawnOf } from '#mandates/rules/Order.ts'
import { feesRead, payable } from '#mandates/rules/orderCompound.ts'
import type { Read } from '#mandates/rules/orderExit.ts'
import type { OrderFacts } from '#mandates/rules/orderStatus.ts'
import { costlyQuoteRead, figureRead, quoteRead } from '#mandates/rules/orderTrade.ts'
import { wordOf } from './firstWord.ts'
import { type AccountKind, notDeployed, readKinds } from './readAccount.ts'
import { readQuotes } from './readQuotes.ts'

const SELECTORS = {
  disabled: toFunctionSelector('disabledDelegations(bytes32)'),
  paused: toFunctionSelector('paused()'),
  nonce: toFunctionSelector('currentNonce(address,address)'),
  used: toFunctionSelector('callCounts(address,bytes32)'),
  eth: toFunctionSelector('getEthBalance(address)'),
  tokens: toFunctionSelector('balanceOf(address)'),
  ownerOf: toFunctionSelector('ownerOf(uint256)'),
  v3Position: toFunctionSelector('positions(uint256)'),
  v4Liquidity: toFunctionSelector('getPositionLiquidity(uint256)'),
}

const { DelegationManager: MANAGER, NonceEnforcer, LimitedCallsEnforcer } = FRAMEWORK

type HashedOrder = { order: Order; hash: Hex }
type Result = { ok: boolean; data: Hex }

export type Reading = {
  /** False where only the end of an order matters, which needs no quote in a pool. Default: true. */
  isQuoted?: boolean
}

/** The state of several orders, which the chain alone keeps: at one block but for the quotes in pools. */
export async function readOrders(
  context: Context,
  list: readonly HashedOrder[],
  { isQuoted = true }: Reading = {},
): Promise<OrderFacts[]> {
  const { chain, targets } = context
  const calls = list.map((one) => callsFor(context, one))
  const costly = list.map(({ order }) => costlyQuoteRead(order, targets))
  const [{ results, block }, kinds, quotes] = await Promise.all([
    chain.read(calls.flat()),
    readKinds(
      chain,
      list.map(({ order }) => order.owner),
    ),
    isQuoted ? readQuotes(chain, costly.flat()) : [],
  ])
  let next = 0
  let nextQuote = 0
  return list.map(({ order }, index) => {
    const start = next
    next += calls[index]?.length ?? 0
    const facts = factsOf(order, results.slice(start, next), kinds.get(order.owner))
    return { block, ...facts, ...(costly[index]?.length ? { quote: quotes[nextQuote++] } : {}) }
  })
}

function callsFor({ chain, targets }: Context, { order, hash }: HashedOrder): Read[] {
  const { owner } = order
  const { multicall3 } = chain.facts
  return [
    { to: MANAGER, data: encode(SELECTORS.disabled, hash) },
    { to: MANAGER, data: SELECTORS.paused },
    { to: NonceEnforcer, data: encode(SELECTORS.nonce, MANAGER, owner) },
    { to: LimitedCallsEnforcer, data: encode(SELECTORS.used, MANAGER, hash) },
    { to: multicall3, data: encode(SELECTORS.eth, owner) },
    figureRead(order, targets),
    quoteRead(order, targets),
    ...holdingReads(order, targets),
  ]
}

/** The units of the owner, or the owner and the liquidity of the position. */
function holdingReads(order: Order, targets: Context['targets']): Read[] {
  const { owner, token: to } = order
  if (order.kind === 'compound')
    return [{ to, data: encode(SELECTORS.ownerOf, toHex(order.compound.tokenId)) }, feesRead(order, targets)]
  const withdrawn = withdrawnOf(order)
  if (!withdrawn) return [{ to, data: encode(SELECTORS.tokens, owner) }]
  const { protocol, tokenId } = withdrawn
  const liquidity = protocol === 'V3' ? SELECTORS.v3Position : SELECTORS.v4Liquidity
  return [SELECTORS.ownerOf, liquidity].map((selector) => ({ to, data: encode(selector, toHex(tokenId)) }))
}

/** A v3 position names its liquidity in its eighth word. */
const V3_LIQUIDITY = 7 * 32

function holdingOf(order: Order, [first, second]: readonly Result[]): bigint {
  if (order.kind === 'compound') return first && wordOf(first) === BigInt(order.owner) ? order.amount : 0n
  const withdrawn = withdrawnOf(order)
  if (!withdrawn) return (first && wordOf(first)) ?? 0n
  if (!first || !second || wordOf(first) !== BigInt(order.owner)) return 0n
  const isV3 = withdrawn.protocol === 'V3'
  const data =
    isV3 && second.ok && second.data.length > V3_LIQUIDITY * 2 ? slice(second.data, V3_LIQUIDITY) : second.data
  return wordOf({ ...second, data }) ?? 0n
}

/** Calldata of words. Thousands of orders are read again and again, and a general encoder takes most of that time. */
function encode(selector: Hex, ...words: readonly Hex[]): Hex {
  return `${selector}${words.map((word) => word.slice(2).toLowerCase().padStart(64, '0')).join('')}`
}

/** The reads that every order has come first. */
const FIGURES = 7

function factsOf(order: Order, results: readonly Result[], kind: AccountKind | undefined): Omit<OrderFacts, 'block'> {
  const [disabled, paused, nonce, used, eth, figure, quote] = results.map(wordOf)
  if ([disabled, paused, nonce, used, eth].includes(undefined)) throw notDeployed()
  return {
    isRevoked: disabled !== 0n || nonce !== order.nonce,
    isPaused: paused !== 0n,
    isExecuted: used !== 0n,
    isDelegated: kind === 'delegated',
    eth: eth ?? 0n,
    tokens: holdingOf(order, results.slice(FIGURES)),
    figure,
    quote: order.kind === 'compound' ? payableBy(order, results) : quote,
  }
}

/** The liquidity that the fees of a position pay for. */
function payableBy(order: CompoundOrder, results: readonly Result[]): bigint | undefined {
  const [growth, price, , fees] = results.slice(FIGURES - 2)
  const [grown, [priceX96], [liquidity, ...paidAt]] = [growth, price, fees].map(wordsOf) as [
    bigint[],
    bigint[],
    bigint[],
  ]
  if (grown.length < 2 || paidAt.length < 2 || priceX96 === undefined || liquidity === undefined) return undefined
  const pairs = { growth: grown as [bigint, bigint], paidAt: paidAt as [bigint, bigint] }
  return payable(order, { ...pairs, liquidity, priceX96 })
}

function wordsOf(result: Result | undefined): bigint[] {
  return result?.ok ? (result.data.slice(2).match(/.{64}/g) ?? []).map((digits) => BigInt(`0x${digits}`)) : []
}
