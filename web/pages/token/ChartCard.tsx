import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { BPS } from '#core/bigint.ts'
import { reads, urlOf } from '#launchpad/wire/urls.ts'
import { candleInterval } from '#site/candleInterval.ts'
import { fixed } from '#site/format.ts'
import type { Candle, CandleList, TokenDetail, TradePage } from '../../api/launchpad.ts'
import { drawnAt } from '../../api/siteData.ts'
import { useResource } from '../../api/useQuery.ts'
import { Button } from '../../components/Button.tsx'
import { Change, Price } from '../../components/Figures.tsx'
import { Segments } from '../../components/Segments.tsx'
import { useIsMounted } from '../../components/useIsMounted.ts'
import { useStore } from '../../store.ts'
import { connection } from '../../wallet/connection.ts'
import { absorb, INTERVALS, type Interval, type Scale } from './candles.ts'
import { type LiveTrades, tradesUrl } from './liveTrades.ts'

const CandlePlot = lazy(() => import('./CandlePlot.tsx').then((module) => ({ default: module.CandlePlot })))
const PLOT_WAIT = <div className="plot-wait" />
const SUPPLY = 1_000_000_000n

const candlesUrl = (address: string, interval: string) => urlOf(reads.candles(address, interval))

/** The price over time, as candles or as a table. */
export function ChartCard({ token, liveTrades }: { token: TokenDetail; liveTrades: LiveTrades }) {
  const [interval, setInterval] = useState<Interval>(() => intervalOf(token))
  const [scale, setScale] = useState<Scale>('cap')
  const [isTable, setTable] = useState(false)
  const [pointed, setPointed] = useState<number>()
  const { data, reload, update } = useResource<CandleList>(candlesUrl(token.address, interval))
  // biome-ignore lint/correctness/useExhaustiveDependencies: each batch of liveTrades is taken in once
  useEffect(() => {
    if (liveTrades.version === 0) return
    if (liveTrades.trades.length === 0) reload()
    else update((list) => ({ ...list, candles: absorb(list.candles, liveTrades.trades, INTERVALS[interval]) }))
  }, [liveTrades.version])
  const marks = useMarks(token, liveTrades)
  const isMounted = useIsMounted()
  const card = useRef<HTMLElement>(null)
  const candles = data?.interval === interval ? data.candles : []
  const shown = candles[pointed ?? candles.length - 1]
  return (
    <section ref={card} className="card chart-card" aria-label="Chart">
      <div className="header">
        <Segments
          label="Interval"
          size="small"
          value={interval}
          onChange={setInterval}
          options={(Object.keys(INTERVALS) as Interval[]).map((value) => ({ value, label: value }))}
        />
        <span className="grow" />
        <span className="hide-small">
          <Segments
            label="Scale"
            size="small"
            value={scale}
            onChange={setScale}
            options={[
              { value: 'cap', label: 'Market cap' },
              { value: 'price', label: 'Price' },
            ]}
          />
        </span>
        <Button kind="ghost" size="small" icon="table-2" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
          Table
        </Button>
        {isMounted && document.fullscreenEnabled && (
          <Button
            kind="ghost"
            size="small"
            icon="maximize"
            aria-label="Full screen"
            onClick={() => void toggleFullScreen(card.current)}
          />
        )}
      </div>
      {shown && <Readout candle={shown} {...{ scale, interval }} isSpoken={pointed !== undefined} />}
      <div className="plot">
        {isTable ? (
          <CandleTable {...{ candles, scale, interval }} />
        ) : (
          <Suspense fallback={PLOT_WAIT}>
            {isMounted ? (
              <CandlePlot candles={candles} scale={scale} symbol={token.symbol} marks={marks} onPoint={setPointed} />
            ) : (
              PLOT_WAIT
            )}
          </Suspense>
        )}
      </div>
    </section>
  )
}

function toggleFullScreen(card: HTMLElement | null): Promise<void> | undefined {
  return document.fullscreenElement ? document.exitFullscreen() : card?.requestFullscreen()
}

function intervalOf({ createdAtTimestamp }: TokenDetail): Interval {
  return candleInterval(createdAtTimestamp === null ? 0 : (drawnAt() - Date.parse(createdAtTimestamp)) / 1000)
}

/** The reader's own trades, for the marks in the chart. */
function useMarks(token: TokenDetail, liveTrades: LiveTrades): TradePage['trades'] {
  const state = useStore(connection)
  const me = state.status === 'connected' ? state.address : undefined
  const { data, reload } = useResource<TradePage>(me && tradesUrl(token.address, me))
  const isMine = liveTrades.trades.some(({ trader }) => trader === me)
  // biome-ignore lint/correctness/useExhaustiveDependencies: read again after each trade of mine
  useEffect(() => {
    if (isMine) reload()
  }, [liveTrades.version])
  return me === undefined ? NONE : (data?.trades ?? NONE)
}

const NONE: TradePage['trades'] = []

type Shown = { scale: Scale; interval: Interval }

/** The beginning of a candle as the axis has it, in UTC; with its date where candles are an hour or longer. */
function momentText(time: string, interval: Interval): string {
  const hasDate = INTERVALS[interval] >= INTERVALS['1h']
  return hasDate ? `${time.slice(0, 10)} ${time.slice(11, 16)}` : time.slice(11, 19)
}

function figureOf(wei: string, scale: Scale, places: number) {
  return scale === 'cap' ? fixed(BigInt(wei) * SUPPLY, places) : <Price wei={BigInt(wei)} />
}

function Readout({ candle, scale, interval, isSpoken }: Shown & { candle: Candle; isSpoken: boolean }) {
  const { time, open, high, low, close } = candle
  const figure = (wei: string) => figureOf(wei, scale, 2)
  const change = BigInt(open) === 0n ? 0 : Number(((BigInt(close) - BigInt(open)) * BPS) / BigInt(open))
  return (
    <p className="ohlc text-small" role={isSpoken ? 'status' : undefined}>
      <span className="faint">{momentText(time, interval)} UTC</span>
      <span>
        O <b>{figure(open)}</b>
      </span>
      <span>
        H <b>{figure(high)}</b>
      </span>
      <span>
        L <b>{figure(low)}</b>
      </span>
      <span>
        C <b>{figure(close)}</b>
      </span>
      <Change bps={change} />
      <span className="faint hide-small">hollow = up, filled = down</span>
    </p>
  )
}

/** The same figures for those who cannot see the chart or prefer to read. */
function CandleTable({ candles, scale, interval }: Shown & { candles: readonly Candle[] }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <section className="candle-table" tabIndex={0} aria-label="Candles, newest first">
      <table className="table">
        <caption className="text-small faint">{scale === 'cap' ? 'Market cap' : 'Price of one token'}, in ETH</caption>
        <thead>
          <tr>
            <th>Time, UTC</th>
            <th className="numeric">Open</th>
            <th className="numeric">High</th>
            <th className="numeric">Low</th>
            <th className="numeric">Close</th>
            <th className="numeric">Volume, ETH</th>
          </tr>
        </thead>
        <tbody>
          {candles.toReversed().map(({ time, open, high, low, close, volumeEth }) => (
            <tr key={time}>
              <td className="faint">{momentText(time, interval)}</td>
              {[open, high, low, close].map((wei, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: open, high, low, close in this order
                <td key={index} className="numeric">
                  {figureOf(wei, scale, 3)}
                </td>
              ))}
              <td className="numeric">{fixed(BigInt(volumeEth), 4)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
