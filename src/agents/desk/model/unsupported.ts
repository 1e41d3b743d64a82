const FIGURE = /(?<![\p{L}\p{N}_.])\p{Nd}[\p{Nd},_']*(?:\.\p{Nd}+)?(?:e[+-]?\d+)?/giu
const EXACT = /0x[0-9a-f]{4,}|https?:\/\/[^\s)>\]"']+/gi
const LIST_NUMBER = /^\s*\d+[.)]\s/gm

/** The figures, addresses and links of an answer that no source contains; a figure may be a source's, rounded. */
export function unsupported(answer: string, sources: readonly string[]): string[] {
  const known = sources.join('\n')
  const lower = known.toLowerCase()
  const exact = [...answer.matchAll(EXACT)].map(([text]) => text).filter((text) => !lower.includes(text.toLowerCase()))
  const values = figuresOf(known).map(numberIn)
  const figures = figuresOf(answer.replace(LIST_NUMBER, '')).filter((figure) => !isAmong(values, figure))
  return [...new Set([...exact, ...figures])]
}

function figuresOf(text: string): string[] {
  return [...text.replace(EXACT, ' ').matchAll(FIGURE)].map(([figure]) => figure)
}

/** NaN, which equals nothing, for digits of another script. */
function numberIn(figure: string): number {
  return Number(figure.replace(/[,_']/g, ''))
}

function isAmong(values: readonly number[], figure: string): boolean {
  const value = numberIn(figure)
  const decimals = Math.min(100, /\.(\d+)/.exec(figure)?.[1]?.length ?? 0)
  return values.some((one) => one === value || Number(one.toFixed(decimals)) === value)
}
