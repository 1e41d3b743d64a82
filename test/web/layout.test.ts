import { afterAll, beforeAll, expect, test } from 'vitest'
import { DUSD } from '#devnet/addresses.ts'
import { NATIVE, positionUrl } from '#site/positionUrl.ts'
import { open, openSite, type SiteUnderTest } from '../setup/web/openSite.ts'

const ETH_DUSD = positionUrl({ protocol: 'v4', tokenA: NATIVE, tokenB: DUSD, amountA: '500000000000000000' })

let site: SiteUnderTest
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.[Symbol.asyncDispose]())

test.each([360, 768, 1280])('the quick buy of a row is a word next to its figures, %i px wide', async (width) => {
  const { page, context } = await site.visit({ width })
  for (const rows of ['full', 'compact']) {
    await open(page, `/launch?rows=${rows}`)
    const row = page.locator('#column-panel-new .with-actions')
    await row.first().waitFor()
    expect(await row.first().locator('.row-actions').innerText()).toBe('Buy')
    const gaps = await row.evaluateAll((all) =>
      all.map((one) => {
        const figures = [...one.querySelectorAll('.value b, .value .second > *, .progress-value b')]
        const right = Math.max(...figures.map((figure) => figure.getBoundingClientRect().right))
        return (one.querySelector('.row-actions')?.getBoundingClientRect().left ?? 0) - right
      }),
    )
    expect(Math.min(...gaps), rows).toBeGreaterThan(0)
  }
  await context.close()
})

test.each([360, 1440])('the titles of all pages have one size, %i px wide', async (width) => {
  const { page, context } = await site.visit({ width })
  const sizes = new Map<string, string[]>()
  for (const path of ['/launch', '/launch/new', '/pools', '/positions', '/arena', '/boxes', '/status']) {
    await open(page, path)
    const size = await page.evaluate<string>("getComputedStyle(document.querySelector('h1')).fontSize")
    sizes.set(size, [...(sizes.get(size) ?? []), path])
  }
  expect([...sizes.values()]).toHaveLength(1)
  await context.close()
})

test.each([360, 1280])('a pool says everything about itself, %i px wide', async (width) => {
  const { page, context } = await site.visit({ width })
  await open(page, ETH_DUSD)
  const pool = page.getByRole('region', { name: 'Pool' })
  await page.locator('.range .in').first().waitFor()
  const words = await pool.innerText()
  for (const part of ['Fee 0.05 % · tick spacing 10 · no hook', 'DUSD per ETH']) expect(words).toContain(part)
  const cut = await pool
    .locator('p, dd')
    .evaluateAll((lines) => lines.filter((line) => line.scrollWidth > line.clientWidth).map((line) => line.textContent))
  expect(cut).toEqual([])
  await context.close()
})

test('the figures of a candle are whole on a phone', async () => {
  const { page, context } = await site.visit({ width: 360 })
  await open(page, `/launch/${site.tokens['CAPS']}`)
  const cut = await page.locator('.ohlc').evaluate((line) =>
    [...line.children]
      .filter((part) => {
        const [inner, outer] = [part.getBoundingClientRect(), line.getBoundingClientRect()]
        return inner.right > outer.right || inner.bottom > outer.bottom
      })
      .map((part) => part.textContent),
  )
  expect(cut).toEqual([])
  await context.close()
})

test('a phone has the theme, the language and every link of the footer', async () => {
  const { page, context } = await site.visit({ width: 360 })
  await open(page, '/launch')
  expect(await page.getByRole('contentinfo').innerText()).toMatch(/Status.*Explain.*Deutsch.*Switch theme/s)
  await page.getByRole('contentinfo').getByRole('button', { name: 'Switch theme' }).click()
  expect(await page.locator('html').getAttribute('data-theme')).toBe('dark')
  await context.close()
})

/** Adds up how far the parts of a page move while it loads. */
const WATCH_SHIFT = `
  globalThis.shift = 0
  new PerformanceObserver((list) => list.getEntries().forEach(({ value }) => { shift += value })).observe({ type: 'layout-shift', buffered: true })`

test('a linked position does not move while it loads', async () => {
  const { page, context } = await site.visit()
  await page.addInitScript(WATCH_SHIFT)
  await open(page, ETH_DUSD)
  await page.locator('.range .in').first().waitFor()
  await page.locator('.position-grid').getByText('Steps').waitFor()
  expect(await page.evaluate<number>('shift')).toBeLessThan(0.1)
  await context.close()
})

test('pages can be read before their scripts run', async () => {
  const parts: [string, string][] = [
    ['/launch', 'Kittiwake'],
    [`/launch/${site.tokens['HRBR']}`, 'To graduation'],
    [`/portfolio/${site.accounts[4]}`, 'Capstan'],
    ['/arena', 'No rooms yet'],
    [`/positions?owner=${site.accounts[0]}`, 'In range'],
  ]
  // A server that is busy draws a page without the answers that are late.
  for (const [path, words] of parts)
    await expect.poll(async () => (await fetch(site.url + path)).text(), { message: path }).toContain(words)
})
