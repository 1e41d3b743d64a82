/** The locale of dates, by the language of the page. */
export function pageLocale(): string {
  return typeof document !== 'undefined' && document.documentElement.lang === 'de' ? 'de-DE' : 'en-GB'
}
