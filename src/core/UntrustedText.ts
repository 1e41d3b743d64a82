/**
 * Invisible characters: controls, formats (zero-width, direction, tags), line separators, private-use and unassigned code
 * points, blank fillers, and variation selectors, which can smuggle bytes. Kept: U+FE0F, which selects the emoji form, and
 * the joiner between two emoji.
 */
const INVISIBLE =
  /(?<!\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d|\u200d(?!\p{Extended_Pictographic})|\p{Cc}|(?!\u200d)\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|\u034f|[\u115f\u1160]|\u17b4|\u17b5|[\u180b-\u180f]|\u2800|\u3164|\uffa0|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu

/** Printable ASCII, the common case. */
const PRINTABLE = /^[\x20-\x7e]*$/

const LINE_BREAK = /\r\n|[\r\u0085\u2028\u2029]/g

/** Lower-case letters of other scripts that look like Latin ones. */
const LOOKALIKES: Record<string, string> = {
  ...pairs('авекмнорстухіјѕԁԛԝһӏ', 'abekmhopctyxijsdqwhl'),
  ...pairs('αβεζηικμνορτυχϲ', 'abezhikmnoptyxc'),
}

/** A stranger's name or title without invisible or direction-changing characters. */
export function oneLine(text: string): string {
  return visible(text).trim()
}

/** A stranger's message, cleaned line by line; every kind of line break becomes a newline. */
export function multiLine(text: string): string {
  const lines = text.replaceAll(LINE_BREAK, '\n').split('\n')
  return lines
    .map((line) => line.split('\t').map(visible).join('\t').trimEnd())
    .join('\n')
    .trim()
}

function visible(text: string): string {
  if (PRINTABLE.test(text)) return text
  return text.toWellFormed().replaceAll(INVISIBLE, '').replaceAll('\ufffd', '')
}

/** Letters and digits without case, accents or script: texts that read alike fold to the same key. */
export function fold(text: string): string {
  const plain = oneLine(text)
    .toLowerCase()
    .normalize('NFKD')
    .replaceAll(/\p{M}|\u200d/gu, '')
    .toLowerCase()
  const latin = [...plain].map((letter) => LOOKALIKES[letter] ?? letter).join('')
  return latin.replaceAll(/[^\p{L}\p{N}]/gu, '') || latin.replaceAll(/\s/gu, '')
}

function pairs(from: string, to: string): Record<string, string> {
  const letters = [...to]
  return Object.fromEntries([...from].map((letter, index) => [letter, letters[index] ?? letter]))
}
