import { useState } from 'react'
import type { Position } from '../../api/liquidity.ts'
import { LpReview } from '../../signing/liquidity/LpReview.tsx'
import { compoundRequest, hasWrapped, movedTokens } from './lpRequest.ts'
import { NativeChoice } from './NativeChoice.tsx'
import { nameOf } from './nameOf.ts'

type Props = { position: Position; wallet: string; onClose(): void }

/** The fees of a position become liquidity of the same position; straight to the review. */
export function CompoundSheet({ position, wallet, onClose }: Props) {
  const [isNative, setNative] = useState(hasWrapped(position))
  const owned = { position, wallet, isNative }
  return (
    <LpReview
      request={compoundRequest(owned)}
      tokens={movedTokens(owned)}
      words={{
        title: 'Compound the fees',
        doing: `Compounding the fees of ${nameOf(position)}`,
        done: `Compounded the fees of ${nameOf(position)}`,
        failed: 'Nothing was compounded; gas was spent.',
      }}
      what={<>Add what your {nameOf(position)} has earned to its liquidity. What does not fit reaches your wallet.</>}
      choice={
        <NativeChoice position={position} isNative={isNative} onChange={setNative}>
          Add
        </NativeChoice>
      }
      onClose={onClose}
      onDone={onClose}
    />
  )
}
