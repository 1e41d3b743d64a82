import type { PageRequest } from '#core/Page.ts'

/** The languages of the pages, each by its own name. */
export const LANGUAGES = { en: 'English', de: 'Deutsch' } as const
export type Language = keyof typeof LANGUAGES

/** The parameter of the switch, and the cookie that remembers it. */
export const PARAMETER = 'language'

/** The chosen language, else the one the browser prefers. */
export function chooseLanguage({ query, header }: Pick<PageRequest, 'query' | 'header'>): Language {
  const kept = /(?:^|;\s*)language=(\w+)/.exec(header('cookie') ?? '')?.[1]
  return [query.get(PARAMETER), kept, ...preferred(header('accept-language') ?? '')].find(isLanguage) ?? 'en'
}

export function isLanguage(name: string | null | undefined): name is Language {
  return typeof name === 'string' && Object.hasOwn(LANGUAGES, name)
}

/** The languages of an `Accept-Language`, best first, without their regions. */
function preferred(ranges: string): string[] {
  const all = ranges
    .slice(0, 500)
    .split(',')
    .map((range) => {
      const [tag = '', ...rest] = range.split(';').map((part) => part.trim().toLowerCase())
      const quality = Number(/^q=([\d.]+)$/.exec(rest[0] ?? '')?.[1] ?? 1)
      return { name: tag.split('-', 1)[0] ?? '', quality }
    })
  return all
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality)
    .map(({ name }) => name)
}
