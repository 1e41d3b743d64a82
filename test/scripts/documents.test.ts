import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'

const DOCUMENTS = execFileSync('git', ['ls-files', '*.md', ':!test'], { encoding: 'utf8' }).trim().split('\n')
const FOLDERS = 'src|test|scripts|web|docs|contracts|packages|bench|examples'
const PATH = new RegExp(`(?<![\\w/.@-])(?:${FOLDERS})/[\\w./-]*\\w(?![\\w*])`, 'g')
const scripts = JSON.parse(readFileSync('package.json', 'utf8')).scripts as Record<string, string>

const found = (document: string, pattern: RegExp) => [...readFileSync(document, 'utf8').matchAll(pattern)]

test.each(DOCUMENTS)('every file that %s names exists', (document) => {
  const paths = found(document, PATH).map(([path]) => path)
  const exists = (path: string) =>
    [path, `${path}.ts`, join(dirname(document), path)].some((candidate) => existsSync(candidate))
  expect(paths.filter((path) => !exists(path))).toEqual([])
})

test.each(DOCUMENTS)('every npm script that %s names exists', (document) => {
  const names = found(document, /\bnpm run (?:-s )?([a-z][a-z:]*)/g).map(([, name = '']) => name)
  expect(names.filter((name) => !(name in scripts))).toEqual([])
})
