import { CONFUSABLES } from '#core/confusables.generated.ts'

/** Lookalikes that Unicode's table leaves out, applied to lower-case skeletons without marks. */
const EXTRA = new Map([
  ...pairs('ᴀʙᴄᴅᴇꜰɢʜɪᴊᴋʟᴍɴᴏᴘʀꜱᴛᴜᴠᴡʏᴢ', 'abcdefghijklmnoprstuvwyz'),
  ...pairs('ĸꞓєßðłŋıȷẟμ', 'keebdlnijdm'),
  ...pairs('ǝɘɐɔɹʇʌʍʎ', 'eeacrtvwy'),
  ...pairs('$@€£₿₮₵₳₲₴₦', 'saelbtcagsn'),
  ...pairs('345789', 'eastbg'),
  ...alphabet(0x1f150),
  ...alphabet(0x1f170),
  ...alphabet(0x1f1e6),
])
/** Applied last; each pair looks alike in at least one case or common typeface. */
const MERGED = [
  ['i', 'l'],
  ['m', 'rn'],
  ['w', 'vv'],
] as const

let table: Map<string, string> | undefined

/** The skeleton of UTS #39: two texts with equal skeletons look alike. Case-sensitive; not for display. */
export function skeleton(text: string): string {
  const visible = text.normalize('NFD').replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '')
  table ??= readTable()
  return replaceLetters(visible, table).normalize('NFD')
}

/**
 * The key under which names are compared: the skeleton without case, accents, spaces or punctuation, in which letters,
 * digits and currency signs that read alike (`5` and `S`, `rn` and `m`, `vv` and `w`) are the same.
 */
export function foldedSkeleton(text: string): string {
  return merge(plainKey(text))
}

/** The same key with the number of letters that a reader sees: some, such as `m`, are two in it. */
export function countedSkeleton(text: string): { key: string; letters: number } {
  const plain = plainKey(text)
  return { key: merge(plain), letters: [...plain].length }
}

export function foldedWords(text: string): string[] {
  const words = plainLetters(text).split(/[^\p{L}\p{N}]+/u)
  return words.filter((word) => word !== '').map(merge)
}

function plainKey(text: string): string {
  const letters = plainLetters(text)
  return letters.replaceAll(/[^\p{L}\p{N}]/gu, '') || letters.replaceAll(/\s/gu, '')
}

let last = { text: '', letters: '' }

/** Remembers the last text, because a name is asked for its key and then for its words. */
function plainLetters(text: string): string {
  if (text === last.text) return last.letters
  const letters = /^[\x20-\x7e]{0,100}$/.test(text) ? plainAscii(text) : plainUnicode(text)
  last = { text, letters }
  return letters
}

let ascii: (readonly number[])[] | undefined

/** Most names are ASCII: code by code from a table is several times as fast, and gives a text that is fast to look up. */
function plainAscii(text: string): string {
  ascii ??= readAscii()
  const codes: number[] = []
  for (let place = SIGILS.exec(text)?.[0].length ?? 0; place < text.length; place++)
    for (const code of ascii[text.charCodeAt(place)] ?? []) codes.push(code)
  return String.fromCharCode(...codes)
}

/** The codes that replace each code. The letter before each keeps it from being a sigil. */
function readAscii(): number[][] {
  const replaced = (code: number) => plainUnicode(`a${String.fromCodePoint(code)}`).slice(1)
  return Array.from({ length: ASCII_END }, (_, code) => Array.from(replaced(code), (letter) => letter.charCodeAt(0)))
}

const ASCII_END = 0x7f
const SIGILS = /^[\s$@#]+(?=.)/u

function plainUnicode(text: string): string {
  const withoutSigil = skeleton(text).replace(SIGILS, '')
  const lower = withoutSigil.normalize('NFKD').toLowerCase().replaceAll(/\p{M}/gu, '')
  return replaceLetters(lower, EXTRA)
}

function merge(letters: string): string {
  let merged = letters
  for (const [letter, same] of MERGED) merged = merged.replaceAll(letter, same)
  return merged
}

function replaceLetters(text: string, letters: ReadonlyMap<string, string>): string {
  let replaced = ''
  for (const letter of text) replaced += letters.get(letter) ?? letter
  return replaced
}

/** Some prototypes decompose into letters that have a prototype themselves, such as that of `Ǆ`: these are resolved too. */
function readTable(): Map<string, string> {
  const listed = new Map(CONFUSABLES.trim().split('\n').flatMap(readLine))
  const resolve = (prototype: string) => replaceLetters(prototype.normalize('NFD'), listed)
  return new Map([...listed].map(([letter, prototype]) => [letter, resolve(prototype)]))
}

function readLine(line: string): [string, string][] {
  const [target = [], deltas = []] = line
    .split(':')
    .map((codes) => codes.split(' ').map((code) => Number.parseInt(code, 36)))
  const prototype = String.fromCodePoint(...target)
  let codePoint = 0
  return deltas.map((delta) => {
    codePoint += delta
    return [String.fromCodePoint(codePoint), prototype]
  })
}

function pairs(from: string, to: string): [string, string][] {
  const letters = [...to]
  return [...from].map((letter, index) => [letter, letters[index] ?? letter])
}

/** The 26 letters of a block of symbols that begins with A. */
function alphabet(first: number): [string, string][] {
  return [...'abcdefghijklmnopqrstuvwxyz'].map((letter, index) => [String.fromCodePoint(first + index), letter])
}
