import type { Page } from 'playwright-core'
import { type Address, encodeFunctionData, erc20Abi, maxUint256, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DUSD } from '#devnet/addresses.ts'
import { NATIVE, positionUrl } from '#site/positionUrl.ts'
import type { TokenPage } from '../../web/api/launchpad.ts'
import { coversOf } from '../setup/web/coversOf.ts'
import { LOOKS } from '../setup/web/looks.ts'
import { open, opened, openSite, reload, SCREENS, type SiteUnderTest, type Visit } from '../setup/web/openSite.ts'
import { buy, launch, rpcAt, send } from '../setup/web/seedLaunches.ts'
import { problemsOf } from '../setup/web/violationsOf.ts'

const HOSTILE = '<img src=x onerror=alert(1)>\u202E</script>'

const ETH_DUSD = positionUrl({ protocol: 'v4', tokenA: NATIVE, tokenB: DUSD, amountA: '500000000000000000' })

let site: SiteUnderTest
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.[Symbol.asyncDispose]())

/** Documents without a layout of their own; looked at when pictures of every page are taken. */
const DOCUMENTS: [string, () => string, string][] = [
  ['quickstart', () => '/developers/quickstart', 'h1'],
  ['guides', () => '/developers/guides', 'h1'],
  ['changes', () => '/developers/changes', 'h1'],
  ['search', () => '/developers/search?q=slippage', 'h1'],
  ['clients', () => '/developers/clients', 'h1'],
  ['faucet', () => '/developers/faucet', 'h1'],
  ['referenceLiquidity', () => '/developers/reference/liquidity', 'h1'],
  ['error', () => '/developers/errors/unavailable', 'h1'],
  ['notFound', () => '/nowhere', 'h1'],
  ['offline', () => '/offline', 'h1'],
  ['myPortfolio', () => '/portfolio', '.empty'],
]

/** Every page, and the sign that it has its data. */
const PAGES: [string, () => string, string][] = [
  ['landing', () => '/', 'h1'],
  ['launch', () => '/launch', '.token-row'],
  ['form', () => '/launch/new', '.form-grid'],
  ['token', () => `/launch/${site.tokens['HRBR']}`, 'canvas'],
  ['graduated', () => `/launch/${site.tokens['CAPS']}`, 'canvas'],
  ['creator', () => `/launch/creators/${site.accounts[6]}`, '.table tbody tr'],
  ['portfolio', () => `/portfolio/${site.accounts[4]}`, '.value-chart figure'],
  ['position', () => '/positions/new', '.token-button'],
  ['positionInPool', () => ETH_DUSD, '.range .in'],
  ['pools', () => '/pools?tokenA=ETH&tokenB=DUSD', '.depth svg'],
  ['positions', () => `/positions?owner=${site.accounts[0]}`, '.position'],
  ['explain', () => '/explain', 'textarea'],
  ['design', () => '/design', '.states'],
  ['developers', () => '/developers', 'h1'],
  ['reference', () => '/developers/reference', 'h1'],
  ['keys', () => '/developers/keys', 'h1'],
  ['webhooks', () => '/developers/webhooks', 'h1'],
  ['errors', () => '/developers/errors', 'h1'],
  ['status', () => '/status', 'h1'],
  ...(process.env['EVERY_PAGE'] === undefined ? [] : DOCUMENTS),
]

describe.each(LOOKS)('in the $theme theme at $width px', (look) => {
  let visit: Visit
  beforeAll(async () => {
    visit = await site.visit(look)
  })
  afterAll(() => visit.context.close())

  test.each(PAGES)(
    '%s has its data, no serious violation, no horizontal overflow and no covered heading',
    async (name, path, landmark) => {
      const { page, complaints } = visit
      await open(page, path())
      await page.locator(landmark).first().waitFor()
      await page.screenshot({ path: `${SCREENS}/${name}-${look.width}-${look.theme}.png` })
      // The browser itself reports a page that is not there.
      const others = complaints.splice(0).filter((one) => name !== 'notFound' || !one.includes('404'))
      expect([...(await problemsOf(page)), ...(await coversOf(page)), ...others]).toEqual([])
    },
  )
})

