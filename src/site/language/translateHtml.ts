import type { Translate } from './createTranslate.ts'
import { KEPT } from './keptTags.ts'

type Element = { name: string; isKept: boolean; isClosed: boolean }

const TOKEN = /<!--[\s\S]*?-->|<[^>]+>|[^<]+/g
const START = /^<([a-zA-Z][\w-]*)/
const ATTRIBUTE = /(\s(?:title|aria-label|placeholder|alt|content)=")([^"]*)"/g
const VOID = /^<(?:meta|link|img|input|br|hr|wbr)\b|\/>$/
/** Code, and documents marked as English, are not translated. */
const CLOSED = /^<(?:script|style|pre|code)\b|^<(?!html).*\slang="/

/**
 * Translates a rendered page: each text between two tags, and the attributes that are read out. React finds the same
 * texts when it takes over, because its elements are translated one text at a time too.
 */
export function translateHtml(markup: string, translate: Translate): string {
  const open: Element[] = []
  return markup.replace(TOKEN, (token) => {
    if (token.startsWith('<')) return translateTag(token, open, translate)
    const parent = open.at(-1)
    return parent?.isKept || parent?.isClosed ? token : translateEscaped(token, translate)
  })
}

/** Keeps `open`, the elements around the next text, and translates the attributes of a start tag. */
function translateTag(tag: string, open: Element[], translate: Translate): string {
  if (tag.startsWith('</')) leave(open, tag.slice(2, -1).trim())
  const name = START.exec(tag)?.[1]
  if (name === undefined) return tag
  const isClosed = open.at(-1)?.isClosed === true || CLOSED.test(tag)
  if (!VOID.test(tag)) open.push({ name, isKept: isKept(name, tag), isClosed })
  if (isClosed) return tag
  return tag.replace(ATTRIBUTE, (_, start: string, value: string) => `${start}${translateEscaped(value, translate)}"`)
}

function leave(open: Element[], name: string): void {
  const at = open.findLastIndex((element) => element.name === name)
  if (at >= 0) open.length = at
}

function isKept(name: string, tag: string): boolean {
  return KEPT.has(name) || /\stranslate="no"/.test(tag) || /\sclass="[^"]*\bsymbol\b/.test(tag)
}

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", '#x27': "'" }
const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

function translateEscaped(text: string, translate: Translate): string {
  const plain = text.replace(/&(amp|lt|gt|quot|#39|#x27);/g, (_, name: string) => ENTITIES[name] ?? '')
  const translated = translate(plain)
  return translated === plain ? text : translated.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}
