import { buildWeb } from './buildWeb.ts'
import { findChromium } from './findChromium.ts'
import { run } from './run.ts'

// The tests of the web pages: builds the pages, finds a browser, runs what is named.
await buildWeb()
const env = { CHROMIUM: await findChromium() }
const { code } = await run('node_modules/.bin/vitest', ['run', '--reporter=default', ...process.argv.slice(2)], { env })
process.exitCode = code
