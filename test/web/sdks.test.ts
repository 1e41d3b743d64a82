import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey } from '../setup/keys/newKey.ts'
import { openSite, type SiteUnderTest } from '../setup/web/openSite.ts'
import type { SdkPage } from '../setup/web/sdkPage.ts'

let site: SiteUnderTest
let server: Server
let page: Page
let key: string

/** The SDKs and the page's own code as one script. */
async function bundle(): Promise<string> {
  const entry = join(import.meta.dirname, '../setup/web/sdkPage.ts')
  const output = { codeSplitting: false, format: 'iife' } as const
  const options = { write: false, minify: false, rolldownOptions: { input: entry, output } }
  const built = (await build({ configFile: false, logLevel: 'error', build: options })) as Rolldown.RolldownOutput
  return built.output[0].code
}

beforeAll(async () => {
  const script = await bundle()
  site = await openSite({ isSeeded: false, env: { BOXES_MAX: '2' } })
  server = createServer((request, response) => {
    const isScript = request.url === '/page.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<script src="/page.js"></script>')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  ;({ key } = await newKey(site.url))
  ;({ page } = await site.visit())
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
})
afterAll(async () => {
  server?.closeAllConnections()
  server?.close()
  await site?.[Symbol.asyncDispose]()
})

type Scope = { sdkPage: SdkPage }

test.each([1, 2] as const)('a page of another origin creates a room with line %i of the MCP SDK', async (line) => {
  const result = await page.evaluate(
    ([which, url, secret]) => (globalThis as unknown as Scope).sdkPage.callTool(which, url, secret),
    [line, site.url, key] as const,
  )
  expect(JSON.parse(result)).toMatchObject({ room: { topic: `Page ${line}` } })
})

test.each(['JSONRPC', 'HTTP+JSON'] as const)(
  'a page of another origin streams a conversation with the A2A SDK over %s',
  async (form) => {
    const running = async () => ((await (await fetch(`${site.url}/api/developer/status`)).json()) as never)['boxes']
    await expect.poll(running, { timeout: 120_000 }).toMatchObject({ running: true })
    const kinds = await page.evaluate(
      ([which, url, secret]) => (globalThis as unknown as Scope).sdkPage.stream(which, url, secret),
      [form, site.url, key] as const,
    )
    expect(kinds[0]).toBe('task')
    expect(kinds).toContain('artifactUpdate')
    expect(kinds.at(-1)).toBe('statusUpdate')
  },
)
