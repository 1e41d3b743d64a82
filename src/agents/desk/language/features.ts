import { bySymbol, type Directory } from '#agents/desk/Directory.ts'
import { correct, type Lexicon } from './Lexicon.ts'
import { spelledOut } from './quantities.ts'

export const BUCKETS = 8192
const GRAM = 4

/** Values of a sentence are replaced by their kind, so that "0.3 ETH of HRBR" and "2 ETH of QUIL" read the same. */
const KINDS: readonly [RegExp, string][] = [
  [/room_[0-9a-z]{26}/gi, ' _room '],
  [/0x[0-9a-f]{64}\b/gi, ' _pool '],
  [/0x[0-9a-f]{40}\b/gi, ' _address '],
  [/[\d.,]+ ?(?:%|percent\b|pct\b|bps\b|bp\b)/gi, ' _percent '],
  [/\bv[234]\b/gi, ' _version '],
]
const VALUE = /\$?\d[\d.,]*(k|m)?\b/gi
const WORD = /_[a-z]+|[$]?\p{L}[\p{L}\p{N}$]*|\?/gu

/** The words of a sentence, with values as kinds and spelling corrected. */
export function wordsOf(text: string, directory: Directory, lexicon: Lexicon): string[] {
  const marked = KINDS.reduce((rest, [pattern, kind]) => rest.replace(pattern, kind), spelledOut(text))
  const plain = marked.replaceAll(VALUE, ' _number ').replaceAll(/[’']/g, '')
  const isShouted = plain === plain.toUpperCase()
  const kinds = (plain.match(WORD) ?? []).map((word) => kindOf(word, { directory, lexicon, isShouted }))
  return kinds.flatMap((kind, index) => {
    if (kind === '_number' && /^_(eth|token)$/.test(kinds[index + 1] ?? '')) return []
    return /^_(eth|token)$/.test(kind) && kinds[index - 1] === '_number' ? [kind, '_amount'] : [kind]
  })
}

type Around = { directory: Directory; lexicon: Lexicon; isShouted: boolean }

function kindOf(word: string, around: Around): string {
  if (word.startsWith('_') || word === '?') return word
  return tokenKind(word, around) ?? wordKind(word, around)
}

/** "burn" is a verb, although a token has that symbol. */
function tokenKind(word: string, { directory, isShouted }: Around): string | undefined {
  const token = bySymbol(directory, word)
  const isVerb = word.toLowerCase() === 'burn' && (word !== 'BURN' || isShouted)
  if (token && !isVerb) return /^w?eth$/i.test(token.symbol) ? '_eth' : '_token'
  return word.startsWith('$') ? '_launch' : undefined
}

function wordKind(word: string, { lexicon, isShouted }: Around): string {
  const lower = word.toLowerCase()
  if (lexicon.words.has(lower)) return lower
  if (word.length > 1 && word === word.toUpperCase() && !isShouted) return '_launch'
  const meant = correct(lower, lexicon)
  return lexicon.words.has(meant) ? meant : `?${lower}`
}

/** The places of a sentence's features in the weights: words, their roots, pairs of roots, and pieces of words. */
export function featuresOf(words: readonly string[], { roots }: Lexicon): number[] {
  const known = words.map((word) => (word.startsWith('?') && word !== '?' ? '_unknown' : word))
  const bounded = ['^', ...known.map((word) => roots.get(word) ?? word), '$']
  const found = new Set(known.map((word) => bucket(`w ${word}`)))
  for (const [index, root] of bounded.entries()) {
    found.add(bucket(`w ${root}`))
    if (index > 0) found.add(bucket(`p ${bounded[index - 1]} ${root}`))
    if (index > 1) found.add(bucket(`s ${bounded[index - 2]} ${root}`))
  }
  for (const word of words) for (const piece of piecesOf(word)) found.add(bucket(`c ${piece}`))
  return [...found]
}

function piecesOf(word: string): string[] {
  if (word.startsWith('_') || word.length < GRAM) return []
  const bounded = `<${word.replace('?', '')}>`
  return Array.from({ length: bounded.length - GRAM + 1 }, (_, at) => bounded.slice(at, at + GRAM))
}

/** FNV-1a. */
function bucket(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0) % BUCKETS
}
