import { formatEther } from 'viem/utils'
import type { Position } from '../../api/liquidity.ts'
import type { PreparedOrder } from '../../api/orders.ts'
import { symbolText } from '../../liquidity/PairName.tsx'
import { amountText } from '../../liquidity/poolFigures.ts'
import type { Quote } from './exitRequest.ts'
import { exitCondition, priceIn } from './exitWords.ts'
import type { Move } from './moveRequest.ts'
import { boundsText } from './rangeWidths.ts'

type Rerange = NonNullable<PreparedOrder['rerange']>

/** When a move executes: at the end of a tick, which is near the typed price and seldom equal to it. */
export function moveCondition({ side, boundX96 }: Rerange, position: Position, quote: Quote): string {
  return exitCondition(position, quote, { isBelow: side === 'below', price: priceIn(quote, position, boundX96) })
}

export function newRange(position: Position, { tickLower, tickUpper }: Move): string {
  return `New range: ${boundsText(position, { lower: tickLower, upper: tickUpper })}`
}

/** The answer of the service in whole tokens, the worst case first. */
export function moveMeaning(answer: PreparedOrder, position: Position, quote: Quote): string[] {
  const { worstCase, rerange, meaning } = answer
  if (!rerange) return meaning
  const { token0, token1 } = position
  const [kept, sold] = rerange.side === 'below' ? [token0, token1] : [token1, token0]
  const moved = `${amountText(BigInt(rerange.amountMoved), kept)} ${symbolText(kept)}`
  const left = `${amountText(BigInt(rerange.amountSoldFor), sold)} ${symbolText(sold)}`
  return [
    `Worst case: your position becomes ${moved}, the new range sells it for ${left} when the price returns, and you pay ${formatEther(BigInt(worstCase.eth))} ETH. Anyone who can push the price there and back can cause this.`,
    `It moves all of the position’s present liquidity into the new range ${moveCondition(rerange, position, quote)}. Its fees come to you.`,
    newRange(position, rerange),
    ...meaning.slice(2),
  ]
}
