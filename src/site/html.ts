/** Escaped markup. */
export type Html = { readonly markup: string }
type Value = Html | string | number | null | undefined | false | readonly Value[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

const compacted = new WeakMap<TemplateStringsArray, string[]>()

/**
 * Markup as a template: interpolated strings are escaped, interpolated markup is not. A line break in the template is
 * removed with the indentation after it, so that templates can be laid out without adding whitespace to the page.
 */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  const texts = compacted.get(parts) ?? parts.map((part) => part.replaceAll(/\n\s*/g, ''))
  compacted.set(parts, texts)
  return { markup: texts.map((text, index) => text + written(values[index])).join('') }
}

/** Trusted markup, inserted without escaping. Never use it for text of users. */
export function raw(markup: string): Html {
  return { markup }
}

function written(value: Value): string {
  if (value === null || value === undefined || value === false) return ''
  if (typeof value === 'number') return String(value)
  if (typeof value === 'string') return escapeText(value)
  if (isList(value)) return value.map(written).join('')
  return value.markup
}

function isList(value: Html | readonly Value[]): value is readonly Value[] {
  return Array.isArray(value)
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? character)
}

/** A value as JSON in a `<script type="application/json">`, escaped so that no text in it can close the element. */
export function jsonData(id: string, value: unknown): Html {
  return raw(`<script type="application/json" id="${escapeText(id)}">${scriptText(value)}</script>`)
}

/** A description of the page for search engines and agents (JSON-LD). */
export function linkedData(value: object): Html {
  const text = scriptText({ '@context': 'https://schema.org', ...value })
  return raw(`<script type="application/ld+json">${text}</script>`)
}

function scriptText(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
