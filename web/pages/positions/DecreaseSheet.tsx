import { useState } from 'react'
import type { Position } from '../../api/liquidity.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Checkbox } from '../../components/Checkbox.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { PoolWarnings } from '../../liquidity/PoolWarnings.tsx'
import { TokenFigure } from '../../liquidity/TokenFigure.tsx'
import { LpReview } from '../../signing/liquidity/LpReview.tsx'
import { ExitSheet } from './ExitSheet.tsx'
import { decreaseRequest, hasWrapped, movedTokens } from './lpRequest.ts'
import { mayOrder } from './mayOrder.ts'
import { NativeChoice } from './NativeChoice.tsx'
import { nameOf } from './nameOf.ts'
import { PercentSlider } from './PercentSlider.tsx'

type Props = { position: Position; wallet: string; onClose(): void }

/** How much of a position to take out, in percent; on v3 and v4 its fees come along. Then the review. */
export function DecreaseSheet({ position, wallet, onClose }: Props) {
  const [percent, setPercent] = useState(50)
  const [isNative, setNative] = useState(hasWrapped(position))
  const [isBurned, setBurned] = useState(false)
  const [isReviewing, setReviewing] = useState(false)
  const [isExit, setExit] = useState(false)
  const moved = movedTokens({ position, isNative })
  if (isExit) return <ExitSheet {...{ position, wallet, onClose }} />
  if (isReviewing)
    return (
      <LpReview
        request={decreaseRequest({ position, wallet, isNative }, percent, isBurned)}
        tokens={moved}
        words={{
          title: `Remove ${percent} %`,
          doing: `Removing ${percent} % of ${nameOf(position)}`,
          done: `Removed ${percent} % of ${nameOf(position)}`,
          failed: 'Nothing was removed; gas was spent.',
        }}
        what={
          <>
            Remove <b>{percent} %</b> of your {nameOf(position)}
            {isBurned && percent === 100 && ' and delete its NFT'}.
          </>
        }
        onClose={() => setReviewing(false)}
        onDone={onClose}
      />
    )
  return (
    <Sheet
      title={`Remove from ${nameOf(position)}`}
      onClose={onClose}
      footer={
        <Button kind="primary" size="large" isWide onClick={() => setReviewing(true)}>
          Review the removal of {percent} %
        </Button>
      }
    >
      <PercentSlider percent={percent} onChange={setPercent} />
      <KeyValues
        isRuled
        facts={(['token0', 'token1'] as const).map((side, index) => ({
          key: side,
          term: `You receive, about`,
          value: (
            <TokenFigure
              amount={(BigInt(position.amounts[side].amount) * BigInt(percent)) / 100n}
              token={moved[index] ?? position[side]}
            />
          ),
        }))}
      />
      <p className="text-compact muted">
        {position.protocol === 'V2'
          ? 'The fees that the pair has earned are included.'
          : 'The fees it has earned are paid out with it.'}
      </p>
      <NativeChoice position={position} isNative={isNative} onChange={setNative}>
        Receive
      </NativeChoice>
      {position.protocol !== 'V2' && percent === 100 && (
        <Checkbox isChecked={isBurned} onChange={setBurned}>
          Also delete the empty position NFT. This cannot be undone.
        </Checkbox>
      )}
      {mayOrder(position) && (
        <p className="text-compact">
          <LinkButton onClick={() => setExit(true)}>Exit at a price instead</LinkButton>
        </p>
      )}
      <PoolWarnings warnings={position.warnings} />
    </Sheet>
  )
}
