import { flag } from '#site/flag.ts'
import { cut } from '#site/format.ts'
import { type Html, html } from '#site/html.ts'

/** The constants of the curve, in whole units. */
export type CurveShape = { virtualEth: number; virtualToken: number; curveSupply: number; target: number }
export type OnCurve = { address: string; symbol: string; raised: number }
type Scale = { left: number; right: number; top: number; ground: number }

const WIDE: Scale = { left: 64, right: 1050, top: 96, ground: 540 }
const NARROW: Scale = { left: 24, right: 286, top: 60, ground: 236 }
const POINTS = 120
const SHIPS = 3

/** Tokens left for sale after `raised` ETH. */
function tokensLeft({ virtualEth, virtualToken, curveSupply }: CurveShape, raised: number): number {
  return curveSupply - (virtualToken * raised) / (virtualEth + raised)
}

function pointOf(shape: CurveShape, scale: Scale, raised: number): { x: number; y: number } {
  const x = scale.left + (raised / shape.target) * (scale.right - scale.left)
  const y = scale.ground - (tokensLeft(shape, raised) / shape.curveSupply) * (scale.ground - scale.top)
  return { x: round(x), y: round(Math.min(y, scale.ground)) }
}

const round = (value: number) => Math.round(value * 10) / 10

function curvePath(shape: CurveShape, scale: Scale): string {
  const points = Array.from({ length: POINTS + 1 }, (_, index) =>
    pointOf(shape, scale, (shape.target * index) / POINTS),
  )
  return `M${points.map(({ x, y }) => `${x} ${y}`).join('L')}`
}

/** A signal flag on a pole whose foot is at a point of the curve. */
function flagAt({ x, y }: { x: number; y: number }, { address, symbol }: OnCurve, isWide: boolean): Html {
  const { ground, figure, path } = flag(address)
  const [width, height, pole] = isWide ? [22, 16, 36] : [19, 14, 30]
  return html`
    <line class="pole" x1="${x}" x2="${x}" y1="${y}" y2="${y - pole}"/>
    <svg x="${x}" y="${y - pole}" width="${width}" height="${height}" preserveAspectRatio="xMidYMid slice" viewBox="0 0 12 12" aria-hidden="true">
      <path fill="${ground}" d="M0 0h12v12H0z"/><path fill="${figure}" d="${path}"/>
    </svg>
    <rect class="edge" x="${x}" y="${y - pole}" width="${width}" height="${height}"/>
    <circle class="pole-foot" cx="${x}" cy="${y}" r="${isWide ? 3.5 : 3}"/>
    ${isWide && html`<text class="flag-name" x="${x + width + 6}" y="${y - pole + 12}">${cut(symbol, 8)}</text>`}
  `
}

/** A graduated token as a ship beyond the end of the curve. */
function ship(token: OnCurve, index: number): Html {
  const x = 1122 + index * 110
  const hull = `M${x - 30} 528H${x + 34}C${x + 31} 544 ${x + 22} 550 ${x + 8} 550H${x - 14}C${x - 24} 550 ${x - 30} 542 ${x - 30} 528Z`
  return html`
    <g class="ship">
      ${flagAt({ x, y: 514 }, token, true)}<line class="pole" x1="${x}" x2="${x}" y1="532" y2="514"/>
      <path class="hull" d="${hull}"/>
    </g>
  `
}

