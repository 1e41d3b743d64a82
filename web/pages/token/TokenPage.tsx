import { lazy, Suspense, useState } from 'react'
import type { TokenDetail } from '../../api/launchpad.ts'
import { pageUrl } from '../../api/siteData.ts'
import { Button } from '../../components/Button.tsx'
import { Eth } from '../../components/Figures.tsx'
import { Icon } from '../../components/Icon.tsx'
import { QueryView } from '../../components/QueryView.tsx'
import { Sheet } from '../../components/Sheet.tsx'
import { useIsMounted } from '../../components/useIsMounted.ts'
import { DollarNote } from '../../dollars/DollarNote.tsx'
import { WithDollars } from '../../dollars/EthUsd.tsx'
import { useStats } from '../../live/useStats.ts'
import { Activity } from './Activity.tsx'
import { ChartCard } from './ChartCard.tsx'
import { GraduationCard } from './GraduationCard.tsx'
import { HoldersCard } from './HoldersCard.tsx'
import type { Live, LiveTrades } from './liveTrades.ts'
import { OpeningCard } from './OpeningCard.tsx'
import { TokenHead } from './TokenHead.tsx'
import { TradeBox } from './TradeBox.tsx'
import { useLiveToken } from './useLiveToken.ts'

// Few launches have a lock or a split, and only creators need tools.
const RareCards = lazy(async () => ({ default: (await import('./RareCards.tsx')).RareCards }))

/** One launch: its chart, its trades, who holds it, and the box to buy and sell. */
export function TokenPage() {
  const [address] = useState(() => decodeURIComponent(pageUrl().pathname.split('/').at(-1) ?? ''))
  const [isPaused, setPaused] = useState(false)
  const { token, liveTrades, connection } = useLiveToken(address, isPaused)
  const live = { connection: isPaused ? ('paused' as const) : connection, onPause: setPaused }
  return (
    <QueryView query={token} what="the token" rows={6}>
      {(data) => <Loaded token={data} liveTrades={liveTrades} live={live} reload={token.reload} />}
    </QueryView>
  )
}

type LoadedProps = { token: TokenDetail; liveTrades: LiveTrades; live: Live; reload(): void }

function Loaded({ token, liveTrades, live, reload }: LoadedProps) {
  const [side, setSide] = useState<'buy' | 'sell'>()
  const isMounted = useIsMounted()
  const stats = useStats().data
  const source = (stats ?? token).usdSource
  return (
    <WithDollars source={source}>
      <a className="skip" href="#trade">
        Skip to buy and sell
      </a>
      <a className="row text-compact muted back only-small" href="/launch">
        <Icon name="arrow-left" size="small" />
        Launches
      </a>
      <TokenHead token={token} stats={stats} />
      <DollarNote source={source} />
      <div className="token-grid">
        <div className="stack main">
          <ChartCard token={token} liveTrades={liveTrades} />
          <Activity token={token} liveTrades={liveTrades} live={live} />
        </div>
        <aside className="stack side" aria-label="Trade and holders">
          <section className="card trade" id="trade" tabIndex={-1} aria-label="Buy or sell">
            <TradeBox token={token} hasShortcuts />
          </section>
          <OpeningCard token={token} />
          <GraduationCard token={token} />
          <HoldersCard token={token} version={liveTrades.version} />
          {isMounted && (
            <Suspense>
              <RareCards token={token} reload={reload} />
            </Suspense>
          )}
        </aside>
      </div>
      <div className="trade-bar">
        <div className="grow">
          <b>
            <Eth wei={BigInt(token.marketCapEth)} />
          </b>
          <span className="faint text-small">market cap</span>
        </div>
        <Button kind="sell" icon="arrow-down" onClick={() => setSide('sell')}>
          Sell
        </Button>
        <Button kind="buy" icon="arrow-up" onClick={() => setSide('buy')}>
          Buy
        </Button>
      </div>
      {side && (
        <Sheet
          title={side === 'buy' ? `Buy ${token.symbol}` : `Sell ${token.symbol}`}
          onClose={() => setSide(undefined)}
        >
          <div className="trade">
            <TradeBox token={token} firstSide={side} />
          </div>
        </Sheet>
      )}
    </WithDollars>
  )
}
