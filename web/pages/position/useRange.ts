import { useEffect, useState } from 'react'
import * as Tick from '#uniswap/Tick.ts'
import { type Market, tickOf } from './Market.ts'
import { orderBounds } from './order.ts'
import { type Bounds, fractionalTick, isFull, type Preset, presetBounds } from './priceScale.ts'
import type { ChangeForm, Form } from './useForm.ts'

/** The stretch of ticks that is drawn. */
export type View = { from: number; to: number }

export type Range = {
  bounds: Bounds
  spacing: number
  tick: number
  /** The price as a tick with its fraction. */
  now: number
  view: View
  setBounds(bounds: Bounds): void
  choose(preset: Preset, isFlipped: boolean): void
  zoom(factor: number): void
}

const WIDE: Preset = '50'
const FULL_SPAN = 16_000
const ROOM = 1.4

/** The range of the form, and the part of it that is shown; a form without one gets a wide one around the price. */
export function useRange(form: Form, market: Market | undefined, change: ChangeForm): Range | undefined {
  const [span, setSpan] = useState<number>()
  const spacing = market?.tickSpacing ?? 0
  const hasPrice = market?.sqrtRatioX96 !== undefined && spacing > 0
  const tick = market && hasPrice ? tickOf(market) : 0
  const bounds = hasPrice ? boundsOf(form, spacing) : undefined
  const place = market && hasPrice ? `${market.pool?.reference ?? 'new'} ${spacing}` : ''
  // biome-ignore lint/correctness/useExhaustiveDependencies: a range is made once for each pool
  useEffect(() => {
    setSpan(undefined)
    if (place === '' || bounds) return
    change(firstBounds(form, market, { tick, spacing }))
  }, [place, bounds === undefined])
  if (!bounds) return undefined
  const half = span ?? halfSpan(bounds, tick, spacing)
  return {
    bounds,
    spacing,
    tick,
    now: market?.sqrtRatioX96 === undefined ? tick : fractionalTick(market.sqrtRatioX96),
    view: viewOf(tick, half, spacing),
    setBounds: (next) => {
      // The chart keeps its scale while a handle moves in it.
      setSpan(Math.max(half, isFull(next, spacing) ? 0 : halfSpan(next, tick, spacing) / ROOM))
      change(next)
    },
    choose: (preset, isFlipped) => {
      setSpan(undefined)
      change(presetBounds(preset, { tick, spacing, isFlipped }))
    },
    zoom: (factor) => setSpan(Math.min(Tick.MAX, Math.max(spacing * 10, half * factor))),
  }
}

function firstBounds(
  { kind, pay = 'A' }: Form,
  market: Market | undefined,
  at: { tick: number; spacing: number },
): Bounds {
  if (kind === 'order' && market) return orderBounds(market, pay, at.tick)
  return presetBounds(WIDE, { ...at, isFlipped: false })
}

/** The bounds in the form, on usable ticks of this pool; undefined where there are none that make a range. */
function boundsOf({ lower, upper }: Form, spacing: number): Bounds | undefined {
  if (lower === undefined || upper === undefined) return undefined
  const bounds = { lower: Tick.snap(lower, spacing), upper: Tick.snap(upper, spacing) }
  return bounds.lower < bounds.upper ? bounds : undefined
}

function halfSpan(bounds: Bounds, tick: number, spacing: number): number {
  if (isFull(bounds, spacing)) return FULL_SPAN
  return Math.max(spacing * 10, Math.abs(bounds.lower - tick), Math.abs(bounds.upper - tick)) * ROOM
}

function viewOf(tick: number, half: number, spacing: number): View {
  const from = Math.max(Tick.lowest(spacing), Math.floor((tick - half) / spacing) * spacing)
  const to = Math.min(Tick.highest(spacing), Math.ceil((tick + half) / spacing) * spacing)
  return { from, to: Math.max(to, from + spacing * 2) }
}
