import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { createTranslate } from '#site/language/createTranslate.ts'
import german from '#site/language/german.json' with { type: 'json' }

type Node = { type?: string; value?: unknown; name?: { name?: string } } & Record<string, unknown>

/** Attributes that are read, of elements and of our components. */
const READ = new Set(['title', 'label', 'placeholder', 'aria-label', 'alt', 'help', 'note'])
/** Names that are the same in every language. */
const NAMES = new Set(['TradingView', 'Permit2', 'SHA-256', 'Robinhood Chain', 'https://', 'notes/today.md'])

/** The fixed texts of a component, in the form that React receives. */
function textsOf(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const one of node) textsOf(one, found)
  if (typeof node !== 'object' || node === null || Array.isArray(node)) return found
  const { type, value, name } = node as Node
  if (type === 'JSXText') found.push(lines(String(value)))
  if (type === 'JSXAttribute' && READ.has(name?.name ?? '') && isText(value)) found.push(value.value)
  for (const child of Object.values(node)) textsOf(child, found)
  return found
}

function isText(value: unknown): value is { value: string } {
  return (value as Node | null)?.type === 'Literal' && typeof (value as Node).value === 'string'
}

/** JSX joins lines with a space and drops the spaces around a line break. */
function lines(text: string): string {
  const all = text.split('\n')
  const trimmed = all.map((line, at) =>
    (at === 0 ? line : line.trimStart()).replace(at < all.length - 1 ? /\s+$/ : '', ''),
  )
  return trimmed.filter((line) => line !== '').join(' ')
}

async function components(): Promise<string[]> {
  const entries = await readdir(import.meta.dirname, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('.tsx'))
  return files
    .map(({ parentPath, name }) => join(parentPath, name))
    .filter((path) => !/\/(dist|design|chat)\//.test(path))
}

test('every fixed text of a page has a German one', async () => {
  const missing = new Set<string>()
  const translate = createTranslate(german, (text) => missing.add(text))
  for (const path of await components())
    for (const text of textsOf(parseSync(path, await readFile(path, 'utf8')).program)) translate(text)
  expect([...missing].filter((text) => !NAMES.has(text))).toEqual([])
})
