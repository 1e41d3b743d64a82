import { formatEther } from 'viem/utils'
import type { Position } from '../../api/liquidity.ts'
import type { PreparedOrder } from '../../api/orders.ts'
import { symbolText } from '../../liquidity/PairName.tsx'
import { amountText, priceAt } from '../../liquidity/poolFigures.ts'
import { priceText } from '../../liquidity/priceText.ts'
import type { Quote } from './exitRequest.ts'

/** The price is written as people read it, in the token that prices are counted in. */
type Bound = { isBelow: boolean; price: string }

/** The price of a square-root price in whole tokens, counted in one of them. */
export function priceIn(quote: Quote, { token0, token1 }: Position, sqrtRatioX96: string): string {
  const price = priceAt(sqrtRatioX96, [token0, token1])
  return priceText(quote === 'token1' ? price : 1 / price)
}

/** When an exit executes: "once 1 WETH costs 1,500 DUSD or less". */
export function exitCondition(position: Position, quote: Quote, { isBelow, price }: Bound): string {
  const other = quote === 'token0' ? position.token1 : position.token0
  const direction = isBelow === (quote === 'token1') ? 'less' : 'more'
  return `once 1 ${symbolText(other)} costs ${price} ${symbolText(position[quote])} or ${direction}`
}

type Exit = { position: Position; condition: string; isBelow: boolean }

/** The answer of the service in whole tokens, the worst case first. */
export function exitMeaning({ worstCase, meaning }: PreparedOrder, { position, condition, isBelow }: Exit): string[] {
  const [kept, gone] = isBelow ? [position.token0, position.token1] : [position.token1, position.token0]
  const least = `${amountText(BigInt(worstCase.tokensReceivedMin), kept)} ${symbolText(kept)}`
  return [
    `Worst case: your position becomes at least ${least} and possibly no ${symbolText(gone)}, and you pay ${formatEther(BigInt(worstCase.eth))} ETH. Anyone who can push the price for a moment can cause this.`,
    `It withdraws all of the position’s present liquidity and its fees to you ${condition}.`,
    ...meaning.slice(2),
  ]
}
