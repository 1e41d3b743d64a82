import { buildWeb } from './buildWeb.ts'
import { findChromium } from './findChromium.ts'
import { run } from './run.ts'

// The tests of the web pages: builds the pages, finds a browser, runs what is named.
await buildWeb()
const env = { CHROMIUM: await findChromium() }
// A page, a service and a chain beside a busy neighbour take their time.
const patience = ['--test-timeout=180000', '--hook-timeout=180000']
const args = ['run', '--reporter=default', ...patience, ...process.argv.slice(2)]
const { code } = await run('node_modules/.bin/vitest', args, { env })
process.exitCode = code
