import { inflateSync } from 'node:zlib'
import type { Directory } from '#agents/desk/Directory.ts'
import { featuresOf, wordsOf } from './features.ts'
import type { Lexicon } from './Lexicon.ts'
import * as model from './model.generated.ts'

export type Guess = { intent: string; likelihood: number }
type Weights = { names: readonly string[]; lexicon: Lexicon; scales: readonly number[]; weights: Int8Array }

export const LEXICON: Lexicon = {
  words: new Set(model.words.split(' ')),
  acronyms: new Set(model.acronyms.split(' ')),
  roots: new Map(
    model.roots.split('\n').flatMap((line) =>
      line
        .split(' ')
        .slice(1)
        .map((word) => [word, line.split(' ')[0] ?? '']),
    ),
  ),
}
const inflated = inflateSync(Buffer.from(model.weights.replaceAll('\n', ''), 'base64'))
const TRAINED: Weights = {
  names: model.intents.map(({ name }) => name),
  lexicon: LEXICON,
  scales: model.scales,
  weights: new Int8Array(inflated.buffer, inflated.byteOffset, inflated.length),
}

/** The intents of a sentence, the most likely first. */
export function classify(
  text: string,
  directory: Directory,
  { names, lexicon, scales, weights }: Weights = TRAINED,
): Guess[] {
  const features = featuresOf(wordsOf(text, directory, lexicon), lexicon)
  const scores = names.map((_, at) => {
    const sum = features.reduce((total, feature) => total + (weights[feature * names.length + at] ?? 0), 0)
    return (sum * (scales[at] ?? 0)) / Math.sqrt(features.length)
  })
  const most = Math.max(...scores)
  const powers = scores.map((score) => Math.exp(score - most))
  const total = powers.reduce((sum, power) => sum + power, 0)
  const guesses = names.map((intent, at) => ({ intent, likelihood: (powers[at] ?? 0) / total }))
  return guesses.sort((a, b) => b.likelihood - a.likelihood)
}

/** The example of an intent, as a person may type it. */
export function exampleOf(intent: string): string {
  return model.intents.find(({ name }) => name === intent)?.example ?? ''
}
