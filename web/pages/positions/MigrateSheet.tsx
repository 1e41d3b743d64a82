import { useState } from 'react'
import { type FoundPool, type FoundPools, type Position, poolPaths } from '../../api/liquidity.ts'
import { useResource } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { KeyValues } from '../../components/KeyValues.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Segments } from '../../components/Segments.tsx'
import { Select } from '../../components/Select.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { PoolWarnings } from '../../liquidity/PoolWarnings.tsx'
import { LpReview } from '../../signing/liquidity/LpReview.tsx'
import { migrateRequest, namedTokens } from './lpRequest.ts'
import { canMigrate, poolText } from './migration.ts'
import { nameOf } from './nameOf.ts'
import { boundsOf, rangeText, WIDTHS, type Width } from './rangeWidths.ts'

type Props = { position: Position; wallet: string; onClose(): void }

/** Chooses another pool of the same tokens for the tokens of a position, without a swap, then reviews it. */
export function MigrateSheet({ position, wallet, onClose }: Props) {
  const [reference, setReference] = useState<string>()
  const [width, setWidth] = useState<Width>('10')
  const [isReviewing, setReviewing] = useState(false)
  const { token0, token1, chainId } = position
  const found = useResource<FoundPools>(poolPaths.pools({ chainId, tokenA: token0.address, tokenB: token1.address }))
  const pools = found.data?.pools.filter((pool) => canMigrate(position, pool)) ?? []
  const target = pools.find((pool) => pool.reference === reference) ?? pools[0]
  if (isReviewing && target)
    return <Review {...{ position, wallet, target, width }} onClose={() => setReviewing(false)} onDone={onClose} />
  return (
    <Sheet
      title={`Move ${nameOf(position)}`}
      onClose={onClose}
      footer={
        <Button kind="primary" size="large" isWide disabled={!target} onClick={() => setReviewing(true)}>
          Review the move
        </Button>
      }
    >
      <QueryView query={found} what="the pools of these tokens" rows={2}>
        {() => (target ? <Choice {...{ pools, target, width, setReference, setWidth }} /> : <NoPool />)}
      </QueryView>
    </Sheet>
  )
}

function NoPool() {
  return <p className="muted">No other pool of these two tokens can take it.</p>
}

type ChoiceProps = {
  pools: readonly FoundPool[]
  target: FoundPool
  width: Width
  setReference(reference: string): void
  setWidth(width: Width): void
}

function Choice({ pools, target, width, setReference, setWidth }: ChoiceProps) {
  const options = pools.map((pool) => ({ value: pool.reference, label: poolText(pool) }))
  return (
    <>
      <Select label="To" value={target.reference} options={options} look="choice" onChange={setReference} />
      {target.protocol !== 'V2' && (
        <>
          <Segments label="Width around the price" value={width} options={WIDTHS} look="full" onChange={setWidth} />
          <KeyValues
            isRuled
            facts={[{ key: 'range', term: 'New range', value: rangeText(target, width, boundsOf(target, width)) }]}
          />
        </>
      )}
      <p className="text-compact muted">
        Nothing is swapped, so one of the tokens may not fit in full. Fees and what does not fit stay in your wallet.
      </p>
      <PoolWarnings warnings={target.warnings} />
    </>
  )
}

type ReviewProps = Pick<ChoiceProps, 'target' | 'width'> & Props & { onDone(): void }

function Review({ position, wallet, target, width, onClose, onDone }: ReviewProps) {
  const owned = { position, wallet, isNative: false }
  return (
    <LpReview
      request={migrateRequest(owned, target, boundsOf(target, width))}
      tokens={namedTokens(position, [target.token0, target.token1])}
      words={{
        title: `Move it to ${poolText(target)}`,
        doing: `Moving ${nameOf(position)} to ${poolText(target)}`,
        done: `Moved ${nameOf(position)} to ${poolText(target)}`,
        failed: 'Nothing was moved; gas was spent.',
      }}
      what={
        <>
          Move your {nameOf(position)} to <b>{poolText(target)}</b>. What does not fit stays in your wallet.
        </>
      }
      onClose={onClose}
      onDone={onDone}
    />
  )
}