test('the same pages are served under the path with the chain’s prefix', async () => {
  for (const path of ['/rh-launch', '/rh-launch/new', `/rh-launch/${site.tokens['HRBR']}`])
    expect((await fetch(site.url + path)).status).toBe(200)
  const text = await (await fetch(`${site.url}/rh-launch/${site.tokens['HRBR']}`)).text()
  expect(text).toContain(`<link rel="canonical" href="${site.url}/launch/${site.tokens['HRBR']}">`)
})

test('a page says what it is to those who share it, and brings its first data along', async () => {
  const text = await (await fetch(`${site.url}/launch/${site.tokens['HRBR']}`)).text()
  expect(text).toMatch(/<title>Harbour \(HRBR\) [\d.]+ ETH market cap · Slipway<\/title>/)
  expect(text).toContain('<meta name="description" content="Unbacked community token.')
  expect(text).toContain('property="og:title" content="Harbour (HRBR)')
  expect(text).toContain('/api/launchpad/candles?address=')
})

test('an address that is not a launched token is a 404 with links to other pages', async () => {
  for (const path of ['/launch/0x0000000000000000000000000000000000000001', '/launch/harbour', '/portfolio/me']) {
    const response = await fetch(site.url + path)
    expect(response.status).toBe(404)
    expect(await response.text()).toContain('href="/launch"')
  }
})

test('every page has a policy that forbids inline code', async () => {
  const { headers } = await fetch(`${site.url}/launch`)
  const policy = headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self';")
  expect(policy).not.toMatch(/unsafe|\*/)
  // Phone wallets are not set up here, so that pages may call no relay.
  expect(policy).not.toMatch(/wss?:/)
})

test('text of strangers is shown and never run', async () => {
  const rpc = rpcAt(site.devnet.rpcUrl)
  const name = HOSTILE.replace('\u202E', '')
  const token = await launch(
    rpc,
    { factory: site.devnet.contracts.launchpad, from: site.accounts[8] as Address },
    { name, symbol: '"><b>', value: 0n },
  )
  const { page, context, complaints } = await site.visit()
  page.on('dialog', () => complaints.push('a dialog opened'))
  await open(page, `/launch/${token}`)
  await page.getByRole('heading', { name: /<img src=x/ }).waitFor()
  await open(page, '/launch')
  await page.getByText('<img src=x').first().waitFor()
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('<img')
  await page.getByRole('option', { name: /<img src=x/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a pasted request is explained before anybody signs it, and a mined one is compared with it', async () => {
  const { page, context, complaints } = await site.visit()
  await open(page, '/explain')
  const stranger = site.accounts[9] as Address
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [stranger, maxUint256] })
  await page.getByLabel('Calldata, transaction, typed data, message or link').fill(data)
  await page.getByRole('button', { name: 'Explain' }).click()
  await page.getByRole('alert').getByText('Type the called contract').waitFor()
  await page.getByLabel('Called contract').fill(DUSD)
  await page.getByRole('button', { name: 'Explain' }).click()
  const explanation = page.getByRole('region', { name: 'Explanation' })
  await explanation.getByText('approve of DUSD').waitFor()
  expect((await explanation.locator('.callout').allTextContents()).join(' ')).toMatch(/unlimited|everything/i)
  await page.screenshot({ path: `${SCREENS}/explain-read-1440-light.png` })
  const from = site.accounts[8] as Address
  const hash = String(await site.rpc('eth_sendTransaction', [{ from, to: stranger, value: '0x5' }]))
  await page.getByLabel('Calldata, transaction, typed data, message or link').fill(hash)
  await page.getByRole('button', { name: 'Explain' }).click()
  await page.getByRole('region', { name: 'Receipt' }).getByText('as stated').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the list is searched, filtered and shared by its address', async () => {
  const { page, context } = await site.visit()
  await open(page, '/launch')
  await page.locator('.token-row').first().waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('fog')
  await page.waitForURL(/search=fog/)
  await page.locator('#column-panel-new .token-row').nth(1).waitFor()
  await page.getByText('Same name or symbol as another token').first().waitFor()
  await reload(page)
  await page.locator('#column-panel-new .token-row', { hasText: 'Foghorn' }).waitFor()
  await expect.poll(() => page.locator('#column-panel-new .token-row').count()).toBe(2)
  await page.getByLabel('Search tokens').fill('nothing like it')
  await page.getByRole('button', { name: 'Clear search and filters' }).first().click()
  await page.locator('#column-panel-new .token-row', { hasText: 'Kittiwake' }).waitFor()
  await page.getByLabel('Record').selectOption('1')
  await page.waitForURL(/record=1/)
  await page.locator('#column-panel-graduated .token-row', { hasText: 'Capstan' }).waitFor()
  await expect.poll(() => page.locator('#column-panel-new .token-row').count()).toBe(0)
  await page.screenshot({ path: `${SCREENS}/launch-record-1440-light.png` })
  await page.getByRole('button', { name: 'Clear Record' }).click()
  await page.getByLabel('Creator holds').selectOption('1')
  await page.waitForURL(/creator=1/)
  const foghorn = page.locator('#column-panel-new .token-row', { hasText: 'Foghorn' })
  await expect.poll(() => foghorn.count()).toBe(0)
  await page.getByRole('button', { name: 'Compact' }).click()
  await page.getByRole('button', { name: 'Save this view' }).click()
  await open(page, '/launch')
  await foghorn.waitFor()
  await page.screenshot({ path: `${SCREENS}/launch-saved-1440-light.png` })
  await page.getByRole('button', { name: 'Creator holds ≤ 1 %, Compact', exact: true }).click()
  await page.waitForURL(/creator=1&rows=compact/)
  await expect.poll(() => foghorn.count()).toBe(0)
  await page.screenshot({ path: `${SCREENS}/launch-compact-1440-light.png` })
  expect(await problemsOf(page)).toEqual([])
  await page.goBack()
  await foghorn.waitFor()
  await page.getByRole('button', { name: 'Forget Creator holds ≤ 1 %, Compact' }).click()
  await expect.poll(() => page.locator('.saved-views').count()).toBe(0)
  await open(page, '/')
  const names = page.locator('.nearest .clip')
  const widths = await names.evaluateAll((all) => all.map((name) => name.getBoundingClientRect().width))
  expect(Math.min(...widths)).toBeGreaterThan(60)
  await context.close()
})

