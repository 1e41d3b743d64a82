import { exact } from '#site/format.ts'
import type { TokenInformation } from '../api/liquidity.ts'
import { Dollars } from '../dollars/Dollars.tsx'
import { symbolText } from './PairName.tsx'
import { amountText, decimalsOf } from './poolFigures.ts'
import { weiOf } from './weiOf.ts'

type Props = {
  amount: bigint
  token: TokenInformation
  /** Its value. Default: that of ETH, and none for other tokens */
  wei?: bigint | undefined
}

/** An amount of a token at a glance, the exact one on hover, and its dollars where they are known. */
export function TokenFigure({ amount, token, wei = weiOf(amount, token.address) }: Props) {
  return (
    <span title={`${exact(amount, decimalsOf(token))} ${symbolText(token)}`}>
      <span className="nowrap">
        {amountText(amount, token)} <span className="unit">{symbolText(token)}</span>
      </span>
      <Dollars wei={wei} />
    </span>
  )
}
