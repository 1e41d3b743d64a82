import { bySymbol, type Directory, type Protocol, type Token } from '#agents/desk/Directory.ts'
import { LEXICON } from './classify.ts'
import { correct } from './Lexicon.ts'
import { type Quantity, quantities } from './quantities.ts'

export type Range = { min: string; max: string } | { aroundPercent: string } | 'full'
export type Amount = { value: string; symbol: string }

/** A parsed sentence. */
export type Question = {
  /** The sentence itself. */
  typed: string
  /** As typed, without addresses and ids. */
  text: string
  /** Lower case, spelling corrected, without addresses and ids. */
  plain: string
  words: readonly string[]
  addresses: readonly string[]
  /** An address that the words before it call a wallet. */
  wallet: string | undefined
  ids: readonly string[]
  roomId: string | undefined
  tokens: readonly Token[]
  /** Words that may be the symbol of a launched token. */
  names: readonly string[]
  /** Those of them written the way symbols are: `HRBR`, `$hrbr`. */
  symbols: readonly string[]
  /** Words with another meaning that may be a name too: a slip of the pen, or a common word in capitals. */
  weakNames: readonly string[]
  amount: Amount | undefined
  numbers: readonly Quantity[]
  percent: number | undefined
  /** The tolerance of a trade or a deposit, in percent. */
  slippage: number | undefined
  /** In hundredths of a basis point. */
  fee: number | undefined
  protocol: Protocol | undefined
  positionId: string | undefined
  tick: number | undefined
  range: Range | undefined
}

