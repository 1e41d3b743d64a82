type TextCache<Value> = { get(text: string): Value | undefined; set(text: string, value: Value): void }

/** Letters that choose the place of a text, from its end: addresses and names differ there. */
const LETTERS = 8
const FACTOR = 31

/**
 * The last values by text. Each text has one place, where the next text of that place replaces it: a `Map` of texts that are
 * rarely asked again spends more on growing and on hashing whole texts than many values take to make.
 */
export function createTextCache<Value>(places: number): TextCache<Value> {
  const texts = Array.from<string | undefined>({ length: places })
  const values = Array.from<Value | undefined>({ length: places })
  return {
    get(text) {
      const place = numberOf(text) % places
      return texts[place] === text ? values[place] : undefined
    },
    set(text, value) {
      const place = numberOf(text) % places
      texts[place] = text
      values[place] = value
    },
  }
}

function numberOf(text: string): number {
  let number = text.length
  for (let at = Math.max(0, text.length - LETTERS); at < text.length; at++)
    number = (number * FACTOR + text.charCodeAt(at)) | 0
  return number >>> 0
}
