/** A number as it was written, and the word behind it. */
export type Quantity = { value: string; unit: string | undefined }

const NUMBER = String.raw`[-−]?\d+(?:[.,]\d+)*|[.,]\d+`
const QUANTITY = new RegExp(
  String.raw`(?<![\w.,])\$?(${NUMBER})\s?(k|m|mio|million|thousand)?(?![\w])\s*(%|[a-z][a-z0-9$]*)?`,
  'gi',
)
const FRACTIONS: [RegExp, string][] = [
  [/\b(?:one |a )?half (?:an? |of an? )?(?=ether|eth\b)/gi, '0.5 '],
  [/\b(?:one |a )?quarter (?:of )?(?:an? )?(?=ether|eth\b)/gi, '0.25 '],
  [/\b(?:an?|one|single) (?=ether|eth\b)/gi, '1 '],
  [/\btwo (?=ether|eth\b)/gi, '2 '],
]

/** "half an ether" as "0.5 ether". */
export function spelledOut(text: string): string {
  return FRACTIONS.reduce((rest, [pattern, digits]) => rest.replace(pattern, digits), text)
}

/** Every number in a text with its unit: `0,5 eth`, `1.5k DUSD`, `half an ether`, `1,000,000`, `5 bps`. */
export function quantities(text: string): Quantity[] {
  const spelled = spelledOut(withoutHex(text))
  return [...spelled.matchAll(QUANTITY)].flatMap(([, digits = '', magnitude, unit]) => {
    const value = scale(toDecimal(digits), magnitude)
    return value === undefined ? [] : [{ value, unit: unit?.toLowerCase() }]
  })
}

/** Digits with thousands separators or a decimal comma, as plain decimals; undefined if they are not a number. */
function toDecimal(digits: string): string | undefined {
  const text = digits.replace('−', '-')
  if (/^-?\d{1,3}(,\d{3})+(\.\d+)?$/.test(text)) return text.replaceAll(',', '')
  if (/^-?\d{1,3}(\.\d{3}){2,}(,\d+)?$/.test(text)) return text.replaceAll('.', '').replace(',', '.')
  if (/^-?\d*,\d+$/.test(text)) return text.replace(',', '.').replace(/^(-?)\./, '$10.')
  if (/^-?\d*(\.\d+)?$/.test(text) && text !== '') return text.replace(/^(-?)\./, '$10.')
  return undefined
}

function scale(value: string | undefined, magnitude: string | undefined): string | undefined {
  if (value === undefined || magnitude === undefined) return value
  const zeros = /^(k|thousand)$/i.test(magnitude) ? 3 : 6
  const [whole = '0', fraction = ''] = value.split('.')
  const moved = fraction.padEnd(zeros, '0')
  const rest = moved.slice(zeros)
  const digits = `${whole}${moved.slice(0, zeros)}`.replace(/^(-?)0+(?=\d)/, '$1')
  return rest ? `${digits}.${rest}` : digits
}

function withoutHex(text: string): string {
  return text.replace(/0x[0-9a-f]+(…[0-9a-f]+)?/gi, ' ').replace(/\b(room|box|msg|part|sess)_[a-z0-9]+/gi, ' ')
}
