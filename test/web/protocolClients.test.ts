import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { build, type Rolldown } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newKey } from '../setup/keys/newKey.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'

const opened = new AsyncDisposableStack()
afterAll(() => opened.disposeAsync())
let service: ListeningService
let page: Page
let key: string

/** A page of `app.example`, an origin that the operator allows, with the protocols' own clients in it. */
beforeAll(async () => {
  const script = await bundle(join(import.meta.dirname, '../setup/web/protocolPage.ts'))
  const site = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<!doctype html><script>${script}</script>`),
  )
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  opened.defer(() => void site.close())
  const origin = `http://app.example:${(site.address() as AddressInfo).port}`
  service = opened.use(await startListeningService({ BOXES_MAX: '2', ALLOWED_ORIGINS: origin }))
  key = (await newKey(service.url)).key
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--host-resolver-rules=MAP app.example 127.0.0.1'],
  })
  opened.defer(() => browser.close())
  page = await browser.newPage()
  await page.goto(origin)
})

async function bundle(entry: string): Promise<string> {
  const options = { input: entry, output: { format: 'iife' as const } }
  const built = await build({
    logLevel: 'silent',
    configFile: false,
    build: { write: false, minify: false, rolldownOptions: options },
  })
  const [chunk] = (built as Rolldown.RolldownOutput).output
  return chunk.code.replaceAll('</script', String.raw`<\/script`)
}

const use = (name: string) =>
  page.evaluate(
    ([client, place]) =>
      (globalThis as never as { clients: Record<string, (at: unknown) => unknown> }).clients[client]?.(place),
    [name, { url: service.url, key }] as const,
  )

test.each([
  ['mcp1', 12],
  ['mcp2', 'slipway'],
  ['a2aJsonRpc', 'task … statusUpdate'],
  ['a2aRest', 'task … statusUpdate'],
  ['challenge', expect.stringContaining('error="invalid_token"')],
])('a page on an allowed origin uses the client %s', async (name, answer) => {
  expect(await use(name)).toEqual(answer)
})
