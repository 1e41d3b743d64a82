import { useState } from 'react'
import type { Position } from '../../api/liquidity.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { Segments } from '../../components/Segments.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { PoolWarnings } from '../../liquidity/PoolWarnings.tsx'
import { LpReview } from '../../signing/liquidity/LpReview.tsx'
import { movedTokens, rerangeRequest } from './lpRequest.ts'
import { MoveOrderSheet } from './MoveOrderSheet.tsx'
import { mayOrder } from './mayOrder.ts'
import { nameOf } from './nameOf.ts'
import { boundsOf, rangeText, WIDTHS, type Width } from './rangeWidths.ts'

type Props = { position: Position; wallet: string; onClose(): void }

/** Chooses a new range around the price for the tokens of a position, without a swap, then reviews it. */
export function RerangeSheet({ position, wallet, onClose }: Props) {
  const [preset, setPreset] = useState<Width>('10')
  const [isReviewing, setReviewing] = useState(false)
  const [isOrder, setOrder] = useState(false)
  const bounds = boundsOf(position, preset)
  const range = rangeText(position, preset, bounds)
  const owned = { position, wallet, isNative: false }
  if (isOrder) return <MoveOrderSheet {...{ position, wallet, onClose }} />
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
      {position.protocol === 'V4' && mayOrder(position) && (
        <p className="text-compact">
          <LinkButton onClick={() => setOrder(true)}>Move at a price instead</LinkButton>
        </p>
      )}
      <PoolWarnings warnings={position.warnings} />
    </Sheet>
  )
}
