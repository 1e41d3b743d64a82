import { formatEther } from 'viem'
import { dateOf } from './describe.ts'
import { isSale, type Order } from './Order.ts'

/** The most that the owner can lose by an order. */
export type OrderWorstCase = {
  /** Wei that leave, the tip included. */
  eth: bigint
  /** Units that leave. */
  tokens: bigint
  /** Wei that come in at least, the tip deducted. */
  ethReceivedMin: bigint
  /** Units that come in at least. */
  tokensReceivedMin: bigint
}

export function orderWorstCase(order: Order): OrderWorstCase {
  const { amount, outMin, tip } = order
  if (isSale(order)) return { eth: 0n, tokens: amount, ethReceivedMin: outMin - tip, tokensReceivedMin: 0n }
  return { eth: amount + tip, tokens: 0n, ethReceivedMin: 0n, tokensReceivedMin: outMin }
}

/** The order in words, the worst case first. Every launched token has 18 decimals, as ETH has. */
export function orderMeaning(order: Order): string[] {
  return [
    worstWords(order),
    conditionWords(order),
    `Anybody may execute it, once, until ${dateOf(order.until)}. Your account pays the executor ${formatEther(order.tip)} ETH in the same transaction.`,
    'The chain accepts exactly this trade and this tip. Cancelling is one transaction, and wins if it comes first.',
  ]
}

function worstWords(order: Order): string {
  const { eth, tokens, ethReceivedMin, tokensReceivedMin } = orderWorstCase(order)
  if (!isSale(order))
    return `Worst case: you pay ${formatEther(eth)} ETH, the tip included, for ${formatEther(tokensReceivedMin)} tokens of ${order.token}, which may be worth less by then.`
  const pushed = order.kind === 'stopLoss' ? ' Anyone who can push the price for a moment can bring that about' : ''
  return `Worst case: you sell ${formatEther(tokens)} tokens of ${order.token} for ${formatEther(ethReceivedMin)} ETH after the tip.${pushed && `${pushed}.`}`
}

function conditionWords({ kind, amount, token, outMin, outMax }: Order): string {
  if (kind === 'limitBuy')
    return `It buys ${token} for ${formatEther(amount)} ETH while that brings at least ${formatEther(outMin)} tokens.`
  if (kind === 'takeProfit')
    return `It sells ${formatEther(amount)} tokens of ${token} while the sale brings at least ${formatEther(outMin)} ETH.`
  return `It sells ${formatEther(amount)} tokens of ${token} while the sale brings at most ${formatEther(outMax)} ETH and at least ${formatEther(outMin)} ETH.`
}
