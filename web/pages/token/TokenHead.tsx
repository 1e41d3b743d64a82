import { useState } from 'react'
import { reads, urlOf } from '#launchpad/wire/urls.ts'
import { percent, UNKNOWN, whole } from '#site/format.ts'
import { BellButton } from '../../alerts/BellButton.tsx'
import type { Stats, TokenDetail, TokenPage } from '../../api/launchpad.ts'
import { pageUrl } from '../../api/siteData.ts'
import { useResource } from '../../api/useQuery.ts'
import { AddressChip, FullAddress } from '../../components/AddressChip.tsx'
import { LinkButton } from '../../components/Button.tsx'
import { Callout } from '../../components/Callout.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Age, Change, Eth, Price } from '../../components/Figures.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { UntrustedTag, UntrustedText } from '../../components/UntrustedText.tsx'
import { Dollars } from '../../dollars/Dollars.tsx'
import { LAG_MUCH_MS, lagWords } from '../../live/useStats.ts'
import { AccountName } from '../../names/AccountName.tsx'
import { WatchButton } from '../../watchlist/WatchButton.tsx'
import { CreatorLine } from './CreatorLine.tsx'
import { lockedShareBps } from './HoldersCard.tsx'

const CREATOR_MUCH_BPS = 1_000

/** The token's name and figures; warnings come first. */
export function TokenHead({ token, stats }: { token: TokenDetail; stats: Stats | undefined }) {
  const { address, name, symbol, creator, createdAtTimestamp, metadata } = token
  const [isExplained, setExplained] = useState(false)
  return (
    <>
      <div className="strip" role="note">
        <Icon name="triangle-alert" />
        <span className="grow">
          <b>Unbacked community token.</b> Not the pegged token, not 1:1 backed by anything. Anyone could launch it.
        </span>
        <LinkButton onClick={() => setExplained(true)}>What this means</LinkButton>
      </div>
      {token.imitates !== null && (
        <Callout grade="danger" isAlert>
          <b>This is not {token.imitates}.</b> It is a launched token whose name looks like {token.imitates}. Check its
          address: <FullAddress address={address} />
        </Callout>
      )}
      {isExplained && <Meaning isGraduated={token.graduated} onClose={() => setExplained(false)} />}
      <div className="token-head">
        <div className="identity">
          <Flag address={address} size="large" image={metadata?.image} />
          <div className="grow">
            <h1>
              <bdi>{name}</bdi> <span className="symbol">{symbol}</span>
            </h1>
            <p className="row wrap text-small faint">
              <AddressChip address={address} />
              <span>
                Launched <Age at={createdAtTimestamp} /> ago by
              </span>
              <AddressChip address={creator} href={`/portfolio/${creator}`} />
              {!hasWords(token) && <UntrustedTag whose="creator" />}
            </p>
          </div>
        </div>
        <Facts token={token} />
        <div className="row act">
          <BellButton about={name} subject={{ kind: 'token', token: address }} words />
          <WatchButton address={address} name={name} words />
          <CopyButton
            text={`${pageUrl().origin}/launch/${address}`}
            label="Copy the address of this page"
            words="Share"
          />
        </div>
      </div>
      <CreatorLine creator={creator} />
      <Signals token={token} stats={stats} />
      <Words token={token} />
    </>
  )
}

function Facts({ token }: { token: TokenDetail }) {
  const { data } = useResource<TokenPage>(urlOf(reads.preview(token.address)))
  const start = data?.tokens[0]?.glance?.prices[0]
  const { marketCapEth, priceEth, volume24hEth, treasuryFees24hEth, holders, signals } = token
  const share = signals.creatorShareBps
  const locked = lockedShareBps(token)
  return (
    <dl className="facts">
      <div>
        <dt>Market cap</dt>
        <dd>
          <b>
            <Eth wei={BigInt(marketCapEth)} />
          </b>
        </dd>
      </div>
      <div>
        <dt>Price</dt>
        <dd>
          <Price wei={BigInt(priceEth)} />
          <span className="unit">ETH</span>
          <Dollars wei={BigInt(priceEth)} isPrice />
        </dd>
      </div>
      <div>
        <dt>24 h</dt>
        <dd>
          <Change bps={changeOf(start, token.priceEth)} />
        </dd>
      </div>
      <div>
        <dt>Volume 24 h</dt>
        <dd>
          <Eth wei={volume24hEth === null ? null : BigInt(volume24hEth)} />
        </dd>
      </div>
      <div>
        <dt title="The treasury’s half of the fees, which no trader can get back">Fees 24 h</dt>
        <dd>
          <Eth wei={treasuryFees24hEth === null ? null : BigInt(treasuryFees24hEth)} />
        </dd>
      </div>
      <div>
        <dt>Holders</dt>
        <dd>{holders ?? UNKNOWN}</dd>
      </div>
      <div>
        <dt>Creator holds</dt>
        <dd className={share !== null && share >= CREATOR_MUCH_BPS ? 'warn' : undefined}>
          {share === null ? UNKNOWN : percent(share, 2)}
          {locked > 0 && <span className="unit">{percent(locked, 2)} locked</span>}
        </dd>
      </div>
    </dl>
  )
}

