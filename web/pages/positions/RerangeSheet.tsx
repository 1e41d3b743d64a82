import { useState } from 'react'
import type { Position } from '../../api/liquidity.ts'
import { Button } from '../../components/Button.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { Segments } from '../../components/Segments.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { symbolText } from '../../liquidity/PairName.tsx'
import { PoolWarnings } from '../../liquidity/PoolWarnings.tsx'
import { priceAtTick } from '../../liquidity/poolFigures.ts'
import { priceText } from '../../liquidity/priceText.ts'
import { LpReview } from '../../signing/liquidity/LpReview.tsx'
import { type Bounds, type Preset, presetBounds } from '../position/priceScale.ts'
import { movedTokens, rerangeRequest } from './lpRequest.ts'
import { nameOf } from './nameOf.ts'

const WIDTHS = [
  { value: '5', label: '±5 %' },
  { value: '10', label: '±10 %' },
  { value: '50', label: '±50 %' },
  { value: 'full', label: 'Full' },
] as const satisfies readonly { value: Preset; label: string }[]

type Props = { position: Position; wallet: string; onClose(): void }

/** A new range around the price for what a position holds, without a swap. Then the review. */
export function RerangeSheet({ position, wallet, onClose }: Props) {
  const [preset, setPreset] = useState<(typeof WIDTHS)[number]['value']>('10')
  const [isReviewing, setReviewing] = useState(false)
  const bounds = boundsOf(position, preset)
  const range = rangeText(position, preset, bounds)
  const owned = { position, wallet, isNative: false }
  if (isReviewing)
    return (
      <LpReview
        request={rerangeRequest(owned, bounds)}
        tokens={movedTokens(owned)}
        words={{
          title: 'Move the range',
          doing: `Moving ${nameOf(position)}`,
          done: `Moved ${nameOf(position)}`,
          failed: 'Nothing was moved; gas was spent.',
        }}
        what={
          <>
            Move your {nameOf(position)} to <b>{range}</b>. What does not fit the new range reaches your wallet.
          </>
        }
        onClose={() => setReviewing(false)}
        onDone={onClose}
      />
    )
  return (
    <Sheet
      title={`Move ${nameOf(position)}`}
      onClose={onClose}
      footer={
        <Button kind="primary" size="large" isWide onClick={() => setReviewing(true)}>
          Review the move
        </Button>
      }
    >
      <Segments label="Width around the price" value={preset} options={WIDTHS} look="full" onChange={setPreset} />
      <KeyValues isRuled facts={[{ key: 'range', term: 'New range', value: range }]} />
      <p className="text-compact muted">
        Nothing is swapped, so one of the tokens may not fit in full. The new position has a new number.
      </p>
      <PoolWarnings warnings={position.warnings} />
    </Sheet>
  )
}

function boundsOf({ currentTick = 0, tickSpacing = 1 }: Position, preset: Preset): Bounds {
  return presetBounds(preset, { tick: currentTick, spacing: tickSpacing, isFlipped: false })
}

function rangeText({ token0, token1 }: Position, preset: Preset, { lower, upper }: Bounds): string {
  if (preset === 'full') return 'every price'
  const [low, high] = [lower, upper].map((tick) => priceText(priceAtTick(tick, [token0, token1])))
  return `${low} to ${high} ${symbolText(token1)} per ${symbolText(token0)}`
}
