import { flag } from '#site/flag.ts'
import { fixed, percent, short, shortAddress } from '#site/format.ts'
import type { TextToPaths } from './textToPaths.ts'

export type SharedToken = {
  address: string
  name: string
  symbol: string
  marketCapEth: string
  realEthRaised: string
  gradEthTarget: string
  progressBps: number
  holders: number | null
  graduated: boolean
}

export const WIDTH = 1200
export const HEIGHT = 630
/** Position of the creator's image over the flag. */
export const PICTURE = { left: 72, top: 96, size: 176, radius: 20 }

const INK = { ground: '#090d0f', card: '#0f1518', line: '#1e292e', text: '#ebf0f1', soft: '#b0bcc1', faint: '#8b9aa1' }
const BLUE = '#74b6f2'
const WATER = '#2b5a80'
const AMBER = '#f0b84e'
const MARK =
  '<path d="M4.5 2.6 22.2 7.4C21 12.3 17 15 11.9 13.6L6.2 12.1C3.6 11.4 2.2 9 2.9 6.5z"/><path d="M1.5 13.4 22.5 19V21.6H1.5z"/>'

/** The share image of a token. All text is drawn as outlines, so that no untrusted text enters the SVG. */
export function shareSvg(token: SharedToken, { letter, host }: { letter: TextToPaths; host: string }): string {
  const left = 280
  const name = letter(token.name, { x: left, y: 168, size: 68, fill: INK.text, isBold: true, widthMax: 848 })
  const symbol = letter(token.symbol, { x: left, y: 224, size: 36, fill: INK.faint, widthMax: 520 })
  const address = letter(shortAddress(token.address), {
    x: left + symbol.width + 24,
    y: 224,
    size: 28,
    fill: INK.faint,
    widthMax: 300,
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}" viewBox="0 0 ${WIDTH} ${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${INK.ground}"/>
${picture(token.address)}${name.markup}${symbol.markup}${address.markup}
${figures(token, letter)}${progress(token, letter)}${foot(letter, host)}
</svg>`
}

function picture(address: string): string {
  const { ground, figure, path } = flag(address)
  const { left, top, size, radius } = PICTURE
  return `<clipPath id="c"><rect x="${left}" y="${top}" width="${size}" height="${size}" rx="${radius}"/></clipPath><g clip-path="url(#c)"><g transform="translate(${left} ${top}) scale(${size / 12})"><path fill="${ground}" d="M0 0h12v12H0z"/><path fill="${figure}" d="${path}"/></g></g>`
}

function figures({ marketCapEth, progressBps, holders, graduated }: SharedToken, letter: TextToPaths): string {
  const all: [string, string][] = [
    ['Market cap', `${short(BigInt(marketCapEth))} ETH`],
    graduated ? ['Trades in', 'Uniswap v4'] : ['To graduation', percent(progressBps)],
    ['Holders', holders === null ? '–' : fixed(BigInt(holders), 0, 0)],
  ]
  return all
    .map(([term, value], index) => {
      const x = 72 + index * 372
      const label = letter(term, { x, y: 350, size: 26, fill: INK.faint, widthMax: 340 })
      const figure = letter(value, { x, y: 410, size: 50, fill: INK.text, isBold: true, widthMax: 350 })
      return label.markup + figure.markup
    })
    .join('')
}

function progress({ progressBps, graduated, realEthRaised, gradEthTarget }: SharedToken, letter: TextToPaths): string {
  const width = WIDTH - 144
  const done = graduated ? width : Math.round((width * progressBps) / 10_000)
  const words = graduated
    ? 'Graduated: its liquidity is locked permanently'
    : `${fixed(BigInt(realEthRaised), 3)} of ${fixed(BigInt(gradEthTarget), 3)} ETH raised`
  const ticks = [1, 2, 3].map((part) => {
    const x = 72 + (width * part) / 4
    return `<path stroke="${INK.ground}" stroke-width="2" d="M${x} 448v14"/>`
  })
  return `<rect x="72" y="448" width="${width}" height="14" rx="7" fill="${INK.line}"/><rect x="72" y="448" width="${done}" height="14" rx="7" fill="${graduated ? WATER : BLUE}"/>${graduated ? '' : ticks.join('')}${letter(words, { x: 72, y: 502, size: 26, fill: INK.soft, widthMax: width }).markup}`
}

function foot(letter: TextToPaths, host: string): string {
  const warning = letter('Unbacked community token. Not the pegged token.', {
    x: 72,
    y: 580,
    size: 26,
    fill: AMBER,
    widthMax: 700,
  })
  const brand = letter('Slipway', { x: 0, y: 0, size: 32, fill: INK.text, isBold: true, widthMax: 200 })
  const where = letter(host, { x: 0, y: 0, size: 26, fill: INK.faint, widthMax: 260 })
  const edge = WIDTH - 72
  const begin = edge - where.width - 20 - brand.width
  return `<path stroke="${INK.line}" d="M72 536H${edge}"/>${warning.markup}<g transform="translate(${begin - 44} 555) scale(1.35)" fill="${INK.text}">${MARK}</g><g transform="translate(${begin} 580)">${brand.markup}</g><g transform="translate(${edge - where.width} 580)">${where.markup}</g>`
}