/** The change since a day ago, or since the launch. */
function changeOf(start: string | undefined, now: string): number | null {
  if (start === undefined || start === '0') return null
  return Number(((BigInt(now) - BigInt(start)) * 10_000n) / BigInt(start))
}

const meanings = (isGraduated: boolean) => [
  ['Nobody backs it.', 'Its creator chose the name, the symbol and the picture. They prove nothing.'],
  [
    'It is not the pegged token.',
    'It is not 1:1 backed by anything. You can exchange it only for what the curve or the pool pays.',
  ],
  [
    isGraduated ? 'Its price comes from a Uniswap v4 pool.' : 'Its price comes from a curve.',
    'Every buy raises it and every sale lowers it. Sell late and you may get almost nothing back.',
  ],
  [
    'Nobody can take the liquidity away.',
    'The curve’s ETH pays for sales; after graduation it is locked in a Uniswap v4 pool.',
  ],
  ['This is not a bridge.', 'This page moves nothing between chains.'],
]

function Meaning({ isGraduated, onClose }: { isGraduated: boolean; onClose(): void }) {
  return (
    <Sheet title="Unbacked community token" onClose={onClose}>
      {meanings(isGraduated).map(([title, text]) => (
        <p key={title}>
          <b>{title}</b> <span className="muted">{text}</span>
        </p>
      ))}
    </Sheet>
  )
}

/** Facts a careful buyer would look up. */
function Signals({ token, stats }: { token: TokenDetail; stats: Stats | undefined }) {
  const { signals, creator, indexed, address: own } = token
  const early = signals.earlyShareBps ?? 0
  const same = signals.sameName?.count ?? 0
  const buyers = signals.firstBlockBuyers?.filter(({ address }) => address !== creator && address !== own).length ?? 0
  return (
    <div className="row wrap signals">
      {same > 0 && (
        <Chip tone="warn" icon="triangle-alert">
          Same name or symbol as {same === 1 ? '1 other token' : `${same} other tokens`}: check the address
        </Chip>
      )}
      {buyers > 0 && <Chip tone="warn">{buyers === 1 ? '1 first-block buyer' : `${buyers} first-block buyers`}</Chip>}
      {early > 0 && (
        <Chip
          tone={early >= CREATOR_MUCH_BPS ? 'warn' : undefined}
          title="Bought in the first minute and not sold since"
        >
          Early buyers hold {percent(early, 2)}
        </Chip>
      )}
      {stats && (stats.behindMs ?? 0) > LAG_MUCH_MS && (
        <Chip tone="warn" icon="triangle-alert">
          Figures are {lagWords(stats)}
        </Chip>
      )}
      {!indexed && <Chip tone="accent">Just launched: figures follow in a moment</Chip>}
      <Options token={token} />
    </div>
  )
}

/** The options of the launch, which cannot be changed. */
function Options({ token: { opening, lock, feeHolder } }: { token: TokenDetail }) {
  return (
    <>
      {opening && (
        <Chip tone="accent" icon="hourglass" title="Part of every early buy was burned, so that snipers gained nothing">
          Opening of {opening.seconds} s
        </Chip>
      )}
      {lock && (
        <Chip
          tone="accent"
          icon="lock"
          title={`${whole(BigInt(lock.amount))} tokens, of which ${whole(BigInt(lock.released))} are released`}
        >
          First buy locked for {lock.days} days
        </Chip>
      )}
      {feeHolder && (
        <Chip icon="coins" title={feeHolder}>
          Fees go to <AccountName address={feeHolder} />
        </Chip>
      )}
    </>
  )
}

function hasWords({ metadata }: TokenDetail): boolean {
  return Boolean(metadata?.description) || Object.keys(metadata?.links ?? {}).length > 0
}

/** The creator's description and links; links open without a referrer. */
function Words({ token }: { token: TokenDetail }) {
  const { metadata, links } = token
  const given = Object.entries(metadata?.links ?? {})
  const takenDown = metadata?.takenDown ?? []
  if (takenDown.length > 0 && !hasWords(token)) return <TakenDown parts={takenDown} />
  if (!hasWords(token)) return links.explorer === null ? null : <Explorer href={links.explorer} />
  return (
    <div className="words-of-creator">
      {takenDown.length > 0 && <TakenDown parts={takenDown} />}
      <UntrustedText whose="creator">
        {metadata?.description}{' '}
        {given.map(([label, href]) => (
          <a key={label} href={href} target="_blank" rel="noreferrer noopener nofollow ugc">
            {label}: {new URL(href).host}{' '}
          </a>
        ))}
      </UntrustedText>
    </div>
  )
}

const TAKEN_DOWN = {
  image: 'The picture of this token was taken down by the operators of this site.',
  text: 'The creator’s description and links were taken down by the operators of this site.',
}

/** Shows a notice in place of content that operators removed. */
function TakenDown({ parts }: { parts: readonly ('image' | 'text')[] }) {
  return parts.map((part) => (
    <p key={part} className="text-small faint row taken-down" role="note">
      <Icon name="circle-alert" size="small" />
      {TAKEN_DOWN[part]}
    </p>
  ))
}

function Explorer({ href }: { href: string }) {
  return (
    <p className="text-small">
      <a href={href} target="_blank" rel="noreferrer">
        Contract in the explorer
      </a>
    </p>
  )
}
