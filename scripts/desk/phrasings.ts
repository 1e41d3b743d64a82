import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { type Directory, ETH } from '../../src/agents/desk/Directory.ts'

const FOLDER = new URL('../../src/agents/desk/phrasings/', import.meta.url)
const HELD_OUT_EVERY = 5

/** One line of the files: an intent and one phrasing of it. */
export type Line = { intent: string; text: string; isByHand: boolean; isHeldOut: boolean }
/** A line with values in its places. */
export type Phrasing = { intent: string; text: string; values: Record<string, string> }
export type Intent = { name: string; title: string; example: string }
export type Phrasings = { intents: Intent[]; lines: Line[]; roots: ReadonlyMap<string, string>; digest: string }

/** Tokens and pools as on the development chain. */
export const DIRECTORY: Directory = {
  baseUrl: 'http://localhost',
  chainId: 4663,
  isDevnet: true,
  tokens: [
    ETH,
    ...[
      ['MOON', 18],
      ['DUSD', 6],
      ['BURN', 18],
      ['USDX', 6],
      ['KYC', 18],
      ['WETH', 18],
    ].map(([symbol, decimals]) => ({
      symbol: String(symbol),
      address: `0x${hash(String(symbol)).slice(0, 40)}`,
      decimals: Number(decimals),
    })),
  ],
  pools: [],
}

const ADDRESSES = ['harbour', 'quill', 'sails', 'anchor', 'rope'].map((seed) => `0x${hash(seed).slice(0, 40)}`)

/** Values for the places of a phrasing. */
const VALUES: Record<string, readonly string[]> = {
  launch: [
    'HRBR',
    'QUIL',
    '$pepe',
    ADDRESSES[0] ?? '',
    'SAILS',
    'wojak',
    'GULL',
    'hrbr',
    ADDRESSES[1] ?? '',
    'KRKN',
    'doge2',
  ],
  wallet: ADDRESSES.slice(2),
  token: ['DUSD', 'MOON', 'usdx', 'dusd', 'KYC', 'moon'],
  amount: ['0.5 ETH', '0,3 eth', '300 DUSD', 'half an ether', '1.5k dusd', '0.05 ETH', '2 eth', '50 MOON', '.1 ether'],
  number: ['4', '1000', '3000', '12', '2500', '1m', '7', '1,000,000', '-198080'],
  percent: ['1%', '0.3%', '70 %', '5 percent', '10%', '50%', '0,5 %', '80 percent'],
  version: ['v4', 'v3', 'v2', 'V4'],
  range: ['2500 and 3500', '2800 to 3200', '1000 - 1500', '2,500 and 4,000'],
  pool: [`0x${hash('pool')}`, `0x${hash('pool').slice(0, 40)}`],
  room: ['room_01hzy3k4m5n6p7q8r9s0t1v2w3'],
  name: ['Blue Whale', 'Harbour', 'Test Token', 'Zorp', 'Sea Dog'],
}

/** Phrasings of a thing (~) and of an action (!), and words around a question (?). */
const FRAMES: Record<string, readonly string[]> = {
  '~': [
    'what is X',
    'whats X',
    'X',
    'show me X',
    'tell me X',
    'give me X',
    'can you show me X',
    'i want to see X',
    'i need X',
    'could you give me X',
  ],
  '!': [
    'X',
    'i want to X',
    'can you X',
    'please X',
    'i would like to X',
    'help me X',
    'let me X',
    'X for me',
    'i wanna X',
    'could you X',
  ],
  '?': ['X', 'X', 'X', 'hey X', 'tell me X', 'do you know X', 'please X', 'quick question X'],
}
const TEMPLATES_MAX = 90

