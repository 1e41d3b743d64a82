import { useState } from 'react'
import type { Position } from '../../api/liquidity.ts'
import { prepareRerange } from '../../api/orders.ts'
import { Field } from '../../components/Field.tsx'
import { symbolText } from '../../liquidity/PairName.tsx'
import { usualQuote } from '../../liquidity/poolFigures.ts'
import { chainById } from '../../wallet/chains.ts'
import { priceIn } from './exitWords.ts'
import { moveOf, moveRequest } from './moveRequest.ts'
import { moveCondition, moveMeaning, newRange } from './moveWords.ts'
import { nameOf } from './nameOf.ts'
import { PositionOrderSheet } from './PositionOrderSheet.tsx'

type Props = { position: Position; wallet: string; onClose(): void }

/** Asks how far the price must leave a position, and with it for the range that the position moves into. */
export function MoveOrderSheet({ position, wallet: owner, onClose }: Props) {
  const [price, setPrice] = useState('')
  const quote = usualQuote([position.token0, position.token1], chainById(position.chainId).wrappedNative)
  const other = quote === 'token0' ? position.token1 : position.token0
  const move = moveOf(position, quote, price)
  const now = `The price is ${priceIn(quote, position, position.sqrtRatioX96 ?? '0')} now.`
  return (
    <PositionOrderSheet
      title={`Move ${nameOf(position)} at a price`}
      reviewTitle="Review the move"
      requestOf={(terms) => moveRequest({ price, ...terms }, { position, quote, owner })}
      prepare={prepareRerange}
      meaningOf={(answer) => moveMeaning(answer, position, quote)}
      wordsOf={({ rerange }) =>
        rerange && rerange.tokenId === position.tokenId ? (
          <>Moves {moveCondition(rerange, position, quote)}</>
        ) : undefined
      }
      {...{ owner, onClose }}
    >
      <p className="text-compact muted">
        Sign now. Anybody can execute it once the price is reached. The position then holds only one token, so nothing
        is swapped.
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
