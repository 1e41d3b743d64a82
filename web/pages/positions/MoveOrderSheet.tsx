import { useState } from 'react'
import { formatEther } from 'viem/utils'
import type { Position } from '../../api/liquidity.ts'
import { type PreparedOrder, prepareRerange } from '../../api/orders.ts'
import { Field } from '../../components/Field.tsx'
import { symbolText } from '../../liquidity/PairName.tsx'
import { amountText, usualQuote } from '../../liquidity/poolFigures.ts'
import { chainById } from '../../wallet/chains.ts'
import { exitCondition, priceIn } from './exitWords.ts'
import { type Move, moveOf, moveRequest } from './moveRequest.ts'
import { nameOf } from './nameOf.ts'
import { PositionOrderSheet } from './PositionOrderSheet.tsx'
import { boundsText } from './rangeWidths.ts'

type Props = { position: Position; wallet: string; onClose(): void }

/** Asks how far the price must leave a position, and with it for the range that the position moves into. */
export function MoveOrderSheet({ position, wallet: owner, onClose }: Props) {
  const [price, setPrice] = useState('')
  const quote = usualQuote([position.token0, position.token1], chainById(position.chainId).wrappedNative)
  const other = quote === 'token0' ? position.token1 : position.token0
  const move = moveOf(position, quote, price)
  const conditionAt = (side: string, at: string) =>
    exitCondition(position, quote, { isBelow: side === 'below', price: at })
  const now = `The price is ${priceIn(quote, position, position.sqrtRatioX96 ?? '0')} now.`
  return (
    <PositionOrderSheet
      title={`Move ${nameOf(position)} at a price`}
      reviewTitle="Review the move"
      requestOf={(terms) => moveRequest({ price, ...terms }, { position, quote, owner })}
      prepare={prepareRerange}
      meaningOf={(answer) => moveMeaning(answer, position, conditionAt(move?.side ?? 'below', price))}
      wordsOf={({ rerange }) =>
        rerange && rerange.tokenId === position.tokenId ? (
          <>Moves {conditionAt(rerange.side, priceIn(quote, position, rerange.boundX96))}</>
        ) : undefined
      }
      {...{ owner, onClose }}
    >
      <p className="text-compact muted">
        Signed now, executed by anybody once the price comes. The position then holds one token, so nothing is swapped.
      </p>
      <Field
        label={`Price of 1 ${symbolText(other)}`}
        suffix={symbolText(position[quote])}
        inputMode="decimal"
        value={price}
        onChange={setPrice}
        help={move ? newRange(position, move) : `${now} Type one outside of the range.`}
      />
    </PositionOrderSheet>
  )
}

function newRange(position: Position, { tickLower, tickUpper }: Move): string {
  return `New range: ${boundsText(position, { lower: tickLower, upper: tickUpper })}`
}

/** The answer of the service in whole tokens, the worst case first. */
function moveMeaning({ worstCase, rerange, meaning }: PreparedOrder, position: Position, condition: string): string[] {
  if (!rerange) return meaning
  const { token0, token1 } = position
  const [kept, sold] = rerange.side === 'below' ? [token0, token1] : [token1, token0]
  const moved = `${amountText(BigInt(rerange.amountMoved), kept)} ${symbolText(kept)}`
  const left = `${amountText(BigInt(rerange.amountSoldFor), sold)} ${symbolText(sold)}`
  return [
    `Worst case: your position becomes ${moved}, the new range sells it for ${left} when the price comes back, and you pay ${formatEther(BigInt(worstCase.eth))} ETH. Anyone who can push the price there and back can bring that about.`,
    `It moves all of the position’s present liquidity into the new range ${condition}. Its fees come to you.`,
    ...meaning.slice(2),
  ]
}
