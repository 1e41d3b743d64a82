import { inSlices, type Pause } from './inSlices.ts'

/** Characters of a text that are encoded at a time, and the length above which that is worth it. */
const PIECE = 32 * 1024
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON escapes them.
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/

/**
 * The parts of what `JSON.stringify` returns for an object with a long text in a field, encoded in slices, because one
 * call for a megabyte keeps every other request waiting. Undefined for other values.
 */
export function stringifyLarge(value: unknown): Promise<string[]> | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value) || 'toJSON' in value) return undefined
  const fields = Object.entries(value).filter(([, field]) => field !== undefined)
  if (!fields.some(([, field]) => isLong(field))) return undefined
  return inSlices(async (pause) => {
    const parts: string[] = []
    for (const [index, [name, field]] of fields.entries()) {
      parts.push(`${index === 0 ? '{' : ','}${JSON.stringify(name)}:`)
      if (isLong(field)) parts.push('"', ...(await piecesOf(field, pause)), '"')
      else parts.push(JSON.stringify(field))
    }
    return [...parts, '}']
  })
}

function isLong(field: unknown): field is string {
  return typeof field === 'string' && field.length > PIECE
}

async function piecesOf(text: string, pause: Pause): Promise<string[]> {
  const pieces: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = start + PIECE - (isHighSurrogate(text.charCodeAt(start + PIECE - 1)) ? 1 : 0)
    const piece = text.slice(start, end)
    // Unlike an encoded piece, the piece itself is not a copy.
    pieces.push(ESCAPED.test(piece) ? JSON.stringify(piece).slice(1, -1) : piece)
    start = end
    await pause()
  }
  return pieces
}

function isHighSurrogate(unit: number): boolean {
  return unit >= 0xd800 && unit <= 0xdbff
}
