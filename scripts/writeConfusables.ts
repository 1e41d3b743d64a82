import { readFile, writeFile } from 'node:fs/promises'

// Writes the table of confusable characters: node scripts/writeConfusables.ts <path of Unicode's confusables.txt>

const TARGET = 'src/core/confusables.generated.ts'

const [path] = process.argv.slice(2)
if (!path) throw new Error('Pass the path of confusables.txt, from https://www.unicode.org/Public/security/.')
const text = await readFile(path, 'utf8')
const version = /^# Version: (\S+)/m.exec(text)?.[1]
if (!version) throw new Error(`${path} has no line "# Version:". Pass Unicode's confusables.txt.`)
await writeFile(TARGET, describe(groupByTarget(text)))

/** Target → code points that look like it. Sources that NFD decomposes are left out: the skeleton never meets them. */
function groupByTarget(table: string): Map<string, number[]> {
  const groups = new Map<string, number[]>()
  for (const [, source = '', target = ''] of table.matchAll(/^([0-9A-F]+)\s*;\s*([0-9A-F ]+?)\s*;\s*MA/gm)) {
    const letter = fromHex(source)
    if (letter.normalize('NFD') !== letter) continue
    const key = fromHex(target).normalize('NFD')
    groups.set(key, [...(groups.get(key) ?? []), letter.codePointAt(0) ?? 0])
  }
  return groups
}

function fromHex(codePoints: string): string {
  return String.fromCodePoint(...codePoints.split(' ').map((code) => Number.parseInt(code, 16)))
}

function describe(groups: Map<string, number[]>): string {
  const lines = [...groups].map(([target, sources]) => `${encode([...target])}:${deltas(sources)}`).sort()
  return `// Written by scripts/writeConfusables.ts from the confusables table of Unicode ${version}; do not edit.
// © Unicode, Inc.; its licence is in NOTICE.

/** A line for each target: its code points, a colon, the differences between the code points that look like it; base 36. */
export const CONFUSABLES = \`
${lines.join('\n')}
\`
`
}

function encode(letters: readonly string[]): string {
  return letters.map((letter) => letter.codePointAt(0)?.toString(36)).join(' ')
}

function deltas(codePoints: readonly number[]): string {
  const sorted = codePoints.toSorted((a, b) => a - b)
  return sorted.map((code, index) => (code - (sorted[index - 1] ?? 0)).toString(36)).join(' ')
}
