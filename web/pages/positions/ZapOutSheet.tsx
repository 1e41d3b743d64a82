import { useState } from 'react'
import type { Position } from '../../api/liquidity.ts'
import { Button } from '../../components/Button.tsx'
import { Segments } from '../../components/Segments.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { symbolText } from '../../liquidity/PairName.tsx'
import { PoolWarnings } from '../../liquidity/PoolWarnings.tsx'
import { LpReview } from '../../signing/liquidity/LpReview.tsx'
import { hasWrapped, movedTokens, namedTokens, zapOutRequest } from './lpRequest.ts'
import { NativeChoice } from './NativeChoice.tsx'
import { nameOf } from './nameOf.ts'
import { PercentSlider } from './PercentSlider.tsx'

type Props = { position: Position; wallet: string; onClose(): void }

/** Turns a part of a position into one of its tokens by a swap in the same pool, after a review. */
export function ZapOutSheet({ position, wallet, onClose }: Props) {
  const [percent, setPercent] = useState(100)
  const [side, setSide] = useState<'token0' | 'token1'>('token1')
  const [isNative, setNative] = useState(hasWrapped(position))
  const [isReviewing, setReviewing] = useState(false)
  const owned = { position, wallet, isNative }
  const [token0, token1] = movedTokens(owned)
  const out = side === 'token0' ? token0 : token1
  const symbol = symbolText(out)
  if (isReviewing)
    return (
      <LpReview
        request={zapOutRequest(owned, { percent, tokenOut: out.address })}
        tokens={namedTokens(position, [token0, token1])}
        words={{
          title: position.protocol === 'V3' ? `Turn it into ${symbol}` : `Swap the rest for ${symbol}`,
          doing: `Turning ${percent} % of ${nameOf(position)} into ${symbol}`,
          done: `Turned ${percent} % of ${nameOf(position)} into ${symbol}`,
          failed: 'Nothing was swapped; gas was spent.',
        }}
        what={
          <>
            Turn <b>{percent} %</b> of your {nameOf(position)} into <b>{symbol}</b>: remove it, and swap the other token
            in the same pool.
          </>
        }
        onClose={() => setReviewing(false)}
        onDone={onClose}
      />
    )
  return (
    <Sheet
      title={`Turn ${nameOf(position)} into one token`}
      onClose={onClose}
      footer={
        <Button kind="primary" size="large" isWide onClick={() => setReviewing(true)}>
          Review the swap of {percent} % into {symbol}
        </Button>
      }
    >
      <Segments
        label="Token to receive"
        value={side}
        options={[
          { value: 'token0', label: symbolText(token0) },
          { value: 'token1', label: symbolText(token1) },
        ]}
        look="full"
        onChange={setSide}
      />
      <PercentSlider percent={percent} onChange={setPercent} />
      <NativeChoice position={position} isNative={isNative} onChange={setNative}>
        Receive
      </NativeChoice>
      <PoolWarnings warnings={position.warnings} />
    </Sheet>
  )
}
