import { buildWeb } from './buildWeb.ts'
import { findChromium } from './findChromium.ts'
import { run } from './run.ts'

// Builds the pages, finds a browser and runs the tests of the web pages.
await buildWeb()
const chromium = await findChromium()
const args = ['run', '--reporter=default', ...process.argv.slice(2)]
const { code } = await run(
  'node_modules/.bin/vitest',
  args,
  chromium === undefined ? {} : { env: { CHROMIUM: chromium } },
)
process.exitCode = code
