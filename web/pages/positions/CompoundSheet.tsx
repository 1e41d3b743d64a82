import { useState } from 'react'
import type { Position } from '../../api/liquidity.ts'
import { LinkButton } from '../../components/Button.tsx'
import { LpReview } from '../../signing/liquidity/LpReview.tsx'
import { CompoundOrderSheet } from './CompoundOrderSheet.tsx'
import { compoundRequest, hasWrapped, movedTokens } from './lpRequest.ts'
import { mayOrder } from './mayOrder.ts'
import { NativeChoice } from './NativeChoice.tsx'
import { nameOf } from './nameOf.ts'

type Props = { position: Position; wallet: string; onClose(): void }

/** The fees of a position become liquidity of the same position; straight to the review. */
export function CompoundSheet({ position, wallet, onClose }: Props) {
  const [isNative, setNative] = useState(hasWrapped(position))
  const [isOrder, setOrder] = useState(false)
  const owned = { position, wallet, isNative }
  if (isOrder) return <CompoundOrderSheet {...{ position, wallet, onClose }} />
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
        <>
          <NativeChoice position={position} isNative={isNative} onChange={setNative}>
            Add
          </NativeChoice>
          {position.protocol === 'V4' && mayOrder(position) && (
            <p className="text-compact">
              <LinkButton onClick={() => setOrder(true)}>Compound once fees are earned instead</LinkButton>
            </p>
          )}
        </>
      }
      onClose={onClose}
      onDone={onClose}
    />
  )
}
