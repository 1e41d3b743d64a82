import { useState } from 'react'
import { reads, urlOf } from '#launchpad/wire/urls.ts'
import { fixed, percent, UNKNOWN } from '#site/format.ts'
import type { CreatorRecord } from '../../api/launchpad.ts'
import { pageUrl } from '../../api/siteData.ts'
import { useResource } from '../../api/useQuery.ts'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Eth } from '../../components/Figures.tsx'
import { Flag } from '../../components/Flag.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { DollarNote } from '../../dollars/DollarNote.tsx'
import { WithDollars } from '../../dollars/EthUsd.tsx'
import { NamedAddress } from '../../names/NamedAddress.tsx'
import { duration } from './duration.ts'
import { LaunchTable } from './LaunchTable.tsx'

/** The record of an account that launched tokens; every figure can be recomputed from the chain. */
export function CreatorPage() {
  const [address] = useState(() => decodeURIComponent(pageUrl().pathname.split('/').at(-1) ?? ''))
  const record = useResource<CreatorRecord>(urlOf(reads.creator(address)))
  return (
    <QueryView query={record} what="the record" rows={6}>
      {(data) => (
        <WithDollars source={data.usdSource}>
          <Head record={data} />
          <p className="text-compact muted">
            Facts from the chain, not a verdict. Only trades of the launching account are counted as its own: other
            wallets are not known to belong to it.
          </p>
          <DollarNote source={data.usdSource} />
          <LaunchTable record={data} />
        </WithDollars>
      )}
    </QueryView>
  )
}

function Head({ record }: { record: CreatorRecord }) {
  const { address } = record
  return (
    <div className="token-head">
      <div className="identity">
        <Flag address={address} isRound size="large" />
        <div className="grow">
          <h1>Creator’s record</h1>
          <p className="row wrap text-small faint">
            <NamedAddress address={address} />
            <CopyButton text={address} label={`Copy address ${address}`} />
            <a href={`/portfolio/${address}`}>Portfolio</a>
          </p>
        </div>
      </div>
      <Facts record={record} />
    </div>
  )
}

function Facts({ record: { tokens, graduated, graduationRateBps, newest } }: { record: CreatorRecord }) {
  const { launches, medianSecondsToGraduation: median, soldOwn, copies, feesEarnedEth } = newest
  const among = tokens > launches ? `of the newest ${launches}` : `of ${launches}`
  return (
    <dl className="facts">
      <div>
        <dt>Launches</dt>
        <dd>
          <b>{fixed(BigInt(tokens), 0, 0)}</b>
        </dd>
      </div>
      <div>
        <dt>Graduated</dt>
        <dd>
          {fixed(BigInt(graduated), 0, 0)}
          <span className="unit">{graduationRateBps === null ? UNKNOWN : percent(graduationRateBps)}</span>
        </dd>
      </div>
      <div>
        <dt title="The middle value of the newest launches that graduated">Time to graduation</dt>
        <dd>{median === null ? UNKNOWN : duration(median)}</dd>
      </div>
      <div>
        <dt>Sold own tokens</dt>
        <dd>
          {soldOwn}
          <span className="unit">{among}</span>
        </dd>
      </div>
      <div>
        <dt title="An older launch of another creator, or a well-known asset, has a name or symbol that reads the same">
          Copied names
        </dt>
        <dd className={copies > 0 ? 'warn' : undefined}>
          {copies}
          <span className="unit">{among}</span>
        </dd>
      </div>
      <div>
        <dt title="The creator’s share of all fees so far, claimed or not">Fees earned</dt>
        <dd>
          <Eth wei={BigInt(feesEarnedEth)} />
        </dd>
      </div>
    </dl>
  )
}
