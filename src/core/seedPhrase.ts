import { hash } from 'node:crypto'
import { english } from 'viem/accounts'

const WORDS = new Map(english.map((word, index) => [word, index]))
const LENGTHS = [12, 15, 18, 21, 24]
const [LENGTH_MIN, LENGTH_MAX] = [12, 24]
const PERIOD_MAX = 12
/** More candidates than any prose has: a text beyond it is a list of seed words. */
const CANDIDATES_MAX = 128

/** Whether a text holds a seed phrase (BIP-39) whose checksum is right. Linear in its length, with bounded hashing. */
export function hasSeedPhrase(text: string): boolean {
  const words = text.toLowerCase().match(/[a-z]+/g) ?? []
  const indexes = words.map((word) => WORDS.get(word))
  const budget = { candidates: CANDIDATES_MAX }
  for (let start = 0, end = 0; end <= indexes.length; end++) {
    if (indexes[end] !== undefined) continue
    if (end - start >= LENGTH_MIN && holdsPhrase(indexes.slice(start, end) as number[], budget)) return true
    start = end + 1
  }
  return false
}

/** Whether consecutive seed words hold a phrase. */
function holdsPhrase(words: readonly number[], budget: { candidates: number }): boolean {
  let skipped = 0
  for (let last = 0; last < words.length; last++) {
    if (skipped > 0 && words[last] === words[last - skipped]) continue
    const { count, period } = repetition(words, last)
    skipped = count === LENGTH_MAX ? period : 0
    // Words that repeat those of one period before were checked then.
    const lengths = LENGTHS.filter((length) => length > count && length <= last + 1)
    if (lengths.some((length) => budget.candidates-- === 0 || isPhrase(words.slice(last + 1 - length, last + 1))))
      return true
  }
  return false
}

/** The period after which most of the last words repeat, and how many of them do. */
function repetition(words: readonly number[], last: number): { count: number; period: number } {
  let [count, period] = [0, 0]
  for (let step = 1; step <= PERIOD_MAX && count < LENGTH_MAX; step++) {
    const repeated = countRepeated(words, last, step)
    if (repeated > count) [count, period] = [repeated, step]
  }
  return { count, period }
}

function countRepeated(words: readonly number[], last: number, step: number): number {
  let count = 0
  while (count < LENGTH_MAX && last - count >= step && words[last - count] === words[last - count - step]) count++
  return count
}

/** The last bits of a phrase are the first bits of the hash of the others. */
function isPhrase(indexes: readonly number[]): boolean {
  const checksumBits = indexes.length / 3
  const bytes = new Uint8Array(Math.ceil((indexes.length * 11) / 8))
  indexes.forEach((index, position) => {
    for (let bit = 0; bit < 11; bit++) {
      const at = position * 11 + bit
      if (index & (1 << (10 - bit))) bytes[at >> 3] = (bytes[at >> 3] ?? 0) | (128 >> (at & 7))
    }
  })
  const entropyBytes = (indexes.length * 11 - checksumBits) / 8
  const checksum = Number.parseInt(hash('sha256', bytes.subarray(0, entropyBytes), 'hex').slice(0, 2), 16)
  return (bytes[entropyBytes] ?? 0) >> (8 - checksumBits) === checksum >> (8 - checksumBits)
}