/** Every phrasing: those written by hand, and those that templates give. A fifth, chosen by its digest, is kept out of training. */
export function readPhrasings(): Phrasings {
  const contents = textsOf('.txt')
  const [synonyms = ''] = textsOf('.list')
  const sections = contents.flatMap((content) => content.split(/^# /m).slice(1)).map(sectionOf)
  const found = new Map<string, Line>()
  for (const line of sections.flatMap(({ lines }) => lines)) if (!found.has(line.text)) found.set(line.text, line)
  const intents = sections.flatMap(({ name, title, lines }) =>
    title ? [{ name, title, example: exampleOf(lines.find(({ isByHand }) => isByHand)?.text ?? '') }] : [],
  )
  return {
    intents,
    lines: [...found.values()],
    roots: rootsOf(synonyms),
    digest: hash([...contents, synonyms].join('\n')),
  }
}

/** The part of a file about one intent: its name and title, then its phrasings. */
function sectionOf(text: string): { name: string; title: string | undefined; lines: Line[] } {
  const [head = '', ...rest] = text.split('\n').filter((line) => line !== '')
  const [name = '', title] = head.split(': ')
  const lines = rest.flatMap(linesOf).map((line) => ({ intent: name, ...line, isHeldOut: isHeldOut(line.text) }))
  return { name, title, lines }
}

function textsOf(ending: string): string[] {
  const files = readdirSync(FOLDER).filter((file) => file.endsWith(ending))
  return files.toSorted().map((file) => readFileSync(new URL(file, FOLDER), 'utf8'))
}

/** The first word of a line replaces the others. */
function rootsOf(synonyms: string): Map<string, string> {
  const lines = synonyms
    .trim()
    .split('\n')
    .map((line) => line.split(' '))
  return new Map(lines.flatMap(([first = '', ...others]) => others.map((word) => [word, first] as const)))
}

/** A line of a file as phrasings. */
function linesOf(text: string): Pick<Line, 'text' | 'isByHand'>[] {
  const frames = FRAMES[text[0] ?? '']
  if (!frames || text.length < 2)
    return alternativesOf(text).map((one) => ({ text: one, isByHand: !text.includes('[') }))
  const meant = splitOutside(text.slice(2)).flatMap(alternativesOf)
  const all = [...new Set(meant.flatMap((one) => frames.map((frame) => frame.replace('X', () => one))))]
  const chosen = all.map((one) => ({ one, key: hash(one) })).toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return chosen.slice(0, TEMPLATES_MAX).map(({ one }) => ({ text: one, isByHand: false }))
}

/** The parts between bars that are not in brackets. */
function splitOutside(text: string): string[] {
  return text
    .replaceAll(/\[[^\]]*\]/g, (inside) => inside.replaceAll('|', '\u0000'))
    .split('|')
    .map((part) => part.replaceAll('\u0000', '|').trim())
}

/** A phrasing with values in its places, a few times. */
export function expand({ intent, text }: Pick<Line, 'intent' | 'text'>, times: number): Phrasing[] {
  const seed = Number.parseInt(hash(text).slice(0, 6), 16)
  return Array.from({ length: text.includes('{') ? times : 1 }, (_, index) => ({ intent, ...fill(text, seed + index) }))
}

function alternativesOf(text: string): string[] {
  const found = /\[([^\]]*)\]/.exec(text)
  if (!found) return [text.replaceAll(/\s+/g, ' ').trim()]
  const [whole, choices = ''] = found
  return choices.split('|').flatMap((choice) => alternativesOf(text.replace(whole, () => choice)))
}

function fill(text: string, seed: number): Pick<Phrasing, 'text' | 'values'> {
  const values: Record<string, string> = {}
  let place = seed
  const filled = text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const options = VALUES[name] ?? []
    const value = options[place++ % options.length] ?? ''
    values[name] ??= value
    return value
  })
  return { text: filled, values }
}

const exampleOf = (text: string) => {
  const first = alternativesOf(text)[0] ?? text
  return first.replaceAll(/\{(\w+)\}/g, (_, name: string) => VALUES[name]?.[0] ?? '')
}
const isHeldOut = (text: string) => Number.parseInt(hash(text).slice(0, 8), 16) % HELD_OUT_EVERY === 0

export function hash(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
