import * as UntrustedText from '#core/UntrustedText.ts'

/** What strangers like to be taken for, by how it reads. */
const KNOWN: Record<string, readonly string[]> = {
  ETH: ['eth', 'ether', 'ethereum'],
  WETH: ['weth', 'wrapped eth', 'wrapped ether', 'wrapped ethereum'],
  USDC: ['usdc', 'usd coin', 'circle usd'],
  USDT: ['usdt', 'tether', 'tether usd'],
}
const CLAIMS: Record<string, readonly string[]> = {
  'the pegged token': ['pegged', '1:1', 'fully backed', 'backed 1'],
  'something official': ['official'],
}
/** Digits and letters that are read for one another, after case, accents and script are gone. */
const ALIKE: Record<string, string> = { 0: 'o', 1: 'l', i: 'l', '|': 'l', 3: 'e', 5: 's', $: 's', 7: 't', 8: 'b' }

const symbols = new Map(
  Object.entries(KNOWN).flatMap(([known, words]) => words.map((word) => [skeleton(word), known] as const)),
)
const claims = Object.entries(CLAIMS).flatMap(([claim, words]) => words.map((word) => [skeleton(word), claim] as const))

/**
 * What a name or symbol may be taken for: a well-known currency, one of the names given, the pegged token, or something
 * official; in any script that reads alike. Nothing where none of these was noticed, which proves nothing.
 */
export function imitation(texts: readonly string[], others: readonly string[] = []): string | undefined {
  const listed = new Map(others.map((name) => [skeleton(name), name]))
  for (const text of texts) {
    const key = skeleton(text)
    const found = symbols.get(key) ?? listed.get(key) ?? claims.find(([words]) => key.includes(words))?.[1]
    if (found) return found
  }
  return undefined
}

function skeleton(text: string): string {
  const marked = text
    .normalize('NFKC')
    .replaceAll(/1\s*[:∶ː]\s*1/gu, 'onetoone')
    .replace(/^\s*\$/u, '')
    .replaceAll('$', 's')
    .replaceAll('₮', 't')
  return [...UntrustedText.fold(marked)].map((letter) => ALIKE[letter] ?? letter).join('')
}
