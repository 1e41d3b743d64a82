import { useState } from 'react'
import type { Position } from '../../api/liquidity.ts'
import { prepareExit } from '../../api/orders.ts'
import { Field } from '../../components/Field.tsx'
import { symbolText } from '../../liquidity/PairName.tsx'
import { usualQuote } from '../../liquidity/poolFigures.ts'
import { chainById } from '../../wallet/chains.ts'
import { boundOf, exitRequest, type Quote } from './exitRequest.ts'
import { exitCondition, exitMeaning, priceIn } from './exitWords.ts'
import { nameOf } from './nameOf.ts'
import { PositionOrderSheet } from './PositionOrderSheet.tsx'

type Props = { position: Position; wallet: string; onClose(): void }

/** Asks for the price at which a position exits. */
export function ExitSheet({ position, wallet: owner, onClose }: Props) {
  const [price, setPrice] = useState('')
  const quote = usualQuote([position.token0, position.token1], chainById(position.chainId).wrappedNative)
  const other = quote === 'token0' ? position.token1 : position.token0
  const isBelow = boundOf(position, quote, price)?.isBelow === true
  const condition = exitCondition(position, quote, { isBelow, price })
  return (
    <PositionOrderSheet
      title={`Exit ${nameOf(position)} at a price`}
      reviewTitle="Review the exit"
      requestOf={(terms) => exitRequest({ price, ...terms }, { position, quote, owner })}
      prepare={prepareExit}
      meaningOf={(answer) => exitMeaning(answer, { position, condition, isBelow })}
      wordsOf={({ position: of }) =>
        of?.protocol === position.protocol && of.tokenId === position.tokenId ? (
          <>Exits {exitCondition(position, quote, boundIn(of))}</>
        ) : undefined
      }
      {...{ owner, onClose }}
    >
      <p className="text-compact muted">
        Sign now. Anybody can execute it once the price is reached. You get all liquidity and its fees.
      </p>
      <Field
        label={`Price of 1 ${symbolText(other)}`}
        suffix={symbolText(position[quote])}
        inputMode="decimal"
        value={price}
        onChange={setPrice}
        help={priceHelp(position, quote, price)}
      />
    </PositionOrderSheet>
  )

  function boundIn({ side, boundX96 }: { side: string; boundX96: string }) {
    return { isBelow: side === 'below', price: priceIn(quote, position, boundX96) }
  }
}

function priceHelp(position: Position, quote: Quote, typed: string): string {
  const now = `The price is ${priceIn(quote, position, position.sqrtRatioX96 ?? '0')} now.`
  const bound = boundOf(position, quote, typed)
  if (!bound) return now
  return `${now} It exits at this price or ${bound.isBelow === (quote === 'token1') ? 'below' : 'above'}.`
}
