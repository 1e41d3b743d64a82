import { useState } from 'react'
import { exact } from '#site/format.ts'
import { BellButton } from '../../alerts/BellButton.tsx'
import type { Position } from '../../api/liquidity.ts'
import { config } from '../../api/siteData.ts'
import { Button, LinkButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { ethWorth } from '../../liquidity/ethWorth.ts'
import { PairName, symbolText } from '../../liquidity/PairName.tsx'
import { PoolWarnings } from '../../liquidity/PoolWarnings.tsx'
import { amountText, decimalsOf, feeText, ratioOf, usualQuote, worthIn } from '../../liquidity/poolFigures.ts'
import { PairMark } from '../../liquidity/TokenMark.tsx'
import { chainById } from '../../wallet/chains.ts'
import { HistoryButton } from './HistoryButton.tsx'
import { OrderLine } from './OrderLine.tsx'
import { PairAmounts } from './PairAmounts.tsx'
import { RangeBar } from './RangeBar.tsx'

export type Action = 'increase' | 'decrease' | 'claim' | 'compound' | 'rerange' | 'zapOut' | 'migrate'
type Props = { position: Position; chainId: number; onAct?: ((action: Action) => void) | undefined }

/** One position: its status, amounts, fees and actions. */
export function PositionCard({ position, chainId, onAct }: Props) {
  const { token0, token1, amounts, uncollectedFees } = position
  const [quote, setQuote] = useState(() => usualQuote([token0, token1], chainById(chainId).wrappedNative))
  const counted = position[quote]
  const held = [BigInt(amounts.token0.amount), BigInt(amounts.token1.amount)] as const
  const sqrtRatioX96 = position.sqrtRatioX96 ?? ratioOf(...held).toString()
  const value = worthIn(held, BigInt(sqrtRatioX96), quote)
  const name = `${symbolText(token0)} / ${symbolText(token1)}${position.tokenId === undefined ? '' : ` number ${position.tokenId}`}`
  return (
    <article className="card position" aria-label={`${position.protocol.toLowerCase()} position ${name}`}>
      <header className="pair">
        <PairMark tokens={[token0, token1]} />
        <div className="grow">
          <h2>
            <a href={poolUrl(position, chainId)}>
              <PairName token0={token0} token1={token1} />
            </a>
          </h2>
          <p className="row wrap">
            <Chip tone="line">{position.protocol.toLowerCase()}</Chip>
            <span className="text-small muted">{feeText(position.fee)}</span>
            {position.tokenId !== undefined && <span className="text-small faint">#{position.tokenId}</span>}
            <StatusChip position={position} />
          </p>
        </div>
        <PositionBell position={position} chainId={chainId} />
      </header>
      <RangeBar position={position} sqrtRatioX96={sqrtRatioX96} quote={quote} />
      <OrderLine position={position} />
      <dl className="sums">
        <div>
          <dt>Value</dt>
          <dd title={`${exact(value, decimalsOf(counted))} ${symbolText(counted)}`}>
            {amountText(value, counted)}{' '}
            <LinkButton
              aria-label={`Show in ${symbolText(position[quote === 'token0' ? 'token1' : 'token0'])}`}
              onClick={() => setQuote(quote === 'token0' ? 'token1' : 'token0')}
            >
              <bdi>{symbolText(counted)}</bdi>
            </LinkButton>
            <Dollars wei={ethWorth(position, held, BigInt(sqrtRatioX96))} />
          </dd>
        </div>
        <Amounts term="Holds" of={amounts} {...{ position, sqrtRatioX96 }} />
        {uncollectedFees ? (
          <Amounts term="Fees to claim" of={uncollectedFees} {...{ position, sqrtRatioX96 }} />
        ) : (
          <div>
            <dt>Fees to claim</dt>
            <dd className="text-small muted">In v2 they are part of what it holds</dd>
          </div>
        )}
      </dl>
      <div className="actions">
        {onAct && <Actions position={position} onAct={onAct} />}
        {position.tokenId !== undefined && position.isPermissioned !== true && <HistoryButton position={position} />}
      </div>
      <PoolWarnings warnings={position.warnings} isFolded />
    </article>
  )
}

/** Closed positions and those of v2 have no range to leave. */
function PositionBell({ position, chainId }: Pick<Props, 'position' | 'chainId'>) {
  const { protocol, tokenId, token0, token1, status } = position
  if (tokenId === undefined || protocol === 'V2' || status === 'CLOSED' || status === 'CLOSED_WITH_FEES') return null
  const tokens = [token0, token1].map((token) => ({
    address: token.address,
    symbol: symbolText(token),
    decimals: decimalsOf(token),
  }))
  const about = `${symbolText(token0)} / ${symbolText(token1)} #${tokenId}`
  return <BellButton about={about} subject={{ kind: 'position', chainId, protocol, tokenId, tokens }} />
}

const STATUS = {
  IN_RANGE: ['ok', 'check', 'In range'],
  OUT_OF_RANGE: ['warn', 'triangle-alert', 'Out of range'],
  CLOSED: [undefined, 'circle-slash', 'Closed'],
  CLOSED_WITH_FEES: ['accent', 'coins', 'Closed, fees left'],
} as const

function StatusChip({ position: { status, protocol } }: { position: Position }) {
  const [tone, icon, words] = STATUS[status]
  return (
    <Chip {...(tone && { tone })} icon={icon}>
      {protocol === 'V2' ? 'Every price' : words}
    </Chip>
  )
}

type AmountsProps = { term: string; of: Position['amounts']; position: Position; sqrtRatioX96: string }

function Amounts({ term, of, ...pool }: AmountsProps) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <PairAmounts of={{ amount0: of.token0.amount, amount1: of.token1.amount }} {...pool} />
      </dd>
    </div>
  )
}

