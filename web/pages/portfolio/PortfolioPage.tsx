import { lazy, Suspense, useState } from 'react'
import { getAddress, isAddress } from 'viem/utils'
import { fixed } from '#site/format.ts'
import { paths, type TokenPage, type Wallet } from '../../api/launchpad.ts'
import { urlOf } from '../../api/request.ts'
import { config, pageUrl } from '../../api/siteData.ts'
import { useResource } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { CopyButton } from '../../components/CopyButton.tsx'
import { Flag } from '../../components/Flag.tsx'
import { Empty, Failure, SkeletonRows } from '../../components/States.tsx'
import { TabPanel, Tabs } from '../../components/Tabs.tsx'
import { DollarNote } from '../../dollars/DollarNote.tsx'
import { WithDollars } from '../../dollars/EthUsd.tsx'
import { NamedAddress } from '../../names/NamedAddress.tsx'
import { openWallet } from '../../wallet/WalletButton.tsx'
import { useAccount } from '../../wallet/WalletGate.tsx'
import { TokenRow } from '../launch/TokenRow.tsx'
import { Holdings } from './Holdings.tsx'
import { Performance } from './Performance.tsx'
import { Results } from './Results.tsx'
import { Totals } from './Totals.tsx'
import { TradeList } from './TradeList.tsx'
import { useHoldings } from './useHoldings.ts'
import { useOpenResults } from './useOpenResults.ts'
import { useTrades } from './useTrades.ts'

const Mandates = lazy(async () => ({ default: (await import('./mandates/Mandates.tsx')).Mandates }))
const PositionList = lazy(async () => ({ default: (await import('../positions/PositionList.tsx')).PositionList }))

const LIMIT = 100

type View = 'held' | 'results' | 'positions' | 'launched' | 'trades' | 'mandates'

/** The portfolio that the URL names, or that of the connected wallet. */
export function PortfolioPage() {
  const [named] = useState(() => decodeURIComponent(pageUrl().pathname.split('/').at(-1) ?? '').toLowerCase())
  const account = useAccount()
  const address = isAddress(named) ? getAddress(named) : account
  if (address !== undefined) return <Portfolio key={address} address={address} isMine={address === account} />
  return (
    <>
      <div className="page-head">
        <h1>Portfolio</h1>
      </div>
      <section className="card empty">
        <b>Connect a wallet to see your portfolio</b>
        <span>The launched tokens you hold, your launches with their fees, and your trades.</span>
        <Button kind="primary" onClick={openWallet}>
          Connect a wallet
        </Button>
      </section>
    </>
  )
}

/** The holdings, launches and trades of an account; all of it is public on the chain. */
function Portfolio({ address, isMine }: { address: string; isMine: boolean }) {
  const [view, setView] = useState<View>('held')
  const launched = useResource<TokenPage>(urlOf(paths.tokens, { creator: address, include: 'glance', limit: LIMIT }), {
    followsMined: true,
  })
  const trades = useTrades(address)
  const open = useOpenResults(address)
  const holdings = useHoldings(address, open.data)
  const wallet = useResource<Wallet>(urlOf(`${paths.wallets}/${address}`, { limit: LIMIT }), {
    followsMined: true,
  })
  const source = wallet.data?.usdSource
  const { reload: readLaunched } = launched
  const { reload: readTrades } = trades
  const failure = launched.failure ?? trades.failure
  return (
    <WithDollars source={source}>
      <div className="token-head">
        <div className="identity">
          <Flag address={address} isRound size="large" />
          <div className="grow">
            <h1>{isMine ? 'Your portfolio' : 'Portfolio'}</h1>
            <p className="row wrap text-small faint">
              <NamedAddress address={address} />
              <CopyButton text={address} label={`Copy address ${address}`} />
            </p>
          </div>
        </div>
        <Totals address={address} holdings={holdings.data} launched={launched.data} />
      </div>
      <Performance address={address} wallet={wallet.data} isReading={!wallet.failure} />
      {failure && (
        <Failure title="The portfolio could not be read." retry={() => [readLaunched(), readTrades()]}>
          {failure.message}
        </Failure>
      )}
      <section className="card" aria-label="Portfolio">
        <div className="header tabs-header">
          <Tabs
            label="Portfolio"
            id="portfolio"
            value={view}
            onChange={setView}
            tabs={[
              { value: 'held', label: 'Holds' },
              { value: 'results', label: 'Profit and loss', count: countOf(wallet.data?.tokens) },
              { value: 'positions', label: 'Positions' },
              {
                value: 'launched',
                label: 'Launched',
                count: countOf(launched.data?.total),
              },
              { value: 'trades', label: 'Trades' },
              ...(isMine ? [{ value: 'mandates' as const, label: 'Mandates' }] : []),
            ]}
          />
        </div>
        <TabPanel id="portfolio" value="held" isShown={view === 'held'}>
          <Holdings query={holdings} results={open.data} address={address} launched={launched.data} isMine={isMine} />
        </TabPanel>
        <TabPanel id="portfolio" value="results" isShown={view === 'results'}>
          <Results query={wallet} />
        </TabPanel>
        <TabPanel id="portfolio" value="positions" isShown={view === 'positions'}>
          <div className="pad">{view === 'positions' && <Positions owner={address} isMine={isMine} />}</div>
        </TabPanel>
        <TabPanel id="portfolio" value="launched" isShown={view === 'launched'}>
          <Launched page={launched.data} />
        </TabPanel>
        <TabPanel id="portfolio" value="trades" isShown={view === 'trades'}>
          <TradeList trades={trades.data} />
        </TabPanel>
        {isMine && (
          <TabPanel id="portfolio" value="mandates" isShown={view === 'mandates'}>
            {view === 'mandates' && (
              <Suspense fallback={<SkeletonRows rows={2} label="Reading mandates" />}>
                <Mandates owner={address} />
              </Suspense>
            )}
          </TabPanel>
        )}
      </section>
      <DollarNote source={source} />
    </WithDollars>
  )
}

function countOf(count: number | undefined): string | undefined {
  return count === undefined ? undefined : fixed(BigInt(count), 0, 0)
}

/** The liquidity positions of the account, which are changed on their own page. */
function Positions({ owner, isMine }: { owner: string; isMine: boolean }) {
  return (
    <Suspense fallback={<SkeletonRows rows={2} label="Reading positions" />}>
      <p className="text-compact muted">
        <a href={isMine ? '/positions' : `/positions?owner=${owner}`}>
          {isMine ? 'Add, remove or claim' : 'All positions of this account'}
        </a>
      </p>
      <PositionList owner={owner} chainId={config.chainId} isMine={isMine} />
    </Suspense>
  )
}

function Launched({ page }: { page: TokenPage | undefined }) {
  if (!page) return <SkeletonRows rows={3} label="Reading launches" />
  if (page.tokens.length === 0) return <Empty title="This account has not launched a token" />
  return (
    <ol className="token-rows">
      {page.tokens.map((token) => (
        <li key={token.address}>
          <TokenRow token={token} isFresh={false} />
        </li>
      ))}
    </ol>
  )
}
