/** The frontmatter of a skill: fields with at most one nested level. */
export type Frontmatter = Record<string, string | Record<string, string>>

const FIELD = /^([a-z][a-z-]*):(?: +(.*))?$/
const NESTED = /^ {2}([\w.-]+): +(.*)$/

/** Parses the frontmatter; empty if the document has none. */
export function parse(document: string): Frontmatter {
  const head = /^---\n([\s\S]*?)\n---\n/.exec(document)?.[1] ?? ''
  const fields: Frontmatter = {}
  let parent: Record<string, string> = {}
  for (const line of head.split('\n')) {
    const [, nested, value = ''] = NESTED.exec(line) ?? []
    if (nested) parent[nested] = unquote(value)
    const [, field, text] = FIELD.exec(line) ?? []
    if (!field) continue
    parent = {}
    fields[field] = text === undefined ? parent : unquote(text)
  }
  return fields
}

function unquote(text: string): string {
  return /^(".*"|'.*')$/.test(text.trim()) ? text.trim().slice(1, -1) : text.trim()
}