function Actions({ position, onAct }: { position: Position; onAct(action: Action): void }) {
  const { status, uncollectedFees, protocol } = position
  const isClosed = status === 'CLOSED' || status === 'CLOSED_WITH_FEES'
  const hasFees = uncollectedFees !== undefined && Object.values(uncollectedFees).some(({ amount }) => amount !== '0')
  return (
    <>
      {!isClosed && (
        <>
          <Button size="small" icon="plus" onClick={() => onAct('increase')}>
            Add
          </Button>
          <Button size="small" icon="minus" onClick={() => onAct('decrease')}>
            Remove
          </Button>
        </>
      )}
      {protocol !== 'V2' && (
        <Button
          size="small"
          icon="hand-coins"
          disabled={!hasFees}
          title={hasFees ? undefined : 'It has earned nothing since the last claim.'}
          onClick={() => onAct('claim')}
        >
          Claim
        </Button>
      )}
      {!isClosed && position.isPermissioned !== true && <Recipes {...{ position, hasFees, onAct }} />}
    </>
  )
}

type RecipesProps = { position: Position; hasFees: boolean; onAct(action: Action): void }

/** Several steps under one button. */
function Recipes({ position: { protocol }, hasFees, onAct }: RecipesProps) {
  return (
    <>
      {protocol !== 'V2' && (
        <>
          <Button
            size="small"
            disabled={!hasFees}
            title={hasFees ? undefined : 'It has earned nothing since the last claim.'}
            onClick={() => onAct('compound')}
          >
            Compound
          </Button>
          <Button size="small" onClick={() => onAct('rerange')}>
            Move range
          </Button>
        </>
      )}
      <Button size="small" onClick={() => onAct('zapOut')}>
        To one token
      </Button>
      <Button size="small" onClick={() => onAct('migrate')}>
        Move to another pool
      </Button>
    </>
  )
}

function poolUrl({ poolReference }: Position, chainId: number): string {
  return `/pools?${new URLSearchParams({ pool: poolReference, ...(chainId !== config.chainId && { chainId: String(chainId) }) })}`
}
