import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Writes a generated file, by its path in the repository. With --check it writes nothing, and the process fails when the file is
 * out of date.
 */
export async function writeGenerated(path: string, content: string): Promise<void> {
  const target = new URL(`../${path}`, import.meta.url)
  const { values } = parseArgs({ options: { check: { type: 'boolean', default: false } } })
  if (!values.check) return writeFile(target, content)
  if ((await readFile(target, 'utf8').catch(() => '')) === content) return
  process.stderr.write(`${path} is out of date. Run: npx node scripts/${basename(process.argv[1] ?? '')}\n`)
  process.exitCode = 1
}