test('a compact row shows the name next to its figures, never below them', async () => {
  for (const width of [360, 1440]) {
    const { page, context } = await site.visit({ width })
    await open(page, '/launch?rows=compact')
    const rows = page.locator('#column-panel-new .token-row')
    await rows.first().waitFor()
    const gaps = await rows.evaluateAll((all) =>
      all.map((row) => {
        const side = (part: string) => row.querySelector(part)?.getBoundingClientRect()
        return (side('.value b')?.left ?? 0) - (side('.symbol')?.right ?? 0)
      }),
    )
    expect(Math.min(...gaps)).toBeGreaterThan(0)
    const names = await rows.locator('.clip').evaluateAll((all) => all.map((name) => name.clientWidth))
    expect(Math.min(...names)).toBeGreaterThan(40)
    await page.screenshot({ path: `${SCREENS}/launch-compact-${width}-light.png` })
    await context.close()
  }
})

/** Launches a token and waits until everybody could see it. */
async function launchLate(name: string): Promise<void> {
  const at = { factory: site.devnet.contracts.launchpad, from: site.accounts[8] as Address }
  const token = await launch(site.rpc, at, { name, symbol: 'LATE', value: 0n })
  const listed = async () => (await fetch(`${site.url}/api/launchpad/tokens?limit=5`)).text()
  await expect.poll(listed).toContain(token)
}

