import { useState } from 'react'
import { reads, urlOf } from '#launchpad/wire/urls.ts'
import { percent, shortAddress, UNKNOWN, whole } from '#site/format.ts'
import type { TokenDetail, TokenPage } from '../../api/launchpad.ts'
import { pageUrl } from '../../api/siteData.ts'
import { useResource } from '../../api/useResource.ts'
import { AddressChip } from '../../components/AddressChip.tsx'
import { LinkButton } from '../../components/Button.tsx'
import { Chip } from '../../components/Chip.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Age, Change, Eth, Price } from '../../components/Figures.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Icon } from '../../components/Icon.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { UntrustedTag, UntrustedText } from '../../components/UntrustedText.tsx'
import { LAG_MUCH_MS, lagWords, useStats } from '../../live/useStats.ts'

const CREATOR_MUCH_BPS = 1_000

/** What the token is, said before anything else: nobody stands behind it. */
export function TokenHead({ token }: { token: TokenDetail }) {
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
      {isExplained && <Meaning onClose={() => setExplained(false)} />}
      <div className="thead">
        <div className="id">
          <Flag address={address} size="l" image={metadata?.image} />
          <div className="grow">
            <h1>
              <bdi>{name}</bdi> <span className="sy">{symbol}</span>
            </h1>
            <p className="row wrap s12 faint">
              <AddressChip address={address} />
              <span>
                Launched <Age at={createdAtTimestamp} /> ago by
              </span>
              <AddressChip address={creator} href={`/portfolio/${creator}`} />
              <UntrustedTag whose="creator" />
            </p>
          </div>
        </div>
        <Facts token={token} />
        <div className="row act">
          <CopyButton
            text={`${pageUrl().origin}/launch/${address}`}
            label="Copy the address of this page"
            words="Share"
          />
        </div>
      </div>
      <Signals token={token} />
      <Words token={token} />
    </>
  )
}

function Facts({ token }: { token: TokenDetail }) {
  const { data } = useResource<TokenPage>(urlOf(reads.preview(token.address)))
  const start = data?.tokens[0]?.glance?.prices[0]
  const { marketCapEth, priceEth, volume24hEth, holders, signals } = token
  const share = signals.creatorShareBps
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
        <dt>Holders</dt>
        <dd>{holders ?? UNKNOWN}</dd>
      </div>
      <div>
        <dt>Creator holds</dt>
        <dd className={share !== null && share >= CREATOR_MUCH_BPS ? 'warn' : undefined}>
          {share === null ? UNKNOWN : percent(share, 2)}
        </dd>
      </div>
    </dl>
  )
}

/** How the price stands against that of a day ago, or of the launch. */
function changeOf(start: string | undefined, now: string): number | null {
  if (start === undefined || start === '0') return null
  return Number(((BigInt(now) - BigInt(start)) * 10_000n) / BigInt(start))
}

const MEANINGS = [
  [
    'Nobody stands behind it.',
    'The name, the symbol and the picture were chosen by whoever launched it. They prove nothing.',
  ],
  [
    'It is not the pegged token.',
    'It is not 1:1 backed by anything, and cannot be exchanged for anything but what the curve or the pool pays.',
  ],
  [
    'Its price is the curve’s.',
    'Every buy raises it and every sale lowers it. Who sells late may get next to nothing.',
  ],
  [
    'Nobody can take the liquidity away.',
    'The curve’s ETH pays for sales; after graduation it lies locked in a Uniswap v4 pool.',
  ],
  ['Bridging is elsewhere.', 'This page moves nothing between chains.'],
] as const

function Meaning({ onClose }: { onClose(): void }) {
  return (
    <Sheet title="Unbacked community token" onClose={onClose}>
      {MEANINGS.map(([title, text]) => (
        <p key={title}>
          <b>{title}</b> <span className="muted">{text}</span>
        </p>
      ))}
    </Sheet>
  )
}

/** What a careful buyer would look up. */
function Signals({ token }: { token: TokenDetail }) {
  const { signals, creator, indexed } = token
  const stats = useStats().data
  const same = signals.sameName?.count ?? 0
  const buyers = signals.firstBlockBuyers?.filter(({ address }) => address !== creator).length ?? 0
  return (
    <div className="row wrap signals">
      {same > 0 && (
        <Chip tone="warn" icon="triangle-alert">
          Same name or symbol as {same === 1 ? '1 other token' : `${same} other tokens`}: check the address
        </Chip>
      )}
      {buyers > 0 && <Chip tone="warn">{buyers === 1 ? '1 first-block buyer' : `${buyers} first-block buyers`}</Chip>}
      {stats && (stats.behindMs ?? 0) > LAG_MUCH_MS && (
        <Chip tone="warn" icon="triangle-alert">
          Figures are {lagWords(stats)}
        </Chip>
      )}
      {!indexed && <Chip tone="acc">Just launched: figures follow in a moment</Chip>}
      <Options token={token} />
    </div>
  )
}

/** What the creator chose at the launch, for ever. */
function Options({ token: { opening, lock, feeHolder } }: { token: TokenDetail }) {
  return (
    <>
      {opening && (
        <Chip tone="acc" icon="hourglass" title="Early buys got fewer tokens, so that being first was worth nothing">
          Opening of {opening.seconds} s
        </Chip>
      )}
      {lock && (
        <Chip
          tone="acc"
          icon="lock"
          title={`${whole(BigInt(lock.amount))} tokens, of which ${whole(BigInt(lock.released))} are released`}
        >
          First buy locked for {lock.days} days
        </Chip>
      )}
      {feeHolder && (
        <Chip icon="coins" title={feeHolder}>
          Fees go to {shortAddress(feeHolder)}
        </Chip>
      )}
    </>
  )
}

/** What the creator says; links of strangers open without telling where from. */
function Words({ token: { metadata, links } }: { token: TokenDetail }) {
  const given = Object.entries(metadata?.links ?? {})
  const takenDown = metadata?.takenDown ?? []
  if (takenDown.length > 0 && !metadata?.description && given.length === 0) return <TakenDown parts={takenDown} />
  if (!metadata?.description && given.length === 0)
    return links.explorer === null ? null : <Explorer href={links.explorer} />
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

/** What the operators of the service took away, said in place of it. */
function TakenDown({ parts }: { parts: readonly ('image' | 'text')[] }) {
  return parts.map((part) => (
    <p key={part} className="s12 faint row taken-down" role="note">
      <Icon name="circle-alert" size="s" />
      {TAKEN_DOWN[part]}
    </p>
  ))
}

function Explorer({ href }: { href: string }) {
  return (
    <p className="s12">
      <a href={href} target="_blank" rel="noreferrer">
        Contract in the explorer
      </a>
    </p>
  )
}
