import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ListeningService, startListeningService } from '../setup/listening.ts'

let service: ListeningService
beforeAll(async () => {
  service = await startListeningService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

/** The entries of the package, as its sources. */
const ENTRIES: Record<string, string> = {
  "'@slipway/sdk/execute'": `'${resolve('packages/sdk/src/execute/createExecute.ts')}'`,
  "'@slipway/sdk'": `'${resolve('packages/sdk/src/index.ts')}'`,
}

test('every code block of the guides runs, from the first to the last', async () => {
  const page = await readFile('docs/guides.md', 'utf8')
  const blocks = [...page.matchAll(/^```js\n([\s\S]*?)^```$/gm)].map(([, code = '']) => code)
  expect(blocks.length).toBe(6)
  const program = Object.entries(ENTRIES).reduce((text, [name, path]) => text.replaceAll(name, path), blocks.join('\n'))
  const folder = 'node_modules/.cache/guides'
  await mkdir(folder, { recursive: true })
  const file = `${folder}/${process.pid}.mjs`
  await writeFile(file, program)
  const { stdout } = await promisify(execFile)(process.execPath, [file], {
    env: { ...process.env, SLIPWAY_URL: service.url },
  })
  await rm(file)
  expect(stdout).toMatch(
    /^svc_sk_.*\n.*QUIL.*\n(as stated|within limits)\nAda I provide liquidity to QUIL\.\nlaunch\.trade\n$/s,
  )
})