/** Waits until a page has read its lists again and drawn them. */
async function reread(page: Page): Promise<void> {
  await page.waitForResponse((response) => response.url().includes('/api/launchpad/tokens?'))
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

test('the list does not move under the pointer or while it is paused, and continues afterwards', async () => {
  const [{ page, context }, watcher] = [await site.visit(), await site.visit()]
  for (const window of [page, watcher.page]) {
    await open(window, '/launch')
    await window.getByText('Live', { exact: true }).waitFor()
  }
  const column = page.locator('#column-panel-new')
  /** Launches, and waits until it has moved the lists of somebody else. */
  const launchSeen = async (name: string) => {
    await Promise.all([reread(watcher.page), launchLate(name)])
    await watcher.page.locator('#column-panel-new').getByText(name).waitFor()
  }
  await page.getByRole('button', { name: 'Pause' }).click()
  await launchSeen('Paused One')
  expect(await column.getByText('Paused One').count()).toBe(0)
  await page.getByRole('button', { name: 'Resume' }).click()
  await column.getByText('Paused One').waitFor()
  // The lists are about to be read again, which must not happen under the pointer.
  await column.locator('.token-row').first().hover()
  await launchSeen('Hovered One')
  expect(await column.getByText('Hovered One').count()).toBe(0)
  await page.mouse.move(5, 5)
  await column.getByText('Hovered One').waitFor()
  await watcher.context.close()
  await context.close()
})

test('rows loaded beyond the first page of a list stay when the list moves', async () => {
  const { page, context } = await site.visit()
  const at = { factory: site.devnet.contracts.launchpad, from: site.accounts[8] as Address }
  for (let count = 1; count <= 25; count++)
    await launch(site.rpc, at, { name: `Filler ${count}`, symbol: 'FILL', value: 0n })
  await launchLate('Last Filler')
  await open(page, '/launch')
  await page.getByText('Live', { exact: true }).waitFor()
  const column = page.locator('#column-panel-new')
  await column.getByRole('button', { name: 'Load more' }).click()
  await column.getByText('Drydock').waitFor()
  await page.mouse.move(5, 5)
  await Promise.all([reread(page), launchLate('Moves The List')])
  await column.getByText('Moves The List').waitFor()
  await column.getByText('Drydock').waitFor()
  await expect.poll(() => column.locator('.token-row').count()).toBeGreaterThan(30)
  await context.close()
})

test('events between the drawing of a page and the start of its stream are shown', async () => {
  const { page, context } = await site.visit()
  const { promise, resolve } = Promise.withResolvers<void>()
  await context.route('**/api/launchpad/events*', async (route) => {
    await promise
    await route.continue()
  })
  const list = await context.newPage()
  await open(page, `/launch/${site.tokens['SXT']}`)
  await open(list, '/launch')
  const at = { from: site.accounts[9] as Address, factory: site.devnet.contracts.launchpad }
  await send(site.rpc, buy(site.tokens['SXT'] as Address, { ...at, value: parseEther('0.0033') }))
  const token = await launch(site.rpc, at, { name: 'In Between', symbol: 'BTWN', value: 0n })
  const newest = async () => (await fetch(`${site.url}/api/launchpad/tokens?limit=1`)).text()
  await expect.poll(newest).toContain(token)
  resolve()
  await page.locator('tbody tr').filter({ hasText: '0.0033' }).waitFor()
  await list.locator('#column-panel-new').getByText('In Between').waitFor()
  await context.close()
})

test('a column is sorted as chosen, an exact address comes first, and on a phone columns are tabs', async () => {
  const { page, context } = await site.visit({ width: 360 })
  await open(page, '/launch')
  const rows = page.locator('#column-panel-new .token-row')
  await page.getByLabel('Sort New').selectOption('marketCap')
  await page.waitForURL(/newSort=marketCap/)
  await expect.poll(() => rows.first().textContent()).toContain('Plimsoll')
  await page.getByLabel('Sort New').selectOption('newHolders')
  const board = '/api/launchpad/tokens?sort=newHolders&graduated=false&include=glance'
  const { tokens } = (await (await fetch(site.url + board)).json()) as TokenPage
  await expect.poll(() => rows.first().textContent()).toContain(tokens[0]?.name)
  expect(await rows.first().textContent()).toContain(`+${tokens[0]?.glance?.newHolders24h} in 24 h`)
  await rows.first().getByTitle('Holders gained, 24 h').waitFor()
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.getByRole('button', { name: 'New by new holders', exact: true }).waitFor()
  expect(await page.locator('#column-panel-near').isVisible()).toBe(false)
  await page.getByRole('tab', { name: /^Near/ }).click()
  await page.locator('#column-panel-near').waitFor()
  await page.locator('#column-panel-new').waitFor({ state: 'hidden' })
  await page.getByRole('tab', { name: /^New/ }).click()
  await page.getByLabel('Search tokens').fill(site.tokens['SXT'] as string)
  await expect.poll(() => rows.first().textContent()).toContain('Sextant')
  await context.close()
})

test('the chart answers to arrow keys and has a table, and its times are in UTC everywhere', async () => {
  const { page, context } = await site.visit({ timezone: 'Pacific/Auckland' })
  await open(page, `/launch/${site.tokens['HRBR']}`)
  const chart = page.getByRole('slider', { name: /Market cap of HRBR in ETH, [1-9]/ })
  await chart.locator('canvas').first().waitFor()
  await chart.focus()
  await chart.press('ArrowLeft')
  await page
    .locator('.ohlc[role=status]')
    .getByText(/\d UTC$/)
    .waitFor()
  const [hours = 0, minutes = 0] = ((await page.locator('.ohlc').textContent()) ?? '').split(':').map(Number)
  const now = new Date()
  const apart = Math.abs(hours * 60 + minutes - now.getUTCHours() * 60 - now.getUTCMinutes())
  expect(Math.min(apart, 1_440 - apart)).toBeLessThan(240)
  await page.keyboard.press('s')
  await expect.poll(() => page.evaluate('document.activeElement?.getAttribute("aria-label")')).toMatch(/^You sell, in/)
  await page.getByRole('button', { name: /this means/ }).click()
  await page.getByRole('dialog').waitFor()
  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  const fullScreen = page.getByRole('button', { name: 'Full screen' })
  await fullScreen.click()
  await expect.poll(() => page.evaluate('document.fullscreenElement?.ariaLabel')).toBe('Chart')
  await fullScreen.click()
  await expect.poll(() => page.evaluate('document.fullscreenElement')).toBe(null)
  await page.getByRole('button', { name: 'Table' }).click()
  await page.getByText('Market cap, in ETH').waitFor()
  const table = page.getByRole('region', { name: 'Candles, newest first' })
  await table.getByRole('row').nth(1).waitFor()
  await page.getByRole('button', { name: 'Price', exact: true }).click()
  await page.getByText('Price of one token, in ETH').waitFor()
  await page.getByRole('button', { name: '1h', exact: true }).click()
  await table
    .getByRole('cell', { name: /^\d{4}-\d\d-\d\d \d\d:\d\d$/ })
    .first()
    .waitFor()
  await context.close()
})

test('one click leads from a graduated token to a position in its pool', async () => {
  const { page, context } = await site.visit()
  await open(page, `/launch/${site.tokens['CAPS']}`)
  await page.getByRole('link', { name: 'Provide liquidity' }).first().click()
  await opened(
    page,
    /\/positions\/new\?chainId=4663&protocol=v4&tokenA=ETH&tokenB=0x[0-9a-fA-F]{40}&pool=0x[0-9a-f]{64}/,
  )
  await page.getByText('ETH / CAPS').waitFor()
  await page.getByText('Fee 1 % · tick spacing 200 · hook: the launch contract').waitFor()
  await context.close()
})

test('at 1280 px no figure or symbol of a row is cut, and short pages end with their footer', async () => {
  const { page, context } = await site.visit({ width: 1280 })
  await open(page, '/launch')
  await page.locator('.token-row').first().waitFor()
  const cut = await page
    .locator('.token-row .symbol, .token-row .meta > span, .token-row .value')
    .evaluateAll((parts) =>
      parts
        .filter((part) => {
          const box = part.getBoundingClientRect()
          const line = part.parentElement?.getBoundingClientRect()
          // What does not fit is left out whole, below the line.
          const isShown = box.width > 0 && line !== undefined && box.top < line.bottom - 2
          return isShown && box.right > line.right + 1
        })
        .map((part) => part.textContent),
    )
  expect(cut).toEqual([])
  await open(page, '/offline')
  const gap = await page.evaluate('innerHeight - document.querySelector(".foot").getBoundingClientRect().bottom')
  expect(Math.abs(gap as number)).toBeLessThan(2)
  await context.close()
})

test('the site can be installed, and says so where it cannot be reached', async () => {
  const { page, context } = await site.visit({ hasWorker: true })
  await open(page, '/launch')
  const href = await page.locator('link[rel=manifest]').getAttribute('href')
  const manifest = (await (await fetch(site.url + href)).json()) as { start_url: string; icons: { src: string }[] }
  expect(manifest.start_url).toBe('/launch')
  for (const { src } of [...manifest.icons, { src: '/favicon.ico' }]) {
    const icon = await fetch(site.url + src)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([200, 'image/png'])
  }
  await page.waitForFunction(
    "navigator.serviceWorker.getRegistration().then((found) => found?.active?.state === 'activated')",
  )
  await context.setOffline(true)
  await page.goto('/launch/new')
  await page.getByRole('heading', { name: 'You are offline' }).waitFor()
  await context.setOffline(false)
  await page.getByRole('link', { name: 'Try again' }).click()
  await page.getByLabel('Symbol').waitFor()
  await context.close()
})
