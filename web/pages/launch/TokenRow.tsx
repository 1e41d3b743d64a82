import { memo } from 'react'
import { cut, fixed, percent, short } from '#site/format.ts'
import type { Token } from '../../api/launchpad.ts'
import { Chip } from '../../components/Chip.tsx'
import { Age, Change } from '../../components/Figures.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Progress } from '../../components/Progress.tsx'
import { Sparkline } from '../../components/Sparkline.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'

const CREATOR_MUCH_BPS = 1_000
const WEI = 1e18

export type RowProps = { token: Token; isFresh: boolean; sort?: string }

export const TokenRow = memo(function TokenRow({ token, isFresh, sort }: RowProps) {
  const { address, name, symbol, marketCapEth, metadata, glance } = token
  return (
    <a className={isFresh ? 'token-row fresh' : 'token-row'} href={`/launch/${address}`}>
      <Flag address={address} image={metadata?.image} />
      <span className="who">
        <span className="name" title={name}>
          <bdi className="clip">{cut(name)}</bdi> <span className="symbol">{cut(symbol, 12)}</span>
        </span>
        <Meta token={token} sort={sort} />
      </span>
      <Sparkline points={pointsOf(token)} />
      <span className="value">
        <b className="nowrap">
          {short(BigInt(marketCapEth))}
          <span className="unit">ETH</span>
        </b>
        <span className="second">
          <Dollars wei={BigInt(marketCapEth)} />
          {token.trades === 0 ? <span className="faint">new</span> : <Change bps={glance?.changeBps ?? null} />}
        </span>
      </span>
      <Standing token={token} />
      <Warnings token={token} />
    </a>
  )
})

/** The prices of a day, and the newest if it has changed since they were read. */
function pointsOf({ glance, priceEth }: Token): number[] {
  const prices = glance?.prices ?? []
  return [...prices, ...(prices.at(-1) === priceEth ? [] : [priceEth])].map((price) => Number(price) / WEI)
}

function Meta({ token, sort }: { token: Token; sort: string | undefined }) {
  const { createdAtTimestamp, holders, volume24hEth, glance } = token
  const share = glance?.creatorShareBps
  return (
    <span className="meta">
      <span>
        <Age at={createdAtTimestamp} />
      </span>
      <span title="Holders">
        <Icon name="users-round" size="tiny" /> {holders ?? '–'}
        <span className="screen-reader"> holders</span>
        {sort === 'newHolders' && glance && <Gained count={glance.newHolders24h} />}
      </span>
      <span
        className={share !== undefined && share >= CREATOR_MUCH_BPS ? 'warn bold' : undefined}
        title="Share of supply the creator holds"
      >
        <Icon name="user-round" size="tiny" /> {share === undefined ? '–' : percent(share)}
        <span className="screen-reader"> held by the creator</span>
      </span>
      <span title="Volume, 24 h">Vol {volume24hEth === null ? '–' : short(BigInt(volume24hEth))}</span>
    </span>
  )
}

function Gained({ count }: { count: number }) {
  return (
    <b className={count > 0 ? 'up' : undefined} title="Holders gained, 24 h">
      {count < 0 ? ' ' : ' +'}
      {fixed(BigInt(count), 0, 0)}
      <span className="screen-reader"> in 24 h</span>
    </b>
  )
}

function Standing({ token: { graduated, graduatedAt, progressBps, volumeEth } }: { token: Token }) {
  if (graduated)
    return (
      <span className="progress done">
        <span className="pool">
          <Icon name="waves" size="tiny" /> Graduated <Age at={graduatedAt} /> ago,{' '}
          {volumeEth === null ? '–' : fixed(BigInt(volumeEth), 2)} ETH traded
          <Dollars wei={volumeEth === null ? null : BigInt(volumeEth)} />
        </span>
      </span>
    )
  return (
    <span className="progress">
      <Progress bps={progressBps} />
      <span className="progress-value">
        <b>{percent(progressBps)}</b>
      </span>
    </span>
  )
}

function Warnings({ token: { glance, imitates } }: { token: Token }) {
  const { namesakes = 0, firstBlockBuyers = 0 } = glance ?? {}
  if (imitates === null && namesakes === 0 && firstBlockBuyers === 0) return null
  return (
    <span className="flags">
      {imitates !== null && (
        <Chip tone="bad" icon="octagon-alert">
          Not {imitates}
        </Chip>
      )}
      {namesakes > 0 && (
        <Chip tone="warn" icon="triangle-alert">
          Same name or symbol as {namesakes === 1 ? 'another token' : `${namesakes} others`}
        </Chip>
      )}
      {firstBlockBuyers > 0 && (
        <Chip tone="warn">
          {firstBlockBuyers === 1 ? '1 first-block buyer' : `${firstBlockBuyers} first-block buyers`}
        </Chip>
      )}
    </span>
  )
}