const ADDRESS = /0x[0-9a-f]{40}(?![0-9a-f])/gi
const POOL_ID = /0x[0-9a-f]{64}(?![0-9a-f])/gi
const ROOM_ID = /room_[0-9a-z]{26}/
const WALLET = /\b(?:wallet|account|address|for|from|as|i am|i'm|im)(?: is| address|:)* *(0x[0-9a-f]{40})(?![0-9a-f])/i
const NUMBER = String.raw`\$?([\d.,]+k?)`

/** Everything a sentence names. */
export function parse(text: string, directory: Directory): Question {
  const bare = text.replace(POOL_ID, ' ').replace(ADDRESS, ' ').replace(ROOM_ID, ' ')
  const lower = bare.toLowerCase().replaceAll(/[’']/g, '')
  const meant = (word: string) => (bySymbol(directory, word) ? word : correct(word, LEXICON))
  const words = lower.match(/[a-z][a-z0-9$]*/g)?.map(meant) ?? []
  const plain = lower
    .replaceAll(/[a-z][a-z0-9$]*/g, meant)
    .replaceAll(/\s+/g, ' ')
    .trim()
  const numbers = quantities(bare)
  const fee = feeOf(plain)
  const slippage = slippageOf(plain)
  return {
    typed: text,
    text: bare,
    plain,
    words,
    addresses: [...text.matchAll(ADDRESS)].map(([address]) => address),
    wallet: WALLET.exec(text)?.[1],
    ids: [...text.matchAll(POOL_ID)].map(([id]) => id),
    roomId: ROOM_ID.exec(text)?.[0],
    tokens: tokensOf(plain, directory),
    names: namesOf(bare, directory),
    symbols: symbolsOf(bare, directory),
    weakNames: weakNamesOf(bare, directory),
    slippage,
    amount: amountOf(numbers),
    numbers,
    percent: percentOf(slippage === undefined ? plain : plain.replaceAll(SLIPPAGE, ' '), fee),
    fee,
    protocol: /\bv([234])\b/.exec(plain)?.[0].toUpperCase() as Protocol | undefined,
    positionId: /(?:position|nft|number|no|#)\s?#?(\d{1,30})\b/.exec(plain)?.[1],
    tick: tickOf(plain),
    range: rangeOf(plain),
  }
}

/** "burn" is a verb here, although a token may have that symbol. */
const BURNING = /\bburn(?= (?:half|all|my|it|the|this|that|everything|position|liquidity|lp|\d))/g

function tokensOf(plain: string, directory: Directory): Token[] {
  const words = plain.replaceAll(BURNING, ' ').match(/[a-z][a-z0-9$]*/g) ?? []
  return [...new Set(words.flatMap((word) => bySymbol(directory, word) ?? []))]
}

const UNITS =
  /^(k|m|tick|ticks|bps|bp|days?|hours?|minutes?|x|to|and|or|in|of|on|by|at|with|for|from|into|v[234]|pool|percent|fee|range|position|token|tokens)$/

function amountOf(numbers: readonly Quantity[]): Amount | undefined {
  const found = numbers.find(({ value, unit }) => unit && unit !== '%' && !UNITS.test(unit) && !value.startsWith('-'))
  const counted = found ?? numbers.find(({ unit }) => unit === 'tokens' || unit === 'token')
  return counted?.unit ? { value: counted.value, symbol: counted.unit } : undefined
}

/** `0.05% fee`, `fee of 0.3 %`, `5 bps pool`. */
function feeOf(plain: string): number | undefined {
  const bps = /([\d.]+) ?(?:bps|bp|basis points?)\b/.exec(plain)?.[1]
  if (bps) return Math.round(Number(bps) * 100)
  const percent =
    /([\d.,]+) ?% ?(?:-? ?)(?:fee|pool|tier|one\b|v[234])/.exec(plain)?.[1] ??
    /fee (?:of |tier )?([\d.,]+) ?%/.exec(plain)?.[1]
  return percent ? Math.round(Number(percent.replace(',', '.')) * 10_000) : undefined
}

const PERCENT = String.raw`([\d.,]+) ?(%|percent|bps)`
const SLIPPAGE = new RegExp(
  `(?:slippage|tolerance|max(?:imum)?)(?: slippage| tolerance)?(?: of| at| is|:)? ?${PERCENT}|${PERCENT} ?(?:max(?:imum)? )?(?:slippage|tolerance)`,
  'g',
)

/** `max 1 % slippage`, `slippage 0,5%`, `50 bps tolerance`. */
function slippageOf(plain: string): number | undefined {
  const [, first, unit, second, other] = [...plain.matchAll(SLIPPAGE)][0] ?? []
  const value = quantities(first ?? second ?? '')[0]?.value
  return value === undefined ? undefined : Number(value) / ((unit ?? other) === 'bps' ? 100 : 1)
}

function percentOf(plain: string, fee: number | undefined): number | undefined {
  if (/\b(half|50 ?%)/.test(plain)) return 50
  if (/\b(a |one )?quarter\b/.test(plain)) return 25
  if (/\b(all|everything|whole|entire)\b/.test(plain)) return 100
  const found = quantities(plain).filter(({ unit }) => unit === '%' || unit === 'percent')
  return found.map(({ value }) => Number(value)).find((percent) => percent * 10_000 !== fee)
}

function tickOf(plain: string): number | undefined {
  const digits = /\btick (?:number )?([-−]?[\d,]+)/.exec(plain)?.[1] ?? /([-−]?\d[\d,]*) ?ticks?\b/.exec(plain)?.[1]
  return digits ? Number(digits.replace('−', '-').replaceAll(',', '')) : undefined
}

function rangeOf(plain: string): Range | undefined {
  if (/\b(full|whole|entire|max(imum)?|infinite) range\b/.test(plain)) return 'full'
  const around = /(?:±|\+ ?\/? ?-|plus.{0,4}minus|within) ?([\d.,]+) ?(?:%|percent)/.exec(plain)?.[1]
  if (around) return { aroundPercent: around.replace(',', '.') }
  const between = new RegExp(String.raw`(?:between|from|range)? ?${NUMBER} ?(?:and|to|-|–|until|\.\.) ?${NUMBER}`).exec(
    plain,
  )
  const [min, max] = [between?.[1], between?.[2]].map((digits) => digits && quantities(digits)[0]?.value)
  return min && max && Number(min) !== Number(max) ? { min, max } : undefined
}

function namesOf(bare: string, directory: Directory): string[] {
  const rare = rareWords(bare, directory)
  return [...new Set([...rare.filter(isSymbol), ...rare].map((word) => word.replace('$', '')))]
}

function symbolsOf(bare: string, directory: Directory): string[] {
  const symbols = rareWords(bare, directory).filter(isSymbol)
  return [...new Set(symbols.map((word) => word.replace('$', '')))]
}

const isSymbol = (word: string) => word === word.toUpperCase() || word.startsWith('$')

function rareWords(bare: string, directory: Directory): string[] {
  const words = bare.match(/[$]?[A-Za-z][A-Za-z0-9_]{1,31}/g) ?? []
  const isCommon = (word: string) => LEXICON.words.has(correct(word.toLowerCase(), LEXICON))
  const isSlip = (word: string) => word !== word.toUpperCase() && isCommon(word)
  return words.filter((word) => !LEXICON.words.has(word.toLowerCase()) && !isSlip(word) && !bySymbol(directory, word))
}

function weakNamesOf(bare: string, directory: Directory): string[] {
  const words = bare.match(/[A-Za-z][A-Za-z0-9_]{2,31}/g) ?? []
  const isShouted = bare === bare.toUpperCase()
  const isWeak = (word: string) => {
    const lower = word.toLowerCase()
    if (LEXICON.words.has(lower)) return !isShouted && word === word.toUpperCase() && !LEXICON.acronyms.has(lower)
    return LEXICON.words.has(correct(lower, LEXICON))
  }
  return words.filter((word) => isWeak(word) && !bySymbol(directory, word))
}
