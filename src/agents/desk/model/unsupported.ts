const FIGURE =
  /(?<![\p{N}])(?:(?<![\p{L}\p{N}.])[-−])?(?:\p{Nd}+(?:[,_']\p{Nd}+)*(?:\.\p{Nd}+)?|(?<![\p{L}])\.\p{Nd}+)(?:e[+-]?\d+)?/giu
const EXACT = /0x[0-9a-f]{4,}|https?:\/\/[^\s)>\]"']*[^\s)>\]"'.,;:!?]/gi
/** A host without a scheme, or a name such as nick.eth. */
export const HOST =
  /(?<![\p{L}\p{N}@/.-])[\p{L}\p{N}-]{2,}(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}(?:\/[^\s)>\]"']*[^\s)>\]"'.,;:!?])?/gu
/** Fractions, powers and numbers in circles. */
const SPECIAL = /[\p{No}\p{Nl}]+/gu
const LIST_NUMBER = /^\s*(\d{1,2})[.)]\s/gm
const GROUPED = /(?<![\p{L}\p{N}.,])\d{1,3}(?:[ \u00a0\u2009\u202f]\d{3})+(?!\d)/gu
/** The names of versions and layers, such as V4 and L2. */
const NAME = /(?<![\p{L}\p{N}])[vl]\d{1,2}(?![\p{L}\p{N}]|[.,]\d)/giu
/** A letter or word that multiplies the figure before it: 1.5M, 1.5 million. */
const SCALE =
  /^(?:[kmbt](?![\p{L}\p{N}])|\s?(?:bn|mn|mio|mrd|mln|thousand|tausend|[mbt]r?ill?[io]\p{L}*|milliar\p{L}*|mil|mille|тыс|млн|млрд|тысяч\p{L}*|миллион\p{L}*|[万萬亿億千百])(?!\p{Script=Latin}))/iu

/** The figures, addresses, hosts and links of an answer that no source contains; a figure may be a source's, rounded. */
export function unsupported(answer: string, sources: readonly string[]): string[] {
  const known = sources.join('\n')
  const lower = known.toLowerCase()
  const isKnown = (text: string) => lower.includes(text.toLowerCase())
  const plain = withoutListNumbers(answer)
  const rest = plain.replace(EXACT, ' ')
  const exact = [...plain.matchAll(EXACT), ...rest.matchAll(HOST), ...rest.matchAll(SPECIAL)].map(([text]) => text)
  const values = figuresOf(known.replace(EXACT, ' ')).map(({ figure }) => numberIn(figure))
  const figures = figuresOf(joinGroups(rest).replace(NAME, ' ')).filter(
    ({ figure, word, scaled }) => !(isAmong(values, figure) ? !scaled || isKnown(scaled) : word && isKnown(word)),
  )
  return [...new Set([...exact.filter((text) => !isKnown(text)), ...figures.map(({ figure }) => figure)])]
}

/** `word` is the figure with the letters before it, `scaled` the figure with a word after it that multiplies it. */
type Found = { figure: string; word?: string; scaled?: string }

function figuresOf(text: string): Found[] {
  return [...text.matchAll(FIGURE)].map(({ 0: figure, index }) => {
    const letters = /[\p{L}_]+$/u.exec(text.slice(Math.max(0, index - 40), index))?.[0]
    const end = index + figure.length
    const scale = SCALE.exec(text.slice(end, end + 20))?.[0]
    return { figure, ...(letters && { word: letters + figure }), ...(scale && { scaled: figure + scale }) }
  })
}

/** Without the numbers 1, 2, 3 … at the beginning of lines; any other number there is a figure. */
function withoutListNumbers(text: string): string {
  let next = 1
  return text.replace(LIST_NUMBER, (found, digits: string) => {
    const number = Number(digits)
    if (number !== 1 && number !== next) return found
    next = number + 1
    return ''
  })
}

function joinGroups(text: string): string {
  return text.replace(GROUPED, (figure) => figure.replace(/\D/g, ''))
}

/** NaN, which equals nothing, for digits of another script. */
function numberIn(figure: string): number {
  return Number(figure.replace(/[,_']/g, '').replace('−', '-'))
}

/** A figure without a sign may describe a negative one, such as a fall; a figure with a sign must be negative. */
function isAmong(values: readonly number[], figure: string): boolean {
  const value = numberIn(figure)
  const decimals = Math.min(100, /\.(\d+)/.exec(figure)?.[1]?.length ?? 0)
  const isSame = (one: number) => one === value || Number(one.toFixed(decimals)) === value
  return values.some((one) => isSame(one) || (value >= 0 && isSame(-one)))
}
