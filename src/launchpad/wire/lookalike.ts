import { foldedSkeleton } from '#core/confusables.ts'
import { createTextCache } from '#core/createTextCache.ts'
import { createLookalikes, type Lookalike } from '#core/lookalike.ts'
import { EVERYDAY_NAMES, HONEST_NAMES, KNOWN_ASSETS } from './knownAssets.ts'

type Find = (text: string) => string | undefined

const CLAIMS: Record<string, readonly string[]> = {
  'the pegged token': ['pegged', 'onetoone', 'fully backed', 'backed 1', 'usd backed', 'dollar backed', 'gold backed'],
  'something official': ['official', 'verified'],
}
const claims = Object.entries(CLAIMS).flatMap(([claim, words]) =>
  words.map((word) => [foldedSkeleton(word), claim] as const),
)
const labels = new Map(Object.entries(KNOWN_ASSETS).flatMap(([label, names]) => names.map((name) => [name, label])))

const RESULTS = 32_768
/** One lookup per list of names: comparing a name with all others is too slow to repeat for every row of a list. */
const finders = new WeakMap<readonly string[], Find>()
const NONE: readonly string[] = []

/**
 * The asset, listed name or claim that a name or symbol imitates, in any script, with an affix, or one letter apart;
 * undefined if none was found, which proves nothing.
 */
export function imitation(texts: readonly string[], listed: readonly string[] = NONE): string | undefined {
  let find = finders.get(listed)
  if (!find) {
    find = createFinder(listed)
    finders.set(listed, find)
  }
  for (const text of texts) {
    const original = find(text)
    if (original) return original
  }
  return undefined
}

function createFinder(listed: readonly string[]): Find {
  const lookalikeOf = createLookalikes([...listed, ...labels.keys()])
  const results = createTextCache<string | null>(RESULTS)
  const read: Find = (text) => {
    const found = lookalikeOf(text)
    return found && !isHonest(text, found) ? (labels.get(found.of) ?? found.of) : claimIn(text)
  }
  return (text) => {
    const known = results.get(text)
    if (known !== undefined) return known ?? undefined
    const result = read(text)
    results.set(text, result ?? null)
    return result
  }
}

function isHonest(text: string, { of, resemblance }: Lookalike): boolean {
  if (resemblance === 'same') return false
  return HONEST_NAMES.has(text.toLowerCase()) || (resemblance === 'near' && EVERYDAY_NAMES.has(of))
}

function claimIn(text: string): string | undefined {
  const spelled = text.normalize('NFKC').replaceAll(/\b1\s*(?:[:∶ː/-]|to)\s*1\b/giu, 'onetoone')
  const key = foldedSkeleton(spelled.replaceAll(/\bun(?:official|verified)/giu, ''))
  return claims.find(([words]) => key.includes(words))?.[1]
}
