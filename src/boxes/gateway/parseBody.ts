import { isObject } from '#core/isObject.ts'

const DEPTH_MAX = 200
const VALUES_MAX = 100_000
const [COMMA, COLON] = [0x2c, 0x3a]
const [QUOTE, BACKSLASH] = [0x22, 0x5c]
const DEPTH_CHANGES: Partial<Record<number, number>> = { 123: 1, 91: 1, 125: -1, 93: -1 }

/** A JSON object that is not nested too deeply and has few enough values; undefined for anything else. */
export function parseBody(body: Buffer): Record<string, unknown> | undefined {
  if (!isCheap(body)) return undefined
  try {
    const value: unknown = JSON.parse(body.toString())
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Parsing megabytes of brackets or of tiny values would block the whole service. */
function isCheap(body: Buffer): boolean {
  let [depth, values] = [0, 0]
  for (let at = 0; at < body.length && depth <= DEPTH_MAX && values <= VALUES_MAX; at++) {
    const byte = body[at] as number
    if (byte === QUOTE) at = endOfText(body, at)
    else if (byte === COMMA || byte === COLON) values++
    else depth += DEPTH_CHANGES[byte] ?? 0
  }
  return depth <= DEPTH_MAX && values <= VALUES_MAX
}

function endOfText(body: Buffer, start: number): number {
  let at = start + 1
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1
  return at
}
