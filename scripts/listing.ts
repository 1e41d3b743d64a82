import { mkdir, writeFile } from 'node:fs/promises'
import { isAddress } from 'viem'
import { dimensionAdapter } from './listing/dimensionAdapter.ts'
import { hookEntry } from './listing/hookEntry.ts'

const FOLDER = 'listing'

// Writes what public lists ask for about a deployed launchpad: `npm run listing -- <launchpad> <YYYY-MM-DD>`.
const [launchpad = '', start = ''] = process.argv.slice(2)
if (isAddress(launchpad) && /^\d{4}-\d{2}-\d{2}$/.test(start)) {
  await mkdir(FOLDER, { recursive: true })
  const entry = `${JSON.stringify(hookEntry(launchpad), null, 2)}\n`
  await writeFile(`${FOLDER}/${launchpad.toLowerCase()}.json`, entry)
  await writeFile(`${FOLDER}/slipway.ts`, dimensionAdapter(launchpad, start))
  process.stdout.write(`${FOLDER}/${launchpad.toLowerCase()}.json: hooks/robinhood/ of Uniswap/hooklist\n`)
  process.stdout.write(`${FOLDER}/slipway.ts: fees/ of DefiLlama/dimension-adapters\n`)
} else {
  process.stderr.write('Send the address of the launchpad and the day of its deployment: <address> <YYYY-MM-DD>.\n')
  process.exitCode = 1
}
