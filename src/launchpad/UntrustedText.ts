/**
 * What carries no visible character: controls, formats (zero-width, direction, tags), separators of lines, private and
 * unassigned points, fillers that print as nothing, and selectors that can smuggle bytes. U+FE0F, which only says that
 * an emoji is meant, stays.
 */
const INVISIBLE =
  /\p{Cc}|\p{Cf}|\p{Cs}|\p{Co}|\p{Cn}|\p{Zl}|\p{Zp}|\u034f|[\u115f\u1160]|\u17b4|\u17b5|[\u180b-\u180f]|\u2800|\u3164|\uffa0|[\ufe00-\ufe0e]|[\u{e0100}-\u{e01ef}]/gu

/** Letters of other scripts that look like Latin ones, after case is gone. */
const LOOKALIKES: Record<string, string> = {
  ...pairs('авекмнорстухіјѕԁԛԝһӏ', 'abekmhopctyxijsdqwhl'),
  ...pairs('αβεζηικμνορτυχϲ', 'abezhikmnoptyxc'),
}

/** Text as it may be shown: without characters that cannot be seen or that change how others are read. */
export function clean(text: string): string {
  return text.toWellFormed().replaceAll(INVISIBLE, '').replaceAll('\ufffd', '').trim()
}

/** What two texts share when a reader would take one for the other: letters and digits, without case, accents or script. */
export function fold(text: string): string {
  const visible = clean(text).toLowerCase().normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
  const latin = [...visible].map((letter) => LOOKALIKES[letter] ?? letter).join('')
  return latin.replaceAll(/[^\p{L}\p{N}]/gu, '') || latin.replaceAll(/\s/gu, '')
}

function pairs(from: string, to: string): Record<string, string> {
  const letters = [...to]
  return Object.fromEntries([...from].map((letter, index) => [letter, letters[index] ?? letter]))
}
