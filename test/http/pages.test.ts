import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { defineDocument } from '#core/Operation.ts'
import type { Page } from '#core/Page.ts'
import type { Served } from '#core/ports.ts'
import { type AppOptions, createApp } from '#http/createApp.ts'
import { readAssets } from '#http/readAssets.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { json } from '../setup/json.ts'
import { emptyOperation } from '../setup/operations.ts'

const LONG = 'launch '.repeat(500)
const pages: Page[] = [
  {
    path: '/developers',
    title: 'Developers',
    content: { html: `<h1>Developers</h1>${LONG}`, markdown: `# Developers\n${LONG}` },
    cacheControl: 'public, max-age=60',
    headers: { 'content-security-policy': "default-src 'none'", link: '</llms.txt>; rel="alternate"' },
  },
  {
    path: '/launches/{address}',
    title: 'Launch',
    cacheControl: 'no-store',
    content: async ({ params, query }) =>
      params['address'] === 'none'
        ? { html: 'no such launch', status: 404 }
        : { html: `<h1>${params['address']} ${query.get('tab')}</h1>` },
  },
]
const notFound: Page = {
  path: '*',
  title: 'Nothing here',
  cacheControl: 'no-store',
  content: { html: '<h1>Nothing here</h1>', status: 404 },
}

const door = (changes: Partial<AppOptions> = {}) =>
  createApp(plainOptions([emptyOperation], { pages, notFound, ...changes }))
const get = async (path: string, headers: Record<string, string> = {}, method = 'GET', app = door()) =>
  app.fetch(new Request(`http://localhost${path}`, { method, headers }))

describe('a page', () => {
  test('is HTML with its own headers and the common ones', async () => {
    const response = await get('/developers', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect(await response.text()).toContain('<h1>Developers</h1>')
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'public, max-age=60',
      'content-security-policy': "default-src 'none'",
      link: '</llms.txt>; rel="alternate"',
      vary: 'accept, accept-encoding',
      'x-content-type-options': 'nosniff',
      'x-request-id': expect.stringMatching(/^req_/),
    })
  })

  test.each([
    ['text/markdown', 'markdown'],
    ['text/markdown, text/html;q=0.5', 'markdown'],
    ['text/html, text/markdown;q=0.5', 'html'],
    ['text/markdown;q=0', 'html'],
    ['*/*', 'html'],
  ])('for "Accept: %s" is %s', async (accept, type) => {
    expect((await get('/developers', { accept })).headers.get('content-type')).toBe(`text/${type}; charset=utf-8`)
  })

  test('is compressed once, and has a validator and a head', async () => {
    const app = door()
    const first = await get('/developers', { 'accept-encoding': 'br' }, 'GET', app)
    expect(first.headers.get('content-encoding')).toBe('br')
    expect(brotliDecompressSync(new Uint8Array(await first.arrayBuffer())).toString()).toContain('Developers')
    const etag = first.headers.get('etag') ?? ''
    const again = await get('/developers', { 'if-none-match': etag }, 'GET', app)
    expect([again.status, await again.text()]).toEqual([304, ''])
    const head = await get('/developers', {}, 'HEAD', app)
    expect([await head.text(), Number(head.headers.get('content-length'))]).toEqual(['', 3519])
  })

  test('may be made for each request, and say that there is nothing', async () => {
    const response = await get('/launches/0xab?tab=trades', { accept: 'text/markdown' })
    expect([response.headers.get('content-type'), await response.text()]).toEqual([
      'text/html; charset=utf-8',
      '<h1>0xab trades</h1>',
    ])
    expect(response.headers.get('content-security-policy')).toContain("default-src 'self'")
    expect((await get('/launches/none')).status).toBe(404)
  })

  test('takes no other method, is closed to foreign hosts, and costs a read', async () => {
    const limit = vi.fn(plainOptions([]).limit)
    const served = vi.fn<(served: Served) => void>()
    expect((await get('/developers', {}, 'POST')).headers.get('allow')).toBe('GET, HEAD, OPTIONS')
    expect((await get('/developers', { host: 'evil.example' })).status).toBe(403)
    await get('/developers', {}, 'GET', door({ limit, served }))
    expect(limit).toHaveBeenCalledWith(expect.anything(), 'read')
    expect(served.mock.calls[0]?.[0]).toMatchObject({ operation: { name: 'page /developers' }, status: 200 })
  })

  test('cannot have the path of an operation', () => {
    const page: Page = { path: '/x', title: 'x', content: { html: '' }, cacheControl: '' }
    expect(() => door({ pages: [page, page] })).toThrow('Two operations at GET /x')
  })
})

test('for an unknown path, a browser gets a page and a program gets JSON', async () => {
  const page = await get('/nowhere', { accept: 'text/html' })
  expect([page.status, await page.text()]).toEqual([404, '<h1>Nothing here</h1>'])
  const answer = await get('/nowhere')
  expect([answer.status, (await json(answer)).code]).toEqual([404, 'not_found'])
})

test('hashed files of a built folder are cached permanently', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'assets-'))
  await writeFile(join(folder, 'index-BfX3k9aQ.js'), `export const x = '${'y'.repeat(2000)}'`)
  await writeFile(join(folder, 'logo.svg'), '<svg/>')
  const limit = vi.fn(plainOptions([]).limit)
  const app = door({ assets: await readAssets(folder, '/assets'), limit })
  const script = await get('/assets/index-BfX3k9aQ.js', { 'accept-encoding': 'gzip' }, 'GET', app)
  expect(Object.fromEntries(script.headers)).toMatchObject({
    'content-type': 'text/javascript; charset=utf-8',
    'cache-control': 'public, max-age=31536000, immutable',
    'content-encoding': 'gzip',
  })
  const logo = await get('/assets/logo.svg', { accept: 'image/*' }, 'GET', app)
  expect([logo.headers.get('cache-control'), logo.headers.get('content-type')]).toEqual([
    'public, max-age=3600',
    'image/svg+xml',
  ])
  expect((await get('/assets/../package.json', {}, 'GET', app)).status).toBe(404)
  expect(limit).not.toHaveBeenCalled()
  expect(await readAssets(join(folder, 'none'), '/assets')).toEqual([])
})

test('a document is sent as it is, compressed once while it stays the same', async () => {
  let text = JSON.stringify({ text: LONG })
  const document = defineDocument({
    name: 'document',
    method: 'GET',
    path: '/document.json',
    tag: 'test',
    summary: 'A document.',
    access: none,
    limit: 'read',
    errors: [],
    cacheControl: 'public, max-age=60',
    request: z.strictObject({}),
    response: z.object({ text: z.string() }),
    document: () => text,
  })
  const app = createApp(plainOptions([document]))
  const first = await get('/document.json', { 'accept-encoding': 'br, gzip' }, 'GET', app)
  expect([first.headers.get('content-encoding'), first.headers.get('content-type')]).toEqual(['br', 'application/json'])
  const etag = first.headers.get('etag') ?? ''
  expect((await get('/document.json', { 'if-none-match': etag }, 'GET', app)).status).toBe(304)
  text = '{"text":"other"}'
  const other = await get('/document.json', { 'if-none-match': etag }, 'GET', app)
  expect([other.status, await other.text()]).toEqual([200, text])
})
