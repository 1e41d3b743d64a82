import { BUCKETS, featuresOf, wordsOf } from '../../src/agents/desk/language/features.ts'
import { isOneSlipAway, type Lexicon } from '../../src/agents/desk/language/Lexicon.ts'
import { DIRECTORY, expand, hash, type Intent, type Line, type Phrasings } from './phrasings.ts'

const EPOCHS = 6
const RATE = 0.3
const FREQUENT = 5
const FILLED_TIMES = 4
const BY_HAND = 2

/** Filler words around a question. */
const OPENINGS = [
  'hi',
  'hey',
  'please',
  'hola',
  'bonjour',
  'hallo',
  'ok',
  'so',
  'can you tell me',
  'umm',
  'sorry',
  'gm',
  'bro',
]
const ENDINGS = [
  'please',
  'pls',
  'thanks',
  '?',
  '??',
  'right now',
  'bro',
  'thx',
  '!',
  'por favor',
  'bitte',
  'lol',
  'asap',
  'now',
]

export type Model = { intents: Intent[]; lexicon: Lexicon; scales: number[]; weights: Int8Array; digest: string }
type Example = { features: number[]; intent: number; weight: number }

/** Trains a linear classifier (softmax regression) on the phrasings that are not held out; the same data give the same weights. */
export function trainModel({ intents, lines, roots, digest }: Phrasings): Model {
  const learned = lines.filter(({ isHeldOut }) => !isHeldOut)
  const lexicon = lexiconOf(learned, roots)
  const numbers = new Map(intents.map(({ name }, index) => [name, index]))
  const examples = learned.flatMap((line) =>
    examplesOf(line, lexicon).map((one) => ({ ...one, intent: numbers.get(line.intent) ?? 0 })),
  )
  const weights = descend(shuffled(examples), intents.length)
  return { intents, lexicon, digest, ...quantised(weights, intents.length) }
}

/** A phrasing with several values in its places, alone and with words around it that say nothing. */
function examplesOf(line: Line, lexicon: Lexicon): Omit<Example, 'intent'>[] {
  const texts = expand(line, line.isByHand ? FILLED_TIMES : 1).flatMap(({ text }) => [text, surrounded(text)])
  const weight = ((line.isByHand ? BY_HAND : 1) * 3) / texts.length
  return texts.map((text) => ({ features: featuresOf(wordsOf(text, DIRECTORY, lexicon), lexicon), weight }))
}

function surrounded(text: string): string {
  const seed = Number.parseInt(hash(text).slice(0, 8), 16)
  const isOpened = seed % 2 === 0 && text.length > 3
  return isOpened
    ? `${OPENINGS[(seed >>> 3) % OPENINGS.length]} ${text}`
    : `${text} ${ENDINGS[(seed >>> 3) % ENDINGS.length]}`
}

