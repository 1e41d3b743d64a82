import { buildWeb } from './buildWeb.ts'
import { findChromium } from './findChromium.ts'
import { run } from './run.ts'

// The tests of the web pages: builds the pages, finds a browser, runs what is named.
await buildWeb()
const env = { CHROMIUM: await findChromium() }
const args = ['run', '--reporter=default', ...process.argv.slice(2)]
const { code } = await run('node_modules/.bin/vitest', args, { env })
process.exitCode = code
