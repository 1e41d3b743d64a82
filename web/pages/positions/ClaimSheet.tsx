import { useState } from 'react'
import type { Position } from '../../api/liquidity.ts'
import { LpReview } from '../../signing/liquidity/LpReview.tsx'
import { claimRequest, hasWrapped, movedTokens } from './lpRequest.ts'
import { NativeChoice } from './NativeChoice.tsx'
import { nameOf } from './nameOf.ts'

type Props = { position: Position; wallet: string; onClose(): void }

/** The fees of a position, straight to the review: there is nothing to choose but the form of ETH. */
export function ClaimSheet({ position, wallet, onClose }: Props) {
  const [isNative, setNative] = useState(hasWrapped(position))
  const owned = { position, wallet, isNative }
  return (
    <LpReview
      request={claimRequest(owned)}
      tokens={movedTokens(owned)}
      words={{
        title: 'Claim the fees',
        doing: `Claiming the fees of ${nameOf(position)}`,
        done: `Claimed the fees of ${nameOf(position)}`,
        failed: 'Nothing was claimed; gas was spent.',
      }}
      what={<>Collect what your {nameOf(position)} has earned. Its liquidity stays where it is.</>}
      choice={
        <NativeChoice position={position} isNative={isNative} onChange={setNative}>
          Receive
        </NativeChoice>
      }
      onClose={onClose}
      onDone={onClose}
    />
  )
}
