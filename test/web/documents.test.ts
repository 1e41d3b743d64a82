import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { STATUS } from '#core/ApiError.ts'
import { GUIDES } from '#site/pages/developers/clientGuides.ts'
import { operationsOf } from '#site/pages/developers/OpenApi.ts'
import { permissionedTokenUrl } from '#site/pages/developers/permissionedToken.ts'
import { json } from '../setup/json.ts'
import { startTestService, type TestService } from '../setup/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
  const isIndexed = async () => (await service.get('/api/launchpad/stats')).status === 200
  await vi.waitUntil(isIndexed, { timeout: 300_000, interval: 100 })
})
afterAll(() => service[Symbol.asyncDispose]())

const text = async (path: string, headers?: Record<string, string>) => (await service.get(path, headers)).text()

describe('documents', () => {
  test.each([
    '/',
    '/developers',
    '/developers/quickstart',
    '/developers/guides',
    '/developers/clients',
    ...GUIDES.map(({ path }) => path),
    '/developers/keys',
    '/developers/webhooks',
    '/developers/reference',
    '/developers/reference/liquidity',
    '/developers/errors',
    '/developers/changes',
    '/developers/search?q=slippage',
    '/developers/faucet',
    '/status',
  ])('%s is a page without inline script or style, with a policy that allows neither', async (path) => {
    const response = await service.get(path, { accept: 'text/html' })
    const html = await response.text()
    expect(response.status).toBe(200)
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'; script-src 'self'/)
    expect(html).not.toMatch(/ style="| onclick=|<script>(?!\s*<)/)
    expect(html).toMatch(/<h1>[^<]+<\/h1>/)
    expect(html).toMatch(/<meta name="description" content="[^"]{20,}"/)
  })

  test.each(['/', '/developers', '/developers/errors', '/status'])(
    '%s is markdown for clients that accept it',
    async (path) => {
      const response = await service.get(path, { accept: 'text/markdown' })
      expect(response.headers.get('content-type')).toMatch(/text\/markdown/)
      expect(await response.text()).toMatch(/^# /)
    },
  )

  test('a wallet that a permissioned token does not admit learns what to do and how to check again', async () => {
    const { address } = service.devnet.token('KYC')
    const wallet = service.devnet.account(9).address
    const pathOf = permissionedTokenUrl('')
    const path = pathOf(4663, address, wallet)
    const page = await text(path)
    for (const words of [address, wallet, 'What to do', 'kycRequiredWarnings']) expect(page).toContain(words)
    expect(await text(path, { accept: 'text/markdown' })).toContain(wallet)
    expect(await text(pathOf(1, address, wallet))).toContain(`https://etherscan.io/token/${address}`)
    expect((await service.get(pathOf(7, address, wallet))).status).toBe(404)
    expect((await service.get(pathOf(1, 'nothing', wallet))).status).toBe(404)
  })

  test('the reference shows every operation of the OpenAPI document', async () => {
    const document = await json(service.get('/api/developer/openapi.json'))
    const index = await text('/developers/reference')
    for (const { id, path, tag } of operationsOf(document)) {
      expect(index, `${id} in the index`).toContain(`/developers/reference/${tag}#${id}`)
      expect(index).toContain(path)
    }
    const liquidity = await text('/developers/reference/liquidity')
    for (const words of [
      'walletAddress',
      'response fields',
      'may be missing',
      '42161',
      'x-api-key',
      'import os, requests',
      'await client.lpCreate(',
      'slipway call lpCreate',
    ])
      expect(liquidity).toContain(words)
  })

  test('every error code has a page, and every failure links to its own', async () => {
    for (const code of Object.keys(STATUS))
      expect(await text(`/developers/errors/${code}`)).toContain(`{\n  &quot;code&quot;: &quot;${code}&quot;,`)
    expect(await text('/developers/errors/not_found')).toContain('&quot;message&quot;: &quot;The path, token,')
    expect((await service.get('/developers/errors/nope')).status).toBe(404)
    const failure = await service.get('/api/launchpad/token?address=0x12')
    const { code } = await json(Promise.resolve(failure))
    expect(failure.headers.get('link')).toBe(`<${service.baseUrl}/developers/errors/${code}>; rel="help"`)
  })

  test('text of strangers is escaped wherever a document shows it', async () => {
    const html = await text(`/developers/errors/${encodeURIComponent('<img src=x onerror=alert(1)>')}`)
    expect(html).not.toContain('<img src=x')
  })

  test('a browser that follows a wrong link gets a page with further links, and a program an error', async () => {
    const page = await service.get('/nowhere', { accept: 'text/html' })
    expect([page.status, await page.text()]).toEqual([
      404,
      expect.stringMatching(/Page not found[\s\S]*href="\/launch"/),
    ])
    expect((await json(service.get('/nowhere'))).code).toBe('not_found')
    const slashed = await service.get('/status/', { accept: 'text/html' })
    expect([slashed.status, slashed.headers.get('location')]).toEqual([308, '/status'])
  })

  test('the status page describes each component in words', async () => {
    await service.get('/api/launchpad/stats')
    // Polled, because a chain or a database may be slow to answer at first.
    await expect
      .poll(() => text('/status'))
      .toMatch(/PostgreSQL [\d.]+, \w+, answers in (less than )?\d+ ms, (durable writes|writes survive a crash)/)
    await expect
      .poll(() => text('/status'))
      .toMatch(/newest block [\d,]+, [\d.,]+ (s|min) old, answers in (less than )?\d+ ms/)
    const page = await text('/status')
    expect(page).not.toMatch(/headAgeMs|contractsPresent|fsync|fullPageWrites/)
  })

  test('the landing page shows the figures of the index', async () => {
    // The index may go on between the two.
    const agree = async () => {
      const { block } = await json(service.get('/api/launchpad/stats'))
      return (await text('/')).includes(`<dd>${block.toLocaleString('en-US')}</dd><dt>last block indexed</dt>`)
    }
    await expect.poll(agree).toBe(true)
  })
})

test('every client has a guide with pictures that are served, reachable from the page of the clients', async () => {
  expect(GUIDES.map(({ title }) => title)).toEqual(['Claude', 'ChatGPT', 'Cursor', 'VS Code', 'Codex'])
  const start = await text('/developers/clients')
  for (const { path, id } of GUIDES) {
    expect(start).toContain(`href="${path}"`)
    const page = await text(path)
    expect(page).toContain(`${service.baseUrl}/mcp`)
    expect(page).not.toMatch(/&lt;host&gt;|\*\*/)
    const pictures = [...page.matchAll(/<img [^>]*src="(\/developers\/pictures\/[^"]+)"/g)].map(([, src = '']) => src)
    expect(pictures[0]).toBe(`/developers/pictures/consent-${id}-light.webp`)
    for (const src of pictures) {
      const picture = await service.get(src)
      expect([src, picture.status, picture.headers.get('content-type')]).toEqual([src, 200, 'image/webp'])
    }
  }
})

describe('the search of the documents', () => {
  const found = async (query: string) =>
    [
      ...(await text(`/developers/search?q=${encodeURIComponent(query)}`)).matchAll(/<a class="bold" href="([^"]+)"/g),
    ].map(([, href]) => href)
  test.each([
    ['/lp/create', '/developers/reference/liquidity#lpCreate'],
    ['slipage tolerance', '/developers/reference/liquidity#lpCreate'],
    ['already_exists', '/developers/errors/already_exists'],
    ['launch a token', '/developers/guides#launch-a-token'],
    ['connect cursor', '/developers/clients/cursor'],
    ['sunset', '/developers/changes#deprecation-policy'],
  ])('finds %s', async (query, href) => {
    expect((await found(query)).slice(0, 8)).toContain(href)
  })
  test('every result leads to a page that has its anchor', async () => {
    for (const href of [...(await found('key')), ...(await found('launch'))]) {
      const [path = '', anchor = ''] = href?.split('#') ?? []
      const page = await service.get(path, { accept: 'text/html' })
      expect([path, page.status]).toEqual([path, 200])
      if (anchor !== '') expect(await page.text()).toContain(`id="${anchor}"`)
    }
  })
  test('says what to search for when nothing is found, and shows the words as text', async () => {
    const page = await text('/developers/search?q=%3Cb%3Ezzzqqq')
    expect(page).toContain('Nothing found for “&lt;b&gt;zzzqqq”')
    expect(page).toContain('Search for a path such as')
  })
})