/** The words of what the desk can do, without rare words that look like a slip of a frequent one. */
function lexiconOf(lines: readonly Line[], roots: Lexicon['roots']): Lexicon {
  const counts = new Map<string, number>()
  const acronyms = new Set<string>()
  for (const { text } of lines.filter(({ intent }) => intent !== 'other'))
    for (const word of text
      .replaceAll(/\{\w+\}/g, ' ')
      .replaceAll(/[’']/g, '')
      .match(/\p{L}[\p{L}\p{N}]*/gu) ?? []) {
      const lower = word.toLowerCase()
      counts.set(lower, (counts.get(lower) ?? 0) + 1)
      if (word.length > 1 && word === word.toUpperCase()) acronyms.add(lower)
    }
  const ordered = [...counts].toSorted(([a, often], [b, other]) => other - often || (a < b ? -1 : 1))
  const frequent = ordered.filter(([word, often]) => often >= FREQUENT && word.length > 3).map(([word]) => word)
  const isSlip = ([word, often]: [string, number]) =>
    often === 1 && word.length > 3 && !word.endsWith('s') && frequent.some((one) => isOneSlipAway(word, one))
  return { words: new Set(ordered.filter((entry) => !isSlip(entry)).map(([word]) => word)), acronyms, roots }
}

/** One order for all runs. */
function shuffled(examples: readonly Example[]): Example[] {
  const keyed = examples.map((example, index) => ({ example, key: hash(String(index)) }))
  return keyed.toSorted((a, b) => (a.key < b.key ? -1 : 1)).map(({ example }) => example)
}

/** Gradient descent with AdaGrad; rare features weigh more. */
function descend(examples: readonly Example[], classes: number): Float64Array {
  const rarity = rarityOf(examples)
  const weights = new Float64Array(BUCKETS * classes)
  const squares = new Float64Array(BUCKETS * classes).fill(1e-3)
  const slopes = new Float64Array(classes)
  for (let epoch = 0; epoch < EPOCHS; epoch++)
    for (const example of examples) {
      slopesOf(weights, rarity, { example, slopes })
      step({ weights, squares, slopes, rarity, example })
    }
  return weights.map((weight, index) => weight * (rarity[Math.floor(index / classes)] ?? 0))
}

function rarityOf(examples: readonly Example[]): Float64Array {
  const counts = new Float64Array(BUCKETS)
  for (const { features } of examples) for (const feature of features) counts[feature] = (counts[feature] ?? 0) + 1
  return counts.map((count) => (count === 0 ? 0 : logarithm(examples.length / count) / 4))
}

type Slopes = { example: Example; slopes: Float64Array }

/** The likelihood of each intent, minus one for the right one. */
function slopesOf(
  weights: Float64Array,
  rarity: Float64Array,
  { example: { features, intent }, slopes }: Slopes,
): void {
  const classes = slopes.length
  const size = 1 / Math.sqrt(features.length)
  slopes.fill(0)
  for (const feature of features) {
    const value = (rarity[feature] as number) * size
    for (let at = 0; at < classes; at++)
      slopes[at] = (slopes[at] as number) + (weights[feature * classes + at] as number) * value
  }
  const most = slopes.reduce((a, b) => (a > b ? a : b))
  let sum = 0
  for (let at = 0; at < classes; at++) {
    slopes[at] = exponential((slopes[at] as number) - most)
    sum += slopes[at] as number
  }
  for (let at = 0; at < classes; at++) slopes[at] = (slopes[at] as number) / sum
  slopes[intent] = (slopes[intent] as number) - 1
}

type Step = {
  weights: Float64Array
  squares: Float64Array
  slopes: Float64Array
  rarity: Float64Array
  example: Example
}

function step({ weights, squares, slopes, rarity, example: { features, weight } }: Step): void {
  const classes = slopes.length
  const size = weight / Math.sqrt(features.length)
  for (let at = 0; at < classes; at++) {
    const slope = (slopes[at] as number) * size
    if (Math.abs(slope) < 1e-4) continue
    for (const feature of features) {
      const index = feature * classes + at
      const gradient = slope * (rarity[feature] as number)
      squares[index] = (squares[index] as number) + gradient * gradient
      weights[index] = (weights[index] as number) - (RATE * gradient) / Math.sqrt(squares[index] as number)
    }
  }
}

// `Math.exp` and `Math.log` may differ between engines in the last digit; multiplication does not.
function exponential(value: number): number {
  let result = 1 + Math.max(value, -30) / 1024
  for (let times = 0; times < 10; times++) result *= result
  return result
}

function logarithm(value: number): number {
  let [low, high] = [0, 30]
  for (let times = 0; times < 40; times++) {
    const middle = (low + high) / 2
    if (1 / exponential(-middle) < value) low = middle
    else high = middle
  }
  return low
}

/** Whole numbers of a byte each, with a scale per intent. */
function quantised(weights: Float64Array, classes: number): { scales: number[]; weights: Int8Array } {
  const most = new Float64Array(classes)
  for (const [index, weight] of weights.entries())
    most[index % classes] = Math.max(most[index % classes] as number, Math.abs(weight))
  const scales = [...most].map((largest) => Number((largest / 127).toPrecision(6)))
  const bytes = Int8Array.from(weights, (weight, index) => Math.round(weight / (scales[index % classes] || 1)))
  return { scales, weights: bytes }
}
