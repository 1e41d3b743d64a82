import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'

type Chunk = { file: string; name?: string; isEntry?: boolean; imports?: string[]; dynamicImports?: string[] }
const chunks = JSON.parse(readFileSync('web/dist/manifest.json', 'utf8')) as Record<string, Chunk>

/** Kilobytes of script, packed, that an entry loads before anything else is asked for. */
function firstLoad(entry: string): number {
  const key = Object.keys(chunks).find((name) => chunks[name]?.isEntry && chunks[name].name === entry)
  const files = [...reach(key ?? '')].map((name) => `web/dist/${chunks[name]?.file}`)
  expect(files.length).toBeGreaterThan(0)
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).byteLength, 0) / 1000
}

function reach(key: string, seen = new Set<string>()): Set<string> {
  if (!chunks[key] || seen.has(key)) return seen
  seen.add(key)
  for (const name of chunks[key].imports ?? []) reach(name, seen)
  return seen
}

test.each([
  'launch',
  'launchForm',
  'token',
  'creator',
  'portfolio',
  'pools',
  'positions',
  'arena',
  'room',
  'boxes',
  'box',
])('the first load of %s has at most 115 kB of script', (entry) => {
  expect(firstLoad(entry)).toBeLessThanOrEqual(115)
})

test('the first load of the position builder has at most 135 kB of script', () => {
  expect(firstLoad('position')).toBeLessThanOrEqual(135)
})

test('documents load at most 15 kB of script', () => {
  expect(firstLoad('frame')).toBeLessThanOrEqual(15)
})

test('the chart and the test wallet are loaded only where they are wanted', () => {
  const lazy = Object.values(chunks).flatMap(({ dynamicImports = [] }) => dynamicImports)
  expect(lazy.some((name) => name.includes('CandlePlot'))).toBe(true)
  expect(lazy.some((name) => name.includes('testWallet'))).toBe(true)
  const files = [...reach('pages/token/main.tsx')].map((name) => chunks[name]?.file ?? '')
  expect(files.filter((file) => /CandlePlot|provider/.test(file))).toEqual([])
})
