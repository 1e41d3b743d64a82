import type { Page } from 'playwright-core'
import { type Address, encodeFunctionData, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DUSD, WETH } from '#devnet/addresses.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { fixed } from '#site/format.ts'
import { positionUrl } from '#site/positionUrl.ts'
import { LOOKS } from '../setup/web/looks.ts'
import { connectWallet, open, openSite, reload, SCREENS, type SiteUnderTest } from '../setup/web/openSite.ts'
import { buy, send } from '../setup/web/seedLaunches.ts'
import { problemsOf } from '../setup/web/violationsOf.ts'

let site: SiteUnderTest
let token: Address
let creator: Address

beforeAll(async () => {
  site = await openSite()
  token = site.tokens['HRBR'] as Address
  creator = ((await read(`/api/launchpad/token?address=${token}`)) as { creator: Address }).creator
})
afterAll(() => site?.[Symbol.asyncDispose]())

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape themselves.
async function read(path: string): Promise<any> {
  return (await fetch(site.url + path)).json()
}

const cents = (text: string | null) => Math.round(Number((text ?? '').replace(/[^\d.]/g, '')) * 100)
const visible = (page: Page) => page.locator('.dollars:visible')

test('a token page has the creator’s record in one line, which leads to the whole record', async () => {
  const { page, context, complaints } = await site.visit()
  const record = await read(`/api/launchpad/creators/${creator}`)
  const drawn = await (await fetch(`${site.url}/launch/${token}`)).text()
  expect(drawn).toContain(`The creator has launched ${record.tokens} token`)
  await open(page, `/launch/${token}`)
  await page.getByText(`${record.graduated} graduated`).waitFor()
  await page.getByRole('link', { name: 'Full record' }).click()
  await page.getByRole('heading', { name: 'Creator’s record' }).waitFor()
  expect(await page.getByRole('region', { name: 'Launches' }).locator('tbody tr').count()).toBe(record.launches.length)
  for (const { name } of record.launches) await page.getByRole('row', { name: new RegExp(name) }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test.each(LOOKS)(
  'early buyers, top traders and results are usable at $width px in the $theme theme',
  async ({ width, theme }) => {
    const { page, context, complaints } = await site.visit({ width, theme })
    await open(page, `/launch/${token}`)
    await page.getByRole('tab', { name: 'Holders' }).click()
    await page.getByRole('img', { name: /^Holders over time: / }).scrollIntoViewIfNeeded()
    await page.screenshot({ path: `${SCREENS}/holders-${width}-${theme}.png` })
    expect(await problemsOf(page)).toEqual([])
    for (const [tab, picture] of [
      ['Early buyers', 'earlyBuyers'],
      ['Top traders', 'topTraders'],
    ] as const) {
      await page.getByRole('tab', { name: tab }).click()
      const row = page.getByRole('tabpanel', { name: tab }).locator('tbody tr').first()
      await row.scrollIntoViewIfNeeded()
      await page.screenshot({ path: `${SCREENS}/${picture}-${width}-${theme}.png` })
      expect(await problemsOf(page)).toEqual([])
    }
    const [top] = (await read(`/api/launchpad/traders?address=${token}`)).traders
    await open(page, `/portfolio/${top.wallet}`)
    await page.getByRole('tab', { name: 'Profit and loss' }).click()
    await page.getByRole('tabpanel', { name: 'Profit and loss' }).getByRole('row', { name: /HRBR/ }).waitFor()
    await page.screenshot({ path: `${SCREENS}/results-${width}-${theme}.png` })
    expect([...(await problemsOf(page)), ...complaints]).toEqual([])
    await context.close()
  },
)

test('early buyers and top traders are those of the API', async () => {
  const { page, context } = await site.visit()
  await open(page, `/launch/${token}`)
  const { buyers } = await read(`/api/launchpad/early?address=${token}`)
  await page.getByRole('tab', { name: 'Early buyers' }).click()
  const early = page.getByRole('tabpanel', { name: 'Early buyers' }).locator('tbody tr')
  await expect.poll(() => early.count()).toBe(buyers.length)
  expect(await early.first().locator('a').getAttribute('title')).toBe(buyers[0].address)
  const { traders } = await read(`/api/launchpad/traders?address=${token}`)
  await page.getByRole('tab', { name: 'Top traders' }).click()
  const top = page.getByRole('tabpanel', { name: 'Top traders' }).locator('tbody tr')
  await expect.poll(() => top.count()).toBe(traders.length)
  expect(await top.first().locator('a').getAttribute('title')).toBe(traders[0].wallet)
  await context.close()
})

test('the chart of holders ends at the figures of the API', async () => {
  const { page, context, complaints } = await site.visit()
  await open(page, `/launch/${token}`)
  await page.getByRole('tab', { name: 'Holders' }).click()
  const { points } = await read(`/api/launchpad/holders/history?address=${token}&interval=1m`)
  const { holders, top10ShareBps } = points.at(-1)
  await page.getByRole('img', { name: new RegExp(`^Holders over time: .* ${holders} now`) }).waitFor()
  const share = `${(top10ShareBps / 100).toFixed(2)}`.replace('.', '\\.')
  await page
    .getByRole('img', { name: new RegExp(`^Ten largest, of the supply over time: .* ${share}\\s% now`) })
    .waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the portfolio has realised and open results, win rate, best and worst', async () => {
  const trader = site.accounts[6] as Address
  const at = { from: trader, factory: site.devnet.contracts.launchpad }
  const other = site.tokens['KITTI'] as Address
  await send(site.rpc, buy(other, { ...at, value: parseEther('0.2') }))
  const { holders } = await untilListed(other, trader)
  const args = [other, BigInt(holders[0].balance), 0n] as const
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'sell', args })
  await send(site.rpc, { from: trader, to: at.factory, data })
  const loss = async () => (await read(`/api/launchpad/wallets/${trader}`)).losses
  await expect.poll(loss).toBeGreaterThan(0)
  const wallet = await read(`/api/launchpad/wallets/${trader}`)
  const { page, context, complaints } = await site.visit()
  await open(page, `/portfolio/${trader}`)
  const facts = page.getByRole('region', { name: 'Profit and loss' })
  await expect.poll(() => facts.textContent()).toContain(`Win rate${(wallet.winRateBps / 100).toFixed(1)}\u00a0%`)
  expect(await facts.textContent()).toContain(`${wallet.wins} of ${wallet.wins + wallet.losses}`)
  expect(await facts.textContent()).toMatch(new RegExp(`Worst${wallet.worst.symbol} .*loss`))
  const ether = (wei: string) => (Number(BigInt(wei) / 10n ** 14n) / 10_000).toFixed(4).replace('-', '')
  expect(await facts.textContent()).toContain(ether(wallet.worst.realisedEth))
  await expectValue(page, wallet.open.valueEth)
  expect(complaints).toEqual([])
  await context.close()
})

/** The chart ends with the value of today, in ETH and dollars, for every span. */
async function expectValue(page: Page, wei: string): Promise<void> {
  const chart = page.getByRole('region', { name: 'Tokens over time' })
  const now = fixed(BigInt(wei), 4)
  for (const span of ['1 h', '24 h', '7 d', '200 d']) {
    await chart.getByRole('button', { name: span, exact: true }).click()
    await chart.getByRole('img', { name: new RegExp(`^Value over time: .* ${now} now`) }).waitFor()
  }
  expect(await chart.locator('figcaption').textContent()).toMatch(new RegExp(`^${now} ETH.*\\$.* now$`))
  await chart.locator('svg').hover()
  await expect.poll(() => chart.locator('figcaption').textContent()).toMatch(/ UTC$/)
}

/** Waits until the index has the holder of a token. */
async function untilListed(address: Address, holder: Address) {
  const path = `/api/launchpad/holders?address=${address}`
  await expect.poll(async () => JSON.stringify(await read(path))).toMatch(new RegExp(holder, 'i'))
  return read(path)
}

test('amounts have dollars at the price of the feed, and a switch turns them off for good', async () => {
  const { page, context, complaints } = await site.visit()
  const { usdSource, marketCapUsd } = await read(`/api/launchpad/token?address=${token}`)
  const amounts = positionUrl({
    protocol: 'v3',
    tokenA: zeroAddress,
    tokenB: DUSD,
    fee: 500,
    amountA: '100000000000000000',
  })
  const { pools } = await read('/api/developer/devnet')
  const pair = pools.find(
    (pool: { protocol: string; token0: string }) => pool.protocol === 'V2' && pool.token0 === WETH,
  ).reference
  const launches = [
    '/launch',
    `/launch/${token}`,
    `/portfolio/${creator}`,
    `/launch/creators/${creator}`,
    '/launch/new',
  ]
  for (const path of [...launches, `/positions?owner=${site.accounts[0]}`, `/pools?pool=${pair}`, amounts]) {
    await open(page, path)
    await page.locator('.dollar-note').getByText(usdSource.description).waitFor()
    await expect.poll(async () => [path, (await visible(page).count()) > 1]).toEqual([path, true])
  }
  await open(page, `/launch/${token}`)
  const cap = await page.locator('.facts dd .dollars').first().textContent()
  expect(cap).toMatch(/\$[\d.]+ K/)
  expect(cents(cap) / 100).toBeCloseTo(Math.floor(Number(marketCapUsd) / 10) / 100, 2)
  await page.getByRole('switch', { name: 'Hide dollars' }).click()
  await expect.poll(() => visible(page).count()).toBe(0)
  for (const path of ['/launch', `/launch/${token}`, `/portfolio/${creator}`]) {
    await open(page, path)
    await page.getByRole('switch', { name: 'Show dollars' }).waitFor()
    expect([path, await visible(page).count()]).toEqual([path, 0])
  }
  await page.getByRole('switch', { name: 'Show dollars' }).click()
  await visible(page).first().waitFor()
  await reload(page)
  await page.getByRole('switch', { name: 'Hide dollars' }).waitFor()
  await visible(page).first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('without a feed there are no dollars, and an old price says so', async () => {
  // The portfolio of the own wallet is read by the browser, where its answers can be changed.
  const { page, context } = await site.visit({ account: creator })
  await open(page, '/portfolio')
  await connectWallet(page)
  const change = async (usdSource: unknown) => {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.route('**/api/launchpad/**', async (route) => {
      const response = await route.fetch().catch(() => undefined)
      if (!response?.headers()['content-type']?.includes('application/json')) return route.fallback()
      await route.fulfill({ response, json: { ...(await response.json()), usdSource } })
    })
  }
  await change(null)
  await reload(page)
  await page.getByRole('region', { name: 'Profit and loss' }).waitFor()
  expect(await page.locator('.dollars').count()).toBe(0)
  expect(await page.getByRole('switch').count()).toBe(0)
  const { usdSource } = await read('/api/launchpad/stats')
  await change({ ...usdSource, isStale: true })
  await reload(page)
  await page.getByText('an old price').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

test('an account that launched nothing has an empty record, and another path is not found', async () => {
  const { page, context } = await site.visit()
  await open(page, '/launch/creators/0x00000000000000000000000000000000000000aa')
  await page.getByText('This account has not launched a token').waitFor()
  expect((await fetch(`${site.url}/launch/creators/harbour`)).status).toBe(404)
  await context.close()
})
