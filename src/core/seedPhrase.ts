import { hash } from 'node:crypto'
import { english } from 'viem/accounts'

const WORDS = new Map(english.map((word, index) => [word, index]))
const LENGTHS = [12, 15, 18, 21, 24]
const LENGTH_MAX = 24
const PERIOD_MAX = 12
/** More candidates than any prose has: a text beyond it is a list of seed words. */
const CANDIDATES_MAX = 128

/** Whether a text holds a seed phrase (BIP-39) whose checksum is right. Linear in its length, with bounded hashing. */
export function hasSeedPhrase(text: string): boolean {
  const run = createRun()
  let candidates = 0
  for (const [word] of text.toLowerCase().matchAll(/[a-z]+/g)) {
    const index = WORDS.get(word)
    if (index === undefined) {
      run.clear()
      continue
    }
    run.push(index)
    for (const length of LENGTHS) {
      if (!run.hasNew(length)) continue
      if (++candidates > CANDIDATES_MAX || isPhrase(run.last(length))) return true
    }
  }
  return false
}

/** Consecutive seed words. */
function createRun() {
  let words: number[] = []
  /** For each period, how many of the last words equal the word one period before. */
  let repeated = new Array<number>(PERIOD_MAX + 1).fill(0)
  return {
    clear() {
      if (words.length === 0) return
      words = []
      repeated = repeated.map(() => 0)
    },
    push(index: number) {
      for (let period = 1; period <= PERIOD_MAX; period++)
        repeated[period] = words.at(-period) === index ? (repeated[period] ?? 0) + 1 : 0
      words.push(index)
      if (words.length > 4 * LENGTH_MAX) words = words.slice(-LENGTH_MAX)
    },
    /** Whether the last words are long enough and not those of one period before, which were checked then. */
    hasNew: (length: number) => words.length >= length && repeated.every((count) => count < length),
    last: (length: number) => words.slice(-length),
  }
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
