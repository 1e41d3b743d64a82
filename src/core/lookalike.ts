import { countedSkeleton, foldedSkeleton, foldedWords } from '#core/confusables.ts'

/** `same`: reads the same. `decorated`: the same with an affix such as `v2` or `Bridged`. `near`: one letter apart. */
export type Resemblance = 'same' | 'decorated' | 'near'
export type Lookalike = { readonly of: string; readonly resemblance: Resemblance }

/** Words that claim to be the original or a version of it. */
const AFFIX_WORDS = keys(
  'bridged wrapped official real true verified genuine original canonical native the new token coin e v2 v3 v4 2 3 0',
)
const PREFIXES = keys('w x bridged wrapped official real true verified the')
const SUFFIXES = keys('e s x v2 v3 v4 2 3 token coin official')
/** An affix is not stripped from shorter names, and shorter names have no neighbours. */
const STRIPPED_LENGTH_MIN = 3
const NEAR_LENGTH_MIN = 4

/** Whether a reader takes one name for the other: same letters in any script, case or spacing. */
export function isLookalike(name: string, of: string): boolean {
  return foldedSkeleton(name) === foldedSkeleton(of)
}

/** How a symbol or token name resembles another; also with an affix, or one letter apart. Undefined when it does not. */
export function resemblance(name: string, of: string): Resemblance | undefined {
  return createLookalikes([of])(name)?.resemblance
}

/**
 * Finds the first of `names` that a symbol or token name resembles, the closest kind first. Build it once per list: a
 * lookup costs one pass over the names. Whether `name` is itself the original is for the caller to know, by address.
 */
export function createLookalikes(names: Iterable<string>): (name: string) => Lookalike | undefined {
  const byKey = new Map([...names].map((name) => [foldedSkeleton(name), name]).reverse() as [string, string][])
  byKey.delete('')
  const findNear = createNear([...byKey].filter(([, of]) => countedSkeleton(of).letters >= NEAR_LENGTH_MIN))
  return (name) => {
    const { key, letters } = countedSkeleton(name)
    const same = byKey.get(key)
    if (same !== undefined) return { of: same, resemblance: 'same' }
    for (const stripped of withoutAffixes(name, key)) {
      const of = byKey.get(stripped)
      if (of !== undefined) return { of, resemblance: 'decorated' }
    }
    const near = letters < NEAR_LENGTH_MIN ? undefined : findNear(key)
    return near === undefined ? undefined : { of: near, resemblance: 'near' }
  }
}

/** Finds the first name whose key is one letter apart. One change leaves the first or the last letter as it is. */
function createNear(names: readonly (readonly [key: string, of: string])[]): (key: string) => string | undefined {
  const placed = names.map(([key, of], place) => ({ key, of, place }))
  const byFirst = Map.groupBy(placed, ({ key }) => key[0])
  const byLast = Map.groupBy(placed, ({ key }) => key.at(-1))
  return (key) => {
    const isClose = ({ key: other }: { key: string }) => isNear(key, other)
    const [a, b] = [byFirst.get(key[0])?.find(isClose), byLast.get(key.at(-1))?.find(isClose)]
    return a && b ? (a.place < b.place ? a : b).of : (a ?? b)?.of
  }
}

/** Every name that remains when affixes are taken off, as separate words or as part of the word. */
function withoutAffixes(name: string, key: string): string[] {
  const words = foldedWords(name)
  while (words.length > 1 && AFFIX_WORDS.includes(words[0] ?? '')) words.shift()
  while (words.length > 1 && AFFIX_WORDS.includes(words.at(-1) ?? '')) words.pop()
  const rest = words.join('')
  const names = rest === key ? [key] : [rest, key]
  names.push(...names.flatMap(withoutPrefix))
  names.push(...names.flatMap(withoutSuffix))
  return names.filter((base) => base !== key && base.length >= STRIPPED_LENGTH_MIN)
}

function withoutPrefix(name: string): string[] {
  return PREFIXES.filter((prefix) => name.startsWith(prefix)).map((prefix) => name.slice(prefix.length))
}

function withoutSuffix(name: string): string[] {
  return SUFFIXES.filter((suffix) => name.endsWith(suffix)).map((suffix) => name.slice(0, -suffix.length))
}

/** Whether two keys differ by one letter: inserted, left out, replaced, or swapped with its neighbour. */
function isNear(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const restA = a.slice(start)
  const restB = b.slice(start)
  if (restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)) return true
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}

function keys(words: string): string[] {
  return words.split(' ').map(foldedSkeleton)
}
