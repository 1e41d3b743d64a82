import { randomUUID } from 'node:crypto'
import { inSlices, type Pause } from './inSlices.ts'

type Literal = { from: number; to: number }

/** Bytes of a text that are decoded at a time, and the size above which a text is cut out. */
const PIECE_BYTES = 32 * 1024
// biome-ignore lint/suspicious/noControlCharactersInRegex: JSON refuses them in a text.
const CONTROL = /[\u0000-\u001f]/
const [QUOTE, BACKSLASH, LETTER_U] = Buffer.from('"\\u')

/**
 * `JSON.parse` for an object in valid UTF-8 whose bytes are mostly in the texts of its fields: those are decoded in
 * slices, because one call for a megabyte keeps every other request waiting. Undefined if more than `restMax` bytes are
 * left.
 */
export function parseLarge(bytes: Buffer, restMax: number): Promise<unknown> {
  return inSlices(async (pause) => {
    const literals = await findLiterals(bytes, pause)
    const rest = bytes.length - literals.reduce((sum, { from, to }) => sum + to - from, 0)
    if (rest > restMax) return undefined
    const texts = new Map<unknown, string>()
    const token = randomUUID()
    for (const literal of literals) texts.set(`${token}${texts.size}`, await decode(bytes, literal, pause))
    const value: unknown = JSON.parse(withNames(bytes, literals, [...texts.keys()] as string[]))
    return fill(value, texts) === texts.size ? value : undefined
  })
}

async function findLiterals(bytes: Buffer, pause: Pause): Promise<Literal[]> {
  const found: Literal[] = []
  for (let open = bytes.indexOf(QUOTE as number); open !== -1; ) {
    let to = bytes.indexOf(QUOTE as number, open + 1)
    while (to !== -1 && backslashesBefore(bytes, open + 1, to) % 2 === 1) {
      to = bytes.indexOf(QUOTE as number, to + 1)
      await pause()
    }
    if (to === -1) break
    if (to - open > PIECE_BYTES) found.push({ from: open + 1, to })
    open = bytes.indexOf(QUOTE as number, to + 1)
    await pause()
  }
  return found
}

function backslashesBefore(bytes: Buffer, from: number, to: number): number {
  let at = to
  while (at > from && bytes[at - 1] === BACKSLASH) at--
  return to - at
}

async function decode(bytes: Buffer, literal: Literal, pause: Pause): Promise<string> {
  const backslash = bytes.indexOf(BACKSLASH as number, literal.from)
  return backslash === -1 || backslash > literal.to
    ? decodePlain(bytes, literal, pause)
    : decodeEscaped(bytes, literal, pause)
}

/** A text without escapes is decoded at once: each copy of it would bring the next garbage collection closer. */
async function decodePlain(bytes: Buffer, { from, to }: Literal, pause: Pause): Promise<string> {
  const text = bytes.toString('utf8', from, to)
  for (let start = 0; start < text.length; start += PIECE_BYTES) {
    if (CONTROL.test(text.slice(start, start + PIECE_BYTES))) throw new SyntaxError('Control character in a text')
    await pause()
  }
  return text
}

async function decodeEscaped(bytes: Buffer, { from, to }: Literal, pause: Pause): Promise<string> {
  const pieces: string[] = []
  for (let start = from; start < to; ) {
    const end = start + PIECE_BYTES < to ? cutBefore(bytes, start, start + PIECE_BYTES) : to
    pieces.push(JSON.parse(`"${bytes.toString('utf8', start, end)}"`))
    start = end
    await pause()
  }
  return pieces.join('')
}

/** The last place up to `end` that is neither inside a character nor inside an escape. */
function cutBefore(bytes: Buffer, start: number, end: number): number {
  for (let at = end - 1; at > end - 6; at--) {
    if (bytes[at] !== BACKSLASH) continue
    const isEscape = backslashesBefore(bytes, start, at + 1) % 2 === 1
    if (isEscape && at + (bytes[at + 1] === LETTER_U ? 6 : 2) > end) return at
    break
  }
  let cut = end
  while (((bytes[cut] ?? 0) & 0xc0) === 0x80) cut--
  return cut
}

/** The text with each literal replaced by a short name. */
function withNames(bytes: Buffer, literals: readonly Literal[], names: readonly string[]): string {
  const parts = literals.map(({ from }, index) => {
    const before = bytes.toString('utf8', literals[index - 1]?.to ?? 0, from)
    return `${before}${names[index]}`
  })
  return `${parts.join('')}${bytes.toString('utf8', literals.at(-1)?.to ?? 0)}`
}

/** Puts the texts into the fields of the object, and counts them; the other texts are field names or nested values. */
function fill(value: unknown, texts: ReadonlyMap<unknown, string>): number {
  if (typeof value !== 'object' || value === null) return 0
  const filled = Object.entries(value).filter(([name, field]) => texts.has(field) && name !== '__proto__')
  Object.assign(value, Object.fromEntries(filled.map(([name, field]) => [name, texts.get(field)])))
  return filled.length
}
