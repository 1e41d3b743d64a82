import type { Section } from './Section.ts'

const SATURATION = 1.4
const LENGTH_WEIGHT = 0.6
const TITLE_WEIGHT = 3
const STOP = new Set(
  'a an and are as at be by can do does for from how i in is it me my of on or please show tell the this to use what when where which who why with you your'.split(
    ' ',
  ),
)

type Indexed = { section: Section; counts: Map<string, number>; length: number }
export type Match = { section: Section; score: number }

/** Ranks sections for a question by BM25 over stems; words of the title count three times. */
export function search(sections: readonly Section[], question: string): Match[] {
  const wanted = [...new Set(terms(question))]
  if (wanted.length === 0) return []
  const indexed = sections.map(index)
  const average = indexed.reduce((sum, { length }) => sum + length, 0) / Math.max(1, indexed.length)
  const weights = new Map(wanted.map((term) => [term, rarity(indexed, term)]))
  return indexed
    .map((one) => ({ section: one.section, score: scoreOf(one, weights, average) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
}

function index(section: Section): Indexed {
  const counts = new Map<string, number>()
  const add = (term: string, weight: number) => counts.set(term, (counts.get(term) ?? 0) + weight)
  for (const term of terms(section.title)) add(term, TITLE_WEIGHT)
  const words = terms(section.text)
  for (const term of words) add(term, 1)
  return { section, counts, length: words.length + 1 }
}

function rarity(indexed: readonly Indexed[], term: string): number {
  const holding = indexed.filter(({ counts }) => counts.has(term)).length
  return Math.log(1 + (indexed.length - holding + 0.5) / (holding + 0.5))
}

function scoreOf({ counts, length }: Indexed, weights: ReadonlyMap<string, number>, average: number): number {
  let score = 0
  for (const [term, weight] of weights) {
    const count = counts.get(term) ?? 0
    const damping = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * length) / average)
    score += (weight * count * (SATURATION + 1)) / (count + damping)
  }
  return score
}

/** Words without stop words and common endings, so that "rotating keys" finds "rotate a key". */
function terms(text: string): string[] {
  const words = text.toLowerCase().match(/[a-z0-9_]+/g) ?? []
  return words.filter((word) => !STOP.has(word)).map(stem)
}

function stem(word: string): string {
  if (word.length < 5) return word.replace(/s$/, '')
  return word.replace(/(ations?|ing|ions?|ed|es|s|e)$/, '')
}
