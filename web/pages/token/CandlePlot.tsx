import {
  CandlestickSeries,
  ColorType,
  createChart,
  createSeriesMarkers,
  HistogramSeries,
  type IChartApi,
  type ISeriesApi,
  type ISeriesMarkersPluginApi,
  LineSeries,
  type SeriesMarker,
  type TickMarkType,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import type { Candle, Trade } from '../../api/launchpad.ts'
import { pageLocale } from '../../document/pageLocale.ts'
import { translated } from '../../document/translated.ts'
import type { Scale } from './candles.ts'
import {
  averagesOf,
  capLabel,
  figure,
  marksOf,
  placesOf,
  priceLabel,
  secondsOf,
  type TradeMark,
  timeLabel,
} from './chartLabels.ts'

const WEI = 1e18
const MINUTE = 60
/** A few candles are drawn wide, but not wider than this. */
const BAR_PX_MAX = 28
/** Closes in the average. */
const AVERAGE_OF = 20

type Props = {
  candles: readonly Candle[]
  scale: Scale
  symbol: string
  marks: readonly Trade[]
  onPoint(index: number | undefined): void
}
type Plot = {
  chart: IChartApi
  prices: ISeriesApi<'Candlestick'>
  volumes: ISeriesApi<'Histogram'>
  average: ISeriesApi<'Line'>
  markers: ISeriesMarkersPluginApi<Time>
  drawn: { candles: readonly Candle[]; scale: Scale }
  /** The colours of the volume bars. */
  up: string
  down: string
}

/** The drawn candles. Arrow keys move along them; the figures of the selected one are shown above. */
export function CandlePlot({ candles, scale, symbol, marks, onPoint }: Props) {
  const box = useRef<HTMLDivElement>(null)
  const plot = useRef<Plot>(undefined)
  const at = useRef<number>(undefined)
  const latest = useRef({ candles, onPoint })
  latest.current = { candles, onPoint }
  useEffect(() => {
    if (!box.current) return
    const made = create(box.current)
    plot.current = made
    const paint = () => applyColours(made)
    const dark = matchMedia('(prefers-color-scheme: dark)')
    window.addEventListener('slipway:theme', paint)
    dark.addEventListener('change', paint)
    made.chart.subscribeCrosshairMove(({ logical }) => {
      const index = logical === undefined ? undefined : Math.round(logical)
      latest.current.onPoint(
        index !== undefined && index >= 0 && index < latest.current.candles.length ? index : undefined,
      )
    })
    return () => {
      window.removeEventListener('slipway:theme', paint)
      dark.removeEventListener('change', paint)
      made.chart.remove()
      plot.current = undefined
    }
  }, [])
  useEffect(() => {
    if (plot.current) draw(plot.current, candles, scale)
  }, [candles, scale])
  useEffect(() => {
    const shown = plot.current?.markers
    if (marks.length > 0 || shown?.markers().length) shown?.setMarkers(marksOf(marks, candles).map(toMarker))
  }, [marks, candles])
  function move(event: KeyboardEvent): void {
    const last = candles.length - 1
    const now = at.current ?? last + 1
    const next = { ArrowLeft: now - 1, ArrowRight: now + 1, Home: 0, End: last }[event.key]
    const candle = next === undefined ? undefined : candles[next]
    if (!candle || next === undefined || !plot.current) return
    event.preventDefault()
    at.current = next
    plot.current.chart.setCrosshairPosition(figure(candle.close), timeOf(candle), plot.current.prices)
    onPoint(next)
  }
  function leave(): void {
    at.current = undefined
    plot.current?.chart.clearCrosshairPosition()
    onPoint(undefined)
  }
  const label = `${scale === 'cap' ? 'Market cap' : 'Price'} of ${symbol} in ETH, ${candles.length} candles. Arrow keys move along them; the Table button shows the figures.`
  return (
    <>
      <div
        ref={box}
        className="plot-box"
        role="slider"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={candles.length}
        aria-valuenow={at.current ?? candles.length}
        tabIndex={0}
        onKeyDown={move}
        onBlur={leave}
      />
      <p className="text-tiny faint credit">
        {candles.length >= AVERAGE_OF && `Line: average of ${AVERAGE_OF} closes. `}Chart by{' '}
        <a href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          TradingView
        </a>
      </p>
    </>
  )
}

function create(box: HTMLElement): Plot {
  const chart = createChart(box, {
    autoSize: true,
    localization: { locale: pageLocale() },
    // The logo would bring a style element, which the page's policy forbids; the credit is below instead.
    layout: { attributionLogo: false, fontFamily: getComputedStyle(document.body).fontFamily, fontSize: 11 },
    grid: { vertLines: { visible: false } },
    rightPriceScale: { borderVisible: false, scaleMargins: { top: 0.06, bottom: 0.24 } },
    timeScale: {
      borderVisible: false,
      timeVisible: true,
      secondsVisible: false,
      rightOffset: 2,
      maxBarSpacing: BAR_PX_MAX,
      tickMarkFormatter: (time: Time, kind: TickMarkType) => timeLabel(time as UTCTimestamp, kind),
    },
    handleScroll: { vertTouchDrag: false },
  })
  const prices = chart.addSeries(CandlestickSeries)
  const volumes = chart.addSeries(HistogramSeries, {
    priceScaleId: 'volume',
    lastValueVisible: false,
    priceLineVisible: false,
  })
  const average = chart.addSeries(LineSeries, {
    lineWidth: 1,
    lastValueVisible: false,
    priceLineVisible: false,
    crosshairMarkerVisible: false,
  })
  chart.priceScale('volume').applyOptions({ scaleMargins: { top: 0.84, bottom: 0 } })
  const drawn = { candles: [], scale: 'cap' as const }
  const markers = createSeriesMarkers(prices)
  const plot: Plot = { chart, prices, volumes, average, markers, drawn, up: '', down: '' }
  applyColours(plot)
  return plot
}

/** A colour of the theme as the canvas takes it. A custom property read as text would still name both themes. */
function colour(name: string): string {
  const probe = document.body.appendChild(document.createElement('i'))
  probe.style.color = `var(--${name})`
  const resolved = getComputedStyle(probe).color
  probe.remove()
  return resolved
}

function applyColours(plot: Plot): void {
  const { chart, prices, average } = plot
  average.applyOptions({ color: colour('accent') })
  plot.up = colour('up-line')
  plot.down = colour('down-line')
  chart.applyOptions({
    layout: { background: { type: ColorType.Solid, color: colour('surface') }, textColor: colour('text-3') },
    grid: { horzLines: { color: colour('line') } },
    crosshair: {
      vertLine: { color: colour('control'), labelBackgroundColor: colour('ink') },
      horzLine: { color: colour('control'), labelBackgroundColor: colour('ink') },
    },
  })
  prices.applyOptions({
    upColor: colour('surface'),
    borderUpColor: colour('up-solid'),
    wickUpColor: colour('up-solid'),
    downColor: colour('down-solid'),
    borderDownColor: colour('down-solid'),
    wickDownColor: colour('down-solid'),
    priceLineColor: colour('text-3'),
  })
}

/** Draws the candles; where only the newest have changed, only these. */
function draw(plot: Plot, candles: readonly Candle[], scale: Scale): void {
  const { chart, prices, volumes, average, drawn, up, down } = plot
  plot.drawn = { candles, scale }
  const price = (candle: Candle) => ({
    time: timeOf(candle),
    open: figure(candle.open),
    high: figure(candle.high),
    low: figure(candle.low),
    close: figure(candle.close),
  })
  const volume = (candle: Candle) => ({
    time: timeOf(candle),
    value: Number(candle.volumeEth) / WEI,
    color: BigInt(candle.close) >= BigInt(candle.open) ? up : down,
  })
  const averages = averagesOf(candles, AVERAGE_OF)
  const mean = (candle: Candle, index: number) => {
    const value = averages[index]
    return value === undefined ? { time: timeOf(candle) } : { time: timeOf(candle), value }
  }
  const from = drawn.scale === scale ? changedFrom(drawn.candles, candles) : 0
  if (from > 0) {
    for (const [offset, candle] of candles.slice(from).entries()) {
      prices.update(price(candle))
      volumes.update(volume(candle))
      average.update(mean(candle, from + offset))
    }
    return
  }
  const label = scale === 'cap' ? capLabel(placesOf(candles)) : priceLabel
  const formatter = (value: number) => translated(label(value))
  prices.applyOptions({ priceFormat: { type: 'custom', formatter, minMove: 0.0001 } })
  chart.applyOptions({ timeScale: { secondsVisible: secondsBetween(candles) < MINUTE } })
  prices.setData(candles.map(price))
  volumes.setData(candles.map(volume))
  average.setData(candles.map(mean))
  if (drawn.candles[0]?.time !== candles[0]?.time) chart.timeScale().fitContent()
}

/** The first candle to redraw, at the earliest the last one drawn; 0 to redraw all. */
function changedFrom(drawn: readonly Candle[], candles: readonly Candle[]): number {
  const last = drawn.length - 1
  const isGrown = last > 0 && candles[0] === drawn[0] && candles[last - 1] === drawn[last - 1]
  return isGrown && candles[last]?.time === drawn[last]?.time ? last : 0
}

function secondsBetween([first, second]: readonly Candle[]): number {
  return first && second ? timeOf(second) - timeOf(first) : MINUTE
}

function toMarker({ time, side, text }: TradeMark): SeriesMarker<Time> {
  const position = side === 'buy' ? 'belowBar' : 'aboveBar'
  return { time: time as UTCTimestamp, position, shape: 'circle', color: colour('text'), text }
}

function timeOf(candle: Candle): UTCTimestamp {
  return secondsOf(candle) as UTCTimestamp
}
