import * as UntrustedText from '#core/UntrustedText.ts'

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
/** Digits and letters that are mistaken for one another, after case, accents and script are removed. */
const ALIKE: Record<string, string> = { 0: 'o', 1: 'l', i: 'l', '|': 'l', 3: 'e', 5: 's', $: 's', 7: 't', 8: 'b' }

const symbols = new Map(
  Object.entries(KNOWN).flatMap(([known, words]) => words.map((word) => [skeleton(word), known] as const)),
)
const claims = Object.entries(CLAIMS).flatMap(([claim, words]) => words.map((word) => [skeleton(word), claim] as const))

/**
 * The currency, listed name or claim that a name or symbol imitates, in any script; undefined if none was found, which
 * is not a proof.
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
