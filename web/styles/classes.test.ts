import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')

async function read(folder: string, pattern: RegExp): Promise<string[]> {
  const entries = await readdir(join(ROOT, folder), { recursive: true, withFileTypes: true })
  const paths = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const wanted = paths.filter((path) => pattern.test(path) && !/dist\/|\.test\./.test(path))
  return Promise.all(wanted.map((path) => readFile(path, 'utf8')))
}

function classesOf(css: string): string[] {
  const selectors = css.replace(/\/\*[\s\S]*?\*\//g, '').match(/[^{}]+(?=\{)/g) ?? []
  return selectors.flatMap((selector) => [...selector.matchAll(/\.([a-zA-Z_][\w-]*)/g)].map(([, name = '']) => name))
}

const classes = new Set((await read('web/styles', /\.css$/)).flatMap(classesOf))

test('every class with a style is on some page', async () => {
  const sources = [...(await read('web', /\.tsx?$/)), ...(await read('src/site', /\.ts$/))].join('\n')
  const isUsed = (name: string) => new RegExp(`["'\`\\s]${name}(?=["'\`\\s$])`).test(sources)
  expect([...classes].filter((name) => !isUsed(name))).toEqual([])
})

test('classes are words', () => {
  const short = [...classes].filter((name) => name.length < 4 || /\d$/.test(name))
  const words =
    'act bad bar big buy day dim dot end gap in key lag log low mix now off ok on out pad row sub tag top two up url use way who'
  expect(short.filter((name) => !words.split(' ').includes(name))).toEqual([])
})
