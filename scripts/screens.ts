import { mkdir, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { run } from './run.ts'

/** The tests that open every page and take its picture. */
const TESTS = [
  ...['pages', 'arena', 'boxes', 'positions', 'oneToken', 'liquidity', 'keys', 'bell', 'insight', 'oauth', 'chatCards'],
  ...['german', 'console'],
]
const TAKEN = 'node_modules/.cache/screens'
const KEPT = 'docs/screens'
const QUALITY = 82
/** Desktops in both themes, phones in the light one. */
const WANTED = /^(.+)-(1440-light|1440-dark|360-light)\.png$/
const SUFFIXES: Record<string, string> = { '1440-light': 'light', '1440-dark': 'dark', '360-light': 'phone' }

// Renews docs/screens: every page as the browser tests see it. `npm run screens -- insight` renews the pictures of that test.
const named = process.argv.slice(2)
const files = (named.length > 0 ? named : TESTS).map((name) => `test/web/${name}.test.ts`)
await rm(TAKEN, { recursive: true, force: true })
const { code } = await run(process.execPath, ['scripts/testWeb.ts', ...files], { env: { EVERY_PAGE: '1' } })
if (code === 0) await keepAll()
process.exitCode = code

async function keepAll(): Promise<void> {
  const names = (await readdir(TAKEN)).filter((name) => WANTED.test(name))
  if (named.length === 0) await rm(KEPT, { recursive: true, force: true })
  await mkdir(KEPT, { recursive: true })
  for (const name of names) {
    const [, page = '', look = ''] = WANTED.exec(name) ?? []
    await sharp(join(TAKEN, name))
      .webp({ quality: QUALITY })
      .toFile(join(KEPT, `${page}-${SUFFIXES[look]}.webp`))
  }
  process.stdout.write(`${names.length} pictures in ${KEPT}\n`)
}
