/** The words that sentences to the desk are made of. */
export type Lexicon = {
  /** Lower case, the most frequent first. */
  words: ReadonlySet<string>
  /** Words that are written in capitals without being the symbol of a token. */
  acronyms: ReadonlySet<string>
  /** Words that ask for the same thing, each with the word that replaces it. */
  roots: ReadonlyMap<string, string>
}

const SHORTHAND: Record<string, string> = {
  wats: 'whats',
  wat: 'what',
  wut: 'what',
  wen: 'when',
  hw: 'how',
  fr: 'for',
  thx: 'thanks',
  muc: 'much',
  liq: 'liquidity',
  pos: 'position',
  teh: 'the',
  u: 'you',
  r: 'are',
  pls: 'please',
  plz: 'please',
  rn: 'now',
  eths: 'eth',
  ethers: 'ether',
}
const CORRECTED_MIN = 4

/** The most likely intended word; the word itself if nothing is close. */
export function correct(word: string, { words }: Lexicon): string {
  const fixed = SHORTHAND[word]
  if (fixed) return fixed
  if (words.has(word) || word.length < CORRECTED_MIN || /[^a-z]/.test(word)) return word
  for (const candidate of words)
    if (candidate.length >= CORRECTED_MIN && isOneSlipAway(word, candidate)) return candidate
  return word
}

/** Whether two words differ by one letter added, dropped or changed, or two neighbours swapped; the first letter must match. */
export function isOneSlipAway(a: string, b: string): boolean {
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const restA = a.slice(start)
  const restB = b.slice(start)
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}
