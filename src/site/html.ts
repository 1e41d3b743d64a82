/** Markup that is safe to send as it is. */
export type Html = { readonly markup: string }
type Value = Html | string | number | null | undefined | false | readonly Value[]

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Markup as a template: every text put into it is escaped, markup put into it is not. */
export function html(parts: TemplateStringsArray, ...values: Value[]): Html {
  return { markup: parts.map((part, index) => part + written(values[index])).join('') }
}

/** Markup that was made elsewhere: never of what a stranger wrote. */
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

/** A value as JSON inside a `<script type="application/json">`, which nothing in it can end. */
export function jsonData(id: string, value: unknown): Html {
  const text = JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return raw(`<script type="application/json" id="${escapeText(id)}">${text}</script>`)
}