/** The curve as a slipway, with live launches as flags and graduated ones as ships. */
export function wideCurve(shape: CurveShape, launches: readonly OnCurve[], graduated: readonly OnCurve[]): Html {
  const path = curvePath(shape, WIDE)
  const area = `${path}L${WIDE.right} ${WIDE.ground}L${WIDE.left} ${WIDE.ground}Z`
  const steps = Array.from({ length: Math.floor(shape.target / 0.1) }, (_, index) => (index + 1) / 10)
  const ticks = [0, 0.5, 1, 1.5, 2, 2.5].filter((raised) => raised < shape.target)
  const label = `Tokens left on the bonding curve fall from ${shape.curveSupply / 1e6} million at 0 ETH raised to zero at ${shape.target} ETH, where a token graduates into a locked Uniswap v4 pool. Live tokens are flags on the curve.`
  return html`
    <svg class="slipway" viewBox="0 0 1440 640" preserveAspectRatio="xMinYMax meet" role="img" aria-label="${label}">
      <path class="area" d="${area}"/>
      ${steps.map((raised) => {
        const { x, y } = pointOf(shape, WIDE, raised)
        return html`<line class="stilt" x1="${x}" x2="${x}" y1="${y}" y2="540"/>`
      })}
      <line class="ground" x1="-2000" x2="1050" y1="540" y2="540"/>
      <rect class="water" x="1050" y="540" width="3000" height="100"/>
      <line class="wave" x1="1062" x2="1280" y1="606" y2="606"/>
      <line class="wave" x1="1129" x2="1451" y1="617" y2="617"/>
      <line class="wave" x1="1196" x2="1462" y1="628" y2="628"/><path class="way" d="${path}"/>
      <line class="graduation-line" x1="1050" x2="1050" y1="452" y2="580"/>
      ${ticks.map((raised) => {
        const { x } = pointOf(shape, WIDE, raised)
        return html`
        <text x="${x}" y="562" text-anchor="middle">${raised}</text>
        <line class="tick" x1="${x}" x2="${x}" y1="540" y2="546"/>
      `
      })}
      <text class="annotation bold" x="1060" y="574">${shape.target} ETH raised: the curve closes,</text>
      <text class="annotation" x="1060" y="592">the rest floats as a locked v4 pool</text>
      <text class="annotation" x="64" y="584">ETH raised</text>
      <text class="annotation" x="24" y="44">${shape.curveSupply / 1e6} M tokens left to sell</text>
      ${launches.map((token) => flagAt(pointOf(shape, WIDE, token.raised), token, true))}
      ${graduated.slice(0, SHIPS).map(ship)}
    </svg>
  `
}

/** The same picture for phones, without names. */
export function narrowCurve(shape: CurveShape, launches: readonly OnCurve[], graduated: readonly OnCurve[]): Html {
  const path = curvePath(shape, NARROW)
  const area = `${path}L${NARROW.right} ${NARROW.ground}L${NARROW.left} ${NARROW.ground}Z`
  const [afloat] = graduated
  return html`
    <svg class="slipway-phone" viewBox="0 0 390 300" aria-hidden="true">
      <path class="area" d="${area}"/><line class="ground" x1="0" x2="286" y1="236" y2="236"/>
      <rect class="water" x="286" y="236" width="120" height="80"/><path class="way" d="${path}"/>
      ${launches.map((token) => flagAt(pointOf(shape, NARROW, token.raised), token, false))}
      ${
        afloat &&
        html`
  ${flagAt({ x: 330, y: 216 }, afloat, false)}
  <path class="hull" d="M306 226H358C355 239 348 244 336 244H319C311 244 306 238 306 226Z"/>
`
      }
      <text class="annotation" x="24" y="256">0 ETH raised</text>
      <text class="annotation" x="280" y="256" text-anchor="end">${shape.target}</text>
      <text class="annotation" x="294" y="264">locked pool</text>
      <text class="annotation" x="24" y="22">${shape.curveSupply / 1e6} M tokens left to sell</text>
    </svg>
  `
}

/** Launches far enough apart on the curve that their names do not overlap, in the given order. */
export function spread(launches: readonly OnCurve[], shape: CurveShape, most: number): OnCurve[] {
  const gap = shape.target / 26
  const kept: OnCurve[] = []
  for (const launch of launches) {
    if (kept.length < most && kept.every(({ raised }) => Math.abs(raised - launch.raised) >= gap)) kept.push(launch)
  }
  return kept
}
