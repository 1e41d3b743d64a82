import { useState } from 'react'
import { positionUrl } from '#site/positionUrl.ts'
import type { Position } from '../../api/liquidity.ts'
import { urlOf } from '../../api/request.ts'
import { config } from '../../api/siteData.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Segments } from '../../components/Segments.tsx'
import { Failure, SkeletonRows } from '../../components/States.tsx'
import { chainName } from '../../liquidity/ChainSelect.tsx'
import { type Action, PositionCard } from './PositionCard.tsx'
import { type Positions, usePositions } from './usePositions.ts'

type View = 'open' | 'closed'
type Props = {
  owner: string
  chainId: number
  isMine: boolean
  onAct?: ((position: Position, action: Action) => void) | undefined
  /** Collects the fees of several positions at once. */
  onCollect?: ((positions: readonly Position[]) => void) | undefined
  /** Returns to the positions of the connected wallet. */
  onForget?: (() => void) | undefined
}

/** Every position of an owner on a chain, those that hold something first. */
export function PositionList({ owner, chainId, isMine, onAct, onCollect, onForget }: Props) {
  const read = usePositions(owner, chainId)
  const [view, setView] = useState<View>('open')
  const all = read.positions ?? []
  const closed = all.filter(({ status }) => status === 'CLOSED' || status === 'CLOSED_WITH_FEES')
  const open = all.filter((position) => !closed.includes(position))
  const shown = view === 'open' ? open : closed
  const earning = all.filter(hasFees)
  return (
    <div className="stack">
      {onForget && (
        <p className="text-compact muted">
          Viewing another wallet. <LinkButton onClick={onForget}>Back to yours</LinkButton>
        </p>
      )}
      <Notes read={read} chainId={chainId} />
      {closed.length > 0 && (
        <Segments
          label="Which positions"
          value={view}
          options={[
            { value: 'open', label: `Open ${open.length}` },
            { value: 'closed', label: `Closed ${closed.length}` },
          ]}
          onChange={setView}
        />
      )}
      {onCollect && earning.length > 1 && (
        <p>
          <Button onClick={() => onCollect(earning)}>Collect the fees of {earning.length} positions</Button>
        </p>
      )}
      {read.positions !== undefined && shown.length === 0 && <None view={view} chainId={chainId} isMine={isMine} />}
      <ul className="positions">
        {shown.map((position) => (
          <li key={`${position.protocol} ${position.isPermissioned} ${position.tokenId ?? position.poolReference}`}>
            <PositionCard
              position={position}
              chainId={chainId}
              onAct={onAct && ((action) => onAct(position, action))}
            />
          </li>
        ))}
      </ul>
      {read.next !== undefined && (
        <Button busy={read.isLoading ? 'Reading' : undefined} onClick={read.more}>
          Load more
        </Button>
      )}
    </div>
  )
}

/** Fees that can be collected together with those of others. */
function hasFees({ tokenId, isPermissioned, uncollectedFees, warnings }: Position): boolean {
  const fees = [uncollectedFees?.token0, uncollectedFees?.token1].map((fee) => BigInt(fee?.amount ?? 0))
  return tokenId !== undefined && !isPermissioned && warnings.length === 0 && fees.some((amount) => amount > 0n)
}

function Notes({ read, chainId }: { read: Positions; chainId: number }) {
  return (
    <>
      {read.failure && (
        <Failure title={`Positions on ${chainName(chainId)} could not be read.`} retry={read.reload}>
          {read.failure.message}
        </Failure>
      )}
      {read.positions === undefined && !read.failure && <SkeletonRows rows={4} label="Reading positions" />}
      {read.incomplete.map(({ protocol, reason }) => (
        <Callout key={reason} grade="note" title={`Some ${protocol.toLowerCase()} positions may be missing.`}>
          {reason}
        </Callout>
      ))}
    </>
  )
}

function None({ view, chainId, isMine }: { view: View; chainId: number; isMine: boolean }) {
  if (view === 'closed') return null
  const on = chainId === config.chainId ? {} : { chainId }
  return (
    <section className="card empty">
      <b>
        {isMine ? 'You have' : 'This wallet has'} no open position on {chainName(chainId)}
      </b>
      <span>
        A position puts two tokens into a pool and earns a part of each trade while the price is in its range.
      </span>
      <span className="row wrap starts">
        <a className="button small" href={positionUrl(on)}>
          New position
        </a>
        <a className="button small" href={urlOf('/pools', on)}>
          Find a pool
        </a>
      </span>
    </section>
  )
}
