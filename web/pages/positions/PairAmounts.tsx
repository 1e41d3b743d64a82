import type { Position } from '../../api/liquidity.ts'
import { ethWorth } from '../../liquidity/ethWorth.ts'
import { TokenFigure } from '../../liquidity/TokenFigure.tsx'

type Props = {
  of: { amount0: string; amount1: string }
  position: Position
  /** The price that dollars follow from. Default: they are those of ETH alone */
  sqrtRatioX96?: string
}

/** Two amounts, one below the other. */
export function PairAmounts({ of, position, sqrtRatioX96 }: Props) {
  const [amount0, amount1] = [BigInt(of.amount0), BigInt(of.amount1)]
  const worth = (amounts: readonly [bigint, bigint]) =>
    sqrtRatioX96 === undefined ? undefined : ethWorth(position, amounts, BigInt(sqrtRatioX96))
  return (
    <>
      <TokenFigure amount={amount0} token={position.token0} wei={worth([amount0, 0n])} />
      <br />
      <TokenFigure amount={amount1} token={position.token1} wei={worth([0n, amount1])} />
    </>
  )
}
