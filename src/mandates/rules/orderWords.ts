import { formatEther } from 'viem'
import { dateOf } from './describe.ts'
import { type CompoundOrder, type ExitOrder, isSale, type Order, type RerangeOrder, type TradeOrder } from './Order.ts'
import { soldFor } from './orderRerange.ts'

/** The most that the owner can lose by an order. */
export type OrderWorstCase = {
  /** Wei that are paid, with the tip. */
  eth: bigint
  /** Units that leave. */
  tokens: bigint
  /** The minimum wei received, after the tip. */
  ethReceivedMin: bigint
  /** The minimum units received. */
  tokensReceivedMin: bigint
}

export function orderWorstCase(order: Order): OrderWorstCase {
  const { amount, outMin, tip } = order
  if (order.kind === 'compound' || order.kind === 'rerange')
    return { eth: tip, tokens: 0n, ethReceivedMin: 0n, tokensReceivedMin: 0n }
  if (order.kind === 'exit') return { eth: tip, tokens: 0n, ethReceivedMin: 0n, tokensReceivedMin: outMin }
  if (isSale(order)) return { eth: 0n, tokens: amount, ethReceivedMin: outMin - tip, tokensReceivedMin: 0n }
  return { eth: amount + tip, tokens: 0n, ethReceivedMin: 0n, tokensReceivedMin: outMin }
}

/** The order in words, the worst case first. Every launched token has 18 decimals, as ETH has. */
export function orderMeaning(order: Order): string[] {
  return [
    ...deedWords(order),
    `Anybody may execute it, once, until ${dateOf(order.until)}. Your account pays the executor ${formatEther(order.tip)} ETH in the same transaction.`,
    `The chain accepts exactly ${DEEDS[order.kind]} and this tip. Cancelling is one transaction, and wins if it comes first.`,
  ]
}

const DEEDS = {
  limitBuy: 'this trade',
  takeProfit: 'this trade',
  stopLoss: 'this trade',
  exit: 'this withdrawal',
  compound: 'this deposit of fees',
  rerange: 'this move',
} as const

function deedWords(order: Order): string[] {
  if (order.kind === 'exit') return exitWords(order)
  if (order.kind === 'rerange') return rerangeWords(order)
  return order.kind === 'compound' ? compoundWords(order) : [worstWords(order), conditionWords(order)]
}

function compoundWords({ amount, tip, compound }: CompoundOrder): string[] {
  const { tokenId, amount0Max, amount1Max } = compound
  return [
    `Worst case: ${amount0Max} smallest units of token0 and ${amount1Max} of token1, out of the fees of position ${tokenId}, become liquidity at the worst price that these amounts allow, and you pay ${formatEther(tip)} ETH.`,
    `It adds liquidity ${amount} to Uniswap v4 position ${tokenId} once its fees pay for all of it with at most these amounts. The other fees come to you. It takes nothing else of yours.`,
  ]
}

function rerangeWords({ amount, outMin, tip, rerange }: RerangeOrder): string[] {
  const { tokenId, liquidity, tickLower, tickUpper, side, boundX96 } = rerange
  const [token, other] = side === 'below' ? ['token0', 'token1'] : ['token1', 'token0']
  return [
    `Worst case: position ${tokenId} becomes ${outMin} smallest units of ${token}, the new range sells them for ${soldFor(rerange)} of ${other} when the price comes back, and you pay ${formatEther(tip)} ETH. Anyone who can push the price there and back can bring that about.`,
    `It withdraws liquidity ${amount}, which is all of Uniswap v4 position ${tokenId} now, while the square-root price of its pool is at ${side === 'below' ? 'most' : 'least'} ${boundX96}, and opens a position of yours with liquidity ${liquidity} from tick ${tickLower} to ${tickUpper} of the same pool with it. The fees and the rest come to you. It takes nothing else of yours.`,
  ]
}

function worstWords(order: TradeOrder): string {
  const { eth, tokens, ethReceivedMin, tokensReceivedMin } = orderWorstCase(order)
  if (!isSale(order))
    return `Worst case: you pay ${formatEther(eth)} ETH, the tip included, for ${formatEther(tokensReceivedMin)} tokens of ${order.token}, which may be worth less by then.`
  const pushed = order.kind === 'stopLoss' ? ' Anyone who can push the price for a moment can bring that about' : ''
  return `Worst case: you sell ${formatEther(tokens)} tokens of ${order.token} for ${formatEther(ethReceivedMin)} ETH after the tip.${pushed && `${pushed}.`}`
}

function conditionWords({ kind, amount, token, outMin, outMax, pool }: TradeOrder): string {
  const place = pool ? ' in its Uniswap v4 pool' : ''
  if (kind === 'limitBuy')
    return `It buys ${token}${place} for ${formatEther(amount)} ETH while that brings at least ${formatEther(outMin)} tokens.`
  if (kind === 'takeProfit')
    return `It sells ${formatEther(amount)} tokens of ${token}${place} while the sale brings at least ${formatEther(outMin)} ETH.`
  if (pool)
    return `It sells ${formatEther(amount)} tokens of ${token}${place} while they are worth at most ${formatEther(outMax)} ETH at the price of the pool, before its fee, and the sale brings at least ${formatEther(outMin)} ETH.`
  return `It sells ${formatEther(amount)} tokens of ${token} while the sale brings at most ${formatEther(outMax)} ETH and at least ${formatEther(outMin)} ETH.`
}

function exitWords({ amount, outMin, tip, position }: ExitOrder): string[] {
  const { protocol, tokenId, side, boundX96 } = position
  const [token, other] = side === 'below' ? ['token0', 'token1'] : ['token1', 'token0']
  return [
    `Worst case: position ${tokenId} becomes at least ${outMin} smallest units of ${token} and possibly no ${other}, and you pay ${formatEther(tip)} ETH. Anyone who can push the price for a moment can bring that about.`,
    `It withdraws liquidity ${amount}, which is all of Uniswap ${protocol.toLowerCase()} position ${tokenId} now, and its fees to you, while the square-root price of its pool is at ${side === 'below' ? 'most' : 'least'} ${boundX96}.`,
  ]
}
