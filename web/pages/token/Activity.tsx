import { lazy, Suspense, useEffect, useState } from 'react'
import { fixed } from '#site/format.ts'
import type { TokenDetail, TradePage } from '../../api/launchpad.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/useAction.ts'
import { useResource } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { PauseButton } from '../../components/LiveState.tsx'
import { Empty, Failure, SkeletonRows } from '../../components/States.tsx'
import { TabPanel, Tabs } from '../../components/Tabs.tsx'
import { useStore } from '../../store.ts'
import { connection } from '../../wallet/connection.ts'
import { type Live, type LiveTrades, tradesUrl } from './liveTrades.ts'
import { TradeTable } from './TradeTable.tsx'

// Read when their tab is opened.
const Insight = lazy(async () => ({ default: (await import('./Insight.tsx')).Insight }))
const TokenRoom = lazy(async () => ({ default: (await import('./TokenRoom.tsx')).TokenRoom }))

const KEPT = 2_000
const LIMIT = 50

const INSIGHTS = ['holders', 'early', 'traders'] as const

type View = 'trades' | 'room' | 'creator' | 'mine' | 'holders' | 'early' | 'traders'
type Props = { token: TokenDetail; liveTrades: LiveTrades; live: Live }

/** All trades, those of the creator and of the reader; the room, the holders, the early buyers and the top traders. */
export function Activity({ token, liveTrades, live }: Props) {
  const [view, setView] = useState<View>('trades')
  const state = useStore(connection)
  const me = state.status === 'connected' ? state.address : undefined
  const tabs = [
    { value: 'trades' as const, label: 'Trades', count: countOf(token.trades) },
    { value: 'room' as const, label: 'Room' },
    { value: 'holders' as const, label: 'Holders', count: countOf(token.holders) },
    { value: 'early' as const, label: 'Early buyers' },
    { value: 'traders' as const, label: 'Top traders' },
    { value: 'creator' as const, label: 'Creator’s trades' },
    { value: 'mine' as const, label: 'My trades' },
  ]
  return (
    <section className="card" aria-label="Activity">
      <div className="header tabs-header">
        <Tabs label="Activity" id="activity" value={view} tabs={tabs} onChange={setView} />
        <span className="grow" />
        <PauseButton isPaused={live.connection === 'paused'} onPause={live.onPause} />
      </div>
      {live.connection === 'lost' && (
        <div className="pad">
          <Failure title="Trades stopped.">The connection was lost. Reconnecting; the figures may be old.</Failure>
        </div>
      )}
      <TabPanel id="activity" value="trades" isShown={view === 'trades'}>
        <Trades token={token} liveTrades={liveTrades} />
      </TabPanel>
      <TabPanel id="activity" value="room" isShown={view === 'room'}>
        <Suspense fallback={<SkeletonRows rows={4} label="Reading the room" />}>
          <TokenRoom token={token} isPaused={live.connection === 'paused'} />
        </Suspense>
      </TabPanel>
      {INSIGHTS.map((name) => (
        <TabPanel key={name} id="activity" value={name} isShown={view === name}>
          <Suspense fallback={<SkeletonRows rows={4} label="Reading" />}>
            <Insight view={name} token={token} version={liveTrades.version} />
          </Suspense>
        </TabPanel>
      ))}
      <TabPanel id="activity" value="creator" isShown={view === 'creator'}>
        <Trades token={token} liveTrades={liveTrades} trader={token.creator} />
      </TabPanel>
      <TabPanel id="activity" value="mine" isShown={view === 'mine'}>
        {me === undefined ? (
          <Empty title="Connect a wallet to see your trades" />
        ) : (
          <Trades token={token} liveTrades={liveTrades} trader={me} />
        )}
      </TabPanel>
    </section>
  )
}

function countOf(count: number | null): string | undefined {
  return count === null ? undefined : fixed(BigInt(count), 0, 0)
}

/** Trades, newest first; live ones are put on top. */
function Trades({ token, liveTrades, trader }: { token: TokenDetail; liveTrades: LiveTrades; trader?: string }) {
  const url = tradesUrl(token.address, trader)
  const { data, failure, reload, update } = useResource<TradePage>(url)
  const { run, busy } = useAction()
  const [shown, setShown] = useState(LIMIT)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each batch of liveTrades is taken in once
  useEffect(() => {
    if (liveTrades.version === 0) return
    if (liveTrades.trades.length === 0) return reload()
    const wanted = liveTrades.trades.filter((trade) => trader === undefined || trade.trader === trader)
    update((page) => merge(page, wanted))
  }, [liveTrades.version])
  async function loadMore(known: TradePage): Promise<void> {
    setShown(shown + LIMIT)
    const cursor = known.nextCursor
    if (cursor === undefined || known.trades.length > shown) return
    const more = await request<TradePage>(`${url}&cursor=${encodeURIComponent(cursor)}`)
    update((page) => ({
      trades: [...page.trades, ...more.trades],
      ...(more.nextCursor !== undefined && { nextCursor: more.nextCursor }),
    }))
  }
  if (!data && failure)
    return (
      <div className="pad">
        <Failure title="Trades could not be read." retry={reload}>
          {failure.message}
        </Failure>
      </div>
    )
  if (!data) return <div className="trades-wait" role="status" aria-label="Reading trades" />
  if (data.trades.length === 0)
    return (
      <Empty title={trader === undefined ? 'No trades yet' : 'No trades here'}>
        The chart starts with the first buy.
      </Empty>
    )
  const hasMore = data.nextCursor !== undefined || data.trades.length > shown
  return (
    <>
      <TradeTable token={token} trades={data.trades.slice(0, shown)} fresh={liveTrades.trades} />
      {hasMore && (
        <div className="pad">
          <Button isWide size="small" busy={busy} onClick={() => void run(() => loadMore(data), 'Loading')}>
            Load more
          </Button>
        </div>
      )}
    </>
  )
}

/** The page with new trades on top; a very long one drops its oldest trades, and with them its cursor. */
function merge({ trades: known, nextCursor }: TradePage, added: TradePage['trades']): TradePage {
  const keys = new Set(known.map(({ block, logIndex }) => `${block} ${logIndex}`))
  const fresh = added.filter(({ block, logIndex }) => !keys.has(`${block} ${logIndex}`)).reverse()
  const trades = [...fresh, ...known]
  if (trades.length > KEPT) return { trades: trades.slice(0, KEPT) }
  return { trades, ...(nextCursor !== undefined && { nextCursor }) }
}
