import type { Page } from 'playwright-core'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DUSD } from '#devnet/addresses.ts'
import { NATIVE, positionUrl } from '#site/positionUrl.ts'
import { open, openSite, SCREENS, type SiteUnderTest } from '../setup/web/openSite.ts'
import { launch } from '../setup/web/seedLaunches.ts'

/** The pages in German: chosen by the browser or by the link, complete, and with the same rule for typed amounts. */

let site: SiteUnderTest
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.[Symbol.asyncDispose]())

/** Names that are the same in every language: tokens, accounts, chains and agents. */
const NAMES =
  /^(0x.*|[0-9a-fA-F]{18,}|TradingView|.*(Chain|Mainnet|Sepolia|Testnet|Era|One)( devnet)?|Ethereum|Unichain|Polygon|Monad|X Layer|Soneium|Tempo|MegaETH|Base|Celo|Avalanche|Linea|Blast|Zora|Desk|Handbook|Echo|Executor|Claude|Codex|Gemini|OpenCode|Kittiwake|Mudlark|Sextant|Fog Signal|Capstan|Foghorn|Bilge Cat|Harbour|Drydock|Plimsoll)$/

async function missingOn(page: Page): Promise<string[]> {
  const all = await page.evaluate<string[]>('[...slipwayMissing]')
  return all.filter((text) => !NAMES.test(text))
}

test('a German browser gets every page in German, with its numbers, and without a fault', async () => {
  const paths: Record<string, string> = {
    launch: '/launch',
    form: '/launch/new',
    token: `/launch/${site.tokens['HRBR']}`,
    graduated: `/launch/${site.tokens['CAPS']}`,
    portfolio: `/portfolio/${site.accounts[4]}`,
    position: positionUrl({ protocol: 'v4', tokenA: NATIVE, tokenB: DUSD, amountA: '500000000000000000' }),
    pools: '/pools?tokenA=ETH&tokenB=DUSD',
    positions: `/positions?owner=${site.accounts[0]}`,
    arena: '/arena',
    boxes: '/boxes',
  }
  const { page, context, complaints } = await site.visit({ locale: 'de-DE', width: 360 })
  for (const [name, path] of Object.entries(paths)) {
    await open(page, path)
    await expect.poll(() => page.locator('.skeleton').count()).toBe(0)
    await page.screenshot({ path: `${SCREENS}/german-${name}-360-light.png` })
    const excess = await page.evaluate<number>('document.documentElement.scrollWidth - innerWidth')
    expect([name, excess, ...(await missingOn(page)), ...complaints.splice(0)]).toEqual([name, 0])
  }
  await open(page, '/launch')
  await page.getByText('Neueste').first().waitFor()
  await page.getByText('11,01').first().waitFor()
  await context.close()
})

test('on a phone the market cap stays apart from the buttons next to it, and the notice is one column', async () => {
  const { page, context } = await site.visit({ locale: 'de-DE', width: 360 })
  await open(page, `/launch/${site.tokens['CAPS']}`)
  const spanOf = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const range = element.ownerDocument.createRange()
      range.selectNodeContents(element)
      const { left, right } = range.getBoundingClientRect()
      return { left, right }
    })
  const [cap, sell] = [
    await spanOf('.trade-bar .grow b'),
    await page.locator('.trade-bar .button').first().boundingBox(),
  ]
  expect((sell?.x ?? 0) - cap.right).toBeGreaterThanOrEqual(8)
  const [notice, link] = [await spanOf('.strip .grow'), await spanOf('.strip .link-button')]
  expect(link.left).toBeCloseTo(notice.left, 0)
  await context.close()
})

test('an error of the API is explained in German, and its own words follow', async () => {
  const { page, context } = await site.visit({ locale: 'de-DE' })
  const body = { code: 'resource_exhausted', message: 'Too many requests. Try again in 7 seconds.' }
  await page.route('**/api/liquidity/pools*', (route) => route.fulfill({ status: 429, json: body }))
  await open(page, '/pools')
  await page.getByRole('button', { name: 'ETH / DUSD' }).click()
  const words = 'Zu viele Anfragen. Versuche es gleich noch einmal. (Too many requests. Try again in 7 seconds.)'
  await page.getByText(words).waitFor()
  await context.close()
})

test('a name that is a word of the page stays as its creator wrote it', async () => {
  const at = { factory: site.devnet.contracts.launchpad, from: site.accounts[8] as Address }
  const token = await launch(site.rpc, at, { name: 'Holders', symbol: 'Price', value: 0n })
  const { page, context } = await site.visit({ locale: 'de-DE' })
  await expect.poll(async () => (await page.goto(`/launch/${token}`))?.status()).toBe(200)
  await page.getByRole('heading', { name: 'Holders' }).getByText('Price').waitFor()
  expect(await page.title()).toContain('Holders (Price)')
  await context.close()
})

test('the link in the footer changes the language, and the next page remembers it', async () => {
  const { page, context, complaints } = await site.visit()
  await open(page, '/launch?creator=1')
  await page.getByRole('link', { name: 'Deutsch' }).click()
  await page.getByRole('link', { name: 'Token starten' }).waitFor()
  expect(new URL(page.url()).searchParams.get('creator')).toBe('1')
  await open(page, '/launch/new')
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  await page.getByRole('button', { name: 'Suchen oder springen' }).click()
  await page.getByRole('option', { name: 'Neue Position' }).waitFor()
  await page.keyboard.press('Escape')
  const amount = page.getByLabel('Erster Kauf in ETH')
  await amount.fill('0,05')
  await page.getByText('des Bestands').first().waitFor()
  await amount.fill('1.000,5')
  await page.getByText('Ohne Tausendertrennzeichen, zum Beispiel 1000,5.').waitFor()
  // A figure that is copied from the page is refused, never read as a smaller one.
  await amount.fill('1\u202F234')
  await page.getByText('Ohne Tausendertrennzeichen, zum Beispiel 1000,5.').waitFor()
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByRole('heading', { name: 'Launch a token' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
