import type { TokenInformation } from '../../api/liquidity.ts'
import { symbolText } from '../../liquidity/PairName.tsx'
import { priceAtTick } from '../../liquidity/poolFigures.ts'
import { priceText } from '../../liquidity/priceText.ts'
import { type Bounds, type Preset, presetBounds } from '../position/priceScale.ts'

/** The widths around the price that a position can move to. */
export const WIDTHS = [
  { value: '5', label: '±5 %' },
  { value: '10', label: '±10 %' },
  { value: '50', label: '±50 %' },
  { value: 'full', label: 'Full' },
] as const satisfies readonly { value: Preset; label: string }[]

export type Width = (typeof WIDTHS)[number]['value']

type Ranged = {
  token0: TokenInformation
  token1: TokenInformation
  currentTick?: number | undefined
  tickSpacing?: number | undefined
}

export function boundsOf({ currentTick = 0, tickSpacing = 1 }: Ranged, width: Width): Bounds {
  return presetBounds(width, { tick: currentTick, spacing: tickSpacing, isFlipped: false })
}

export function rangeText(position: Ranged, width: Width, bounds: Bounds): string {
  return width === 'full' ? 'every price' : boundsText(position, bounds)
}

export function boundsText({ token0, token1 }: Ranged, { lower, upper }: Bounds): string {
  const [low, high] = [lower, upper].map((tick) => priceText(priceAtTick(tick, [token0, token1])))
  return `${low} to ${high} ${symbolText(token1)} per ${symbolText(token0)}`
}
