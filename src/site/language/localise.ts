/** A narrow no-break space. Amount fields refuse a number that contains it, so that no copied 1.234 becomes 1,234. */
const GROUP = '\u202F'
const NUMBER = /(?<![\w.,:])(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?(?![.,]?\d)/g
const ISO_DATE = /(?<![\w-])(\d{4})-(\d\d)-(\d\d)(?![\w-])/g

/** Converts numbers and dates in the formats of `format.ts` to German notation. */
export function localise(text: string): string {
  return text
    .replace(NUMBER, (_, whole: string, places = '') => whole.replaceAll(',', GROUP) + places.replace('.', ','))
    .replace(ISO_DATE, '$3.$2.$1')
}
