import { COMMON } from './commonWords.ts'

/** Words the desk looks for; a word with one typo is read as one of them. */
const VOCABULARY = [
  'price prices worth pool pools tick ticks liquidity depth deep range between position positions fees claim collect',
  'decrease withdraw remove increase approval approvals prepare launch launched launches graduate graduation graduated',
  'holders holder creator created quote impact impermanent loss wallet address backed pegged rooms saying convert',
  'the what which where when who how much many need with for from into about full half quarter sell buy trades chain',
  'private seed phrase sign send help tier tiers difference spacing share balance volume token tokens symbol called named opening',
]
  .join(' ')
  .split(' ')

const known = new Set(VOCABULARY)
const SPELLED: Record<string, string> = {
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
  rn: 'now',
  eths: 'eth',
  ethers: 'ether',
}

/** The most likely intended word. */
export function correct(word: string): string {
  const fixed = SPELLED[word]
  if (fixed) return fixed
  if (known.has(word) || COMMON.has(word) || word.length < 4 || /[^a-z]/.test(word)) return word
  return VOCABULARY.find((candidate) => candidate.length >= 4 && isOneSlipAway(word, candidate)) ?? word
}

/** Whether two words differ by one letter added, dropped or changed, or two neighbours swapped; the first letter must match. */
function isOneSlipAway(a: string, b: string): boolean {
  if (a[0] !== b[0] || Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const restA = a.slice(start)
  const restB = b.slice(start)
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}
