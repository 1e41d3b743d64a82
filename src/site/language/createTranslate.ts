import { localise } from './localise.ts'

/**
 * Texts of the pages by their English form; `{}` is a value. In a translation `{2}` is the second value, `{2t}` the second
 * translated too, and `{2l}` a list of texts.
 */
export type Texts = Readonly<Record<string, string>>
export type Translate = (text: string) => string

type Pattern = { parts: readonly string[]; isShort: boolean; translation: string }

const CACHED_MAX = 5_000
/** A pattern with fewer letters than this also fits unrelated sentences, so its values must be short. */
const SHORT_LETTERS = 8
const SHORT_VALUE = /^\S+(?:\s\S+){0,2}\s?$/
/** A word in the text; addresses have none. */
const WORD = /[a-z]{3}/
const ADDRESS = /0x[0-9a-fA-F…]+/g
const BETWEEN = ' · '

/** Translates a whole text of a page. A text without a translation stays as it is, with its numbers where it has no words. */
export function createTranslate(texts: Texts, onMissing?: (text: string) => void): Translate {
  const entries = Object.entries(texts)
  const exact = new Map(entries.filter(([key]) => !key.includes('{}')))
  const patterns = toPatterns(entries.filter(([key]) => key.includes('{}')))
  const cache = new Map<string, string>()
  function translate(text: string): string {
    const known = cache.get(text)
    if (known !== undefined) return known
    if (cache.size >= CACHED_MAX) cache.clear()
    const result = exact.get(text) ?? translateTrimmed(text)
    cache.set(text, result)
    return result
  }
  function translateTrimmed(text: string): string {
    const core = text.trim()
    if (core === '') return text
    const [before = '', after = ''] = [text.slice(0, text.indexOf(core)), text.slice(text.trimEnd().length)]
    const found = exact.get(core) ?? fill(core)
    if (found !== undefined) return before + found + after
    if (core.includes(BETWEEN)) return before + core.split(BETWEEN).map(translate).join(BETWEEN) + after
    if (!WORD.test(core.replaceAll(ADDRESS, ''))) return localise(text)
    onMissing?.(core)
    return text
  }
  function fill(text: string): string | undefined {
    const candidates = [...(patterns.get(firstWord(text)) ?? []), ...(patterns.get('') ?? [])]
    for (const { parts, isShort, translation } of candidates) {
      const values = valuesIn(text, parts)
      if (values && !(isShort && values.some(isLong))) return put(values, translation)
    }
    return undefined
  }
  function put(values: readonly string[], translation: string): string {
    let next = 0
    return translation.replace(/\{(\d*)([tl]?)\}/g, (_, place: string, kind: string) => {
      const value = values[place === '' ? next++ : Number(place) - 1] ?? ''
      if (kind === 'l') return value.split(', ').map(translate).join(', ')
      return kind === 't' ? translate(value) : localise(value)
    })
  }
  return translate
}

function isLong(value: string): boolean {
  return !SHORT_VALUE.test(value)
}

/** By their first word, the most specific first; those that begin with a value are under the empty one. */
function toPatterns(entries: readonly [string, string][]): Map<string, Pattern[]> {
  const sorted = entries.toSorted(([a], [b]) => b.length - a.length)
  const groups = Map.groupBy(sorted, ([key]) => (firstWord(key).includes('{}') ? '' : firstWord(key)))
  return new Map([...groups].map(([word, own]) => [word, own.map(toPattern)]))
}

function toPattern([key, translation]: readonly [string, string]): Pattern {
  const letters = key.replaceAll(/[^A-Za-z]/g, '').length
  return {
    parts: key.split('{}'),
    isShort: letters < SHORT_LETTERS && !translation.includes('{l}'),
    translation,
  }
}

function firstWord(text: string): string {
  return text.split(/\s/, 1)[0] ?? ''
}

/**
 * The texts between the parts, each as short as possible; undefined if the parts do not make up the text. A regular
 * expression with several values would take minutes for a long text that almost fits.
 */
function valuesIn(text: string, parts: readonly string[]): string[] | undefined {
  const [first = '', last = ''] = [parts[0], parts.at(-1)]
  if (!text.startsWith(first) || !text.endsWith(last)) return undefined
  const values: string[] = []
  let at = first.length
  for (const part of parts.slice(1, -1)) {
    const next = text.indexOf(part, at + 1)
    if (next <= at) return undefined
    values.push(text.slice(at, next))
    at = next + part.length
  }
  const end = text.length - last.length
  return end > at ? [...values, text.slice(at, end)] : undefined
}
