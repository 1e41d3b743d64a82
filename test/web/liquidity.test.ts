import type { Locator, Page } from 'playwright-core'
import { type Address, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { OPERATOR } from '#devnet/addresses.ts'
import { swap } from '#devnet/seedV3.ts'
import { exact } from '#site/format.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { depositsOf } from '../setup/web/depositsOf.ts'
import { connectWallet, open, openSite, SCREENS, type SiteUnderTest, type Visit } from '../setup/web/openSite.ts'
import { overflowOf } from '../setup/web/overflowOf.ts'
import { send } from '../setup/web/seedLaunches.ts'
import { violationsOf } from '../setup/web/violationsOf.ts'

let site: SiteUnderTest
let owner: Visit

beforeAll(async () => {
  site = await openSite({ isSeeded: false })
  owner = await site.visit({ account: site.accounts[0] })
  await open(owner.page, '/positions')
  await connectWallet(owner.page)
})
afterAll(() => site?.[Symbol.asyncDispose]())

type Described = { protocol: string; reference: string; token0: string; token1: string; fee: number; hooks?: string }
type Devnet = { pools: Described[]; tokens: { symbol: string; address: string }[] }

async function devnet(): Promise<Devnet> {
  return (await (await fetch(`${site.url}/api/developer/devnet`)).json()) as Devnet
}

async function positions(): Promise<Body[]> {
  const found: Body[] = []
  for (let cursor = ''; ; ) {
    const next: string = cursor && `&cursor=${cursor}`
    const url = `${site.url}/api/liquidity/positions?owner=${site.accounts[0]}&chainId=4663${next}`
    const page = (await (await fetch(url)).json()) as Body
    found.push(...page.positions)
    if (!page.nextCursor) return found
    cursor = page.nextCursor
  }
}

test('pools are found by their tokens, and one of them is shown with price, depth and the way in', async () => {
  const { page, context, complaints } = await site.visit()
  await open(page, '/pools')
  await page.getByLabel('First token').fill('dusd')
  await page.getByLabel('Second token').fill('nonsense')
  await page.getByRole('button', { name: 'Find pools' }).click()
  await page.getByText('No token by that name is known here.').waitFor()
  await page.getByLabel('Second token').fill('ETH')
  await page.keyboard.press('Enter')
  const list = page.getByRole('list', { name: 'Pools found' })
  for (const name of [/v2/, /v3 0.05 %/, /v4 0.05 %/, /dynamic fee/]) await list.getByRole('button', { name }).waitFor()
  await page.waitForURL(/tokenA=dusd&tokenB=ETH/)
  await list.getByRole('button', { name: /v4 0.05 %/ }).click()
  await page.getByText('1 ETH costs').waitFor()
  await page.getByText('1 DUSD costs').waitFor()
  await page.getByRole('img', { name: /Liquidity by price in DUSD per ETH/ }).waitFor()
  await page.getByRole('group', { name: 'Price in' }).getByRole('button', { name: 'ETH' }).click()
  await page.getByRole('img', { name: /Liquidity by price in ETH per DUSD/ }).waitFor()
  await page.getByRole('button', { name: 'Table' }).click()
  const rows = page.getByRole('region', { name: 'Depth in figures' }).getByRole('row')
  await expect.poll(() => rows.count()).toBe(11)
  const { pools } = await devnet()
  const pool = pools.find(({ protocol, fee, token0 }) => protocol === 'V4' && fee === 500 && /^0x0+$/.test(token0))
  const way = await page.getByRole('link', { name: 'Provide liquidity' }).getAttribute('href')
  expect(way).toContain(`pool=${pool?.reference}`)
  expect(way).toContain('tokenA=ETH')
  expect(complaints).toEqual([])
  await context.close()
})

test('a pool is found by address or id alone, and says what is special about it', async () => {
  const { page, context } = await site.visit()
  const { pools, tokens } = await devnet()
  const burn = tokens.find(({ symbol }) => symbol === 'BURN')?.address
  const kyc = tokens.find(({ symbol }) => symbol === 'KYC')?.address
  const has = (address: string | undefined) => (pool: Described) => [pool.token0, pool.token1].includes(address ?? '')
  await open(page, '/pools')
  await page.getByRole('button', { name: 'By address or id' }).click()
  await page.getByLabel('Pool', { exact: true }).fill('0x12')
  await page.getByRole('button', { name: 'Find pools' }).click()
  await page.getByText('An address has 40 digits').waitFor()
  await page.getByLabel('Pool', { exact: true }).fill(pools.find(has(burn))?.reference ?? '')
  await page.getByRole('button', { name: 'Find pools' }).click()
  await page.getByText('keeps 1 % of each transfer').waitFor()
  await page.getByRole('heading', { name: /BURN/ }).waitFor()
  await open(page, `/pools?pool=${pools.find(has(kyc))?.reference}`)
  await page.getByText('is for allow-listed wallets only').waitFor()
  await page.getByText('may refuse it.').waitFor()
  const taking = pools.find((pool) => pool.hooks !== undefined && pool.fee === 3000 && !has(kyc)(pool))
  await open(page, `/pools?pool=${taking?.reference}`)
  await page.getByText('can be locked').waitFor()
  await context.close()
})

test('a missing pool can be opened, and a chain that does not answer is reported', async () => {
  const { page, context } = await site.visit()
  await open(page, '/pools?tokenA=KYC&tokenB=BURN')
  await page.getByText(/No pool of KYC and BURN/).waitFor()
  expect(await page.getByRole('link', { name: 'Open this pool' }).getAttribute('href')).toContain('/positions/new?')
  await page.route('**/api/liquidity/pools**', (route) => route.abort())
  await page.getByRole('button', { name: 'Find pools' }).click()
  await page.getByLabel('Second token').fill('DUSD')
  await page.getByRole('button', { name: 'Find pools' }).click()
  await page.getByText('Search failed.').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: /KYC/ }).waitFor()
  // Back goes through the searches, and another chain is chosen without clearing the first.
  await page.goBack()
  await page.getByText(/No pool of KYC and BURN/).waitFor()
  await page.getByLabel('Chain').selectOption('8453')
  await page.waitForURL(/chainId=8453/)
  await expect.poll(() => page.getByText('No token by that name is known here.').count()).toBe(2)
  await page.getByLabel('Chain').selectOption('1')
  await page.waitForURL(/chainId=1(&|$)/)
  await context.close()
})

test('anyone’s positions can be viewed, and only their owner can change them', async () => {
  const { page, context } = await site.visit()
  await open(page, '/positions')
  await page.getByLabel('Or view any wallet').fill(site.accounts[0] ?? '')
  await page.getByRole('button', { name: 'Show its positions' }).click()
  const cards = page.getByRole('article')
  const count = (await positions()).length
  await expect.poll(() => cards.count()).toBe(count)
  expect(page.url().toLowerCase()).toContain(`owner=${site.accounts[0]?.toLowerCase()}`)
  expect(await page.getByRole('button', { name: 'Remove' }).count()).toBe(0)
  await page.getByText('This pool has a token that keeps a part of each transfer.').waitFor()
  const hook = page.getByText('This pool has a hook.').last()
  await hook.click()
  await page.getByText('can be locked').waitFor()
  await open(page, `/positions?owner=${site.accounts[9]}`)
  await page.getByText('This wallet has no open position').waitFor()
  await context.close()
})

/** Signs whatever the open review asks for, one step after another, until the last is mined. */
async function signAll(done: RegExp): Promise<void> {
  const { page } = owner
  const dialog = page.getByRole('dialog')
  const receipt = page.getByRole('dialog', { name: 'Done' })
  const mined = receipt.getByText(done)
  const next = dialog.locator('.footer .button.primary:not([aria-busy]):not([disabled])')
  for (;;) {
    await receipt.or(next).first().waitFor()
    if ((await receipt.count()) > 0) break
    // The button is disabled while the figures refresh.
    await next.click({ timeout: 10_000 }).catch(() => {})
  }
  await mined.waitFor()
  await receipt.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'hidden' })
}

const JOURNEYS = [
  { protocol: 'V4', pair: 'ETH / DUSD', token: 'ETH' },
  { protocol: 'V3', pair: 'WETH / DUSD', token: 'DUSD' },
  { protocol: 'V2', pair: 'WETH / DUSD', token: 'ETH' },
] as const

test.each(JOURNEYS)(
  'a $protocol position of $pair is claimed from, added to and reduced',
  async ({ protocol, pair, token }) => {
    const { page } = owner
    const mine = async () =>
      (await positions()).find(
        (position) =>
          position.protocol === protocol && `${position.token0.symbol} / ${position.token1.symbol}` === pair,
      )
    await open(page, '/positions')
    const card = page.getByRole('article', { name: `${protocol.toLowerCase()} position ${pair}` }).first()
    await card.waitFor()
    const before = await mine()

    if (protocol !== 'V2') {
      expect(BigInt(before.uncollectedFees.token0.amount)).toBeGreaterThan(0n)
      await card.getByRole('button', { name: 'Claim' }).click()
      await signAll(/Claimed the fees/)
      await expect
        .poll(async () => (await mine()).uncollectedFees)
        .toMatchObject({ token0: { amount: '0' }, token1: { amount: '0' } })
    }

    await card.getByRole('button', { name: 'Add' }).click()
    await page.getByRole('group', { name: 'The amount you set' }).getByRole('button', { name: token }).click()
    await page.getByLabel(`Add, in ${token}`).fill(token === 'ETH' ? '0.5' : '600')
    await page.getByRole('button', { name: 'Review what you add' }).click()
    await signAll(/Added to/)
    const liquidity = async () => BigInt((await mine()).liquidity)
    await expect.poll(liquidity).toBeGreaterThan(BigInt(before.liquidity))
    const grown = await liquidity()

    await card.getByRole('button', { name: 'Remove' }).click()
    const slider = page.getByRole('slider', { name: 'How much to remove' })
    await slider.focus()
    await slider.press('Home')
    for (let step = 0; step < 9; step++) await slider.press('ArrowRight')
    await page.getByRole('button', { name: 'Review the removal of 10 %' }).click()
    await signAll(/Removed 10 %/)
    await expect.poll(liquidity).toBe(grown - (grown * 10n) / 100n)
  },
)

test('every open position of the connected wallet can be added to', async () => {
  await open(owner.page, '/positions')
  await owner.page.getByRole('button', { name: 'Claim' }).first().waitFor()
  const count = (await positions()).length
  await expect.poll(() => owner.page.getByRole('button', { name: 'Add' }).count()).toBe(count)
})

test('the history of a position starts when its owner asks, and equals the logs of its manager', async () => {
  const { page } = owner
  await open(page, '/positions')
  const card = page.getByRole('article', { name: 'v3 position WETH / DUSD' }).first()
  await card.getByRole('button', { name: 'History' }).click()
  const sheet = page.getByRole('dialog', { name: /^History of WETH \/ DUSD v3 position/ })
  const signIn = sheet.getByRole('button', { name: /^Sign in as/ })
  const start = sheet.getByRole('button', { name: 'Start the history' })
  await signIn.or(start).first().waitFor()
  if (await signIn.isVisible()) await signIn.click()
  await start.click()
  await sheet.getByText('Result at the current price').waitFor()
  const tokenId = (await card.getAttribute('aria-label'))?.split(' number ')[1] ?? ''
  const deposits = await depositsOf(site, BigInt(tokenId))
  const deposited = sheet.locator('.key-values div', { hasText: 'Deposited' })
  await deposited.getByTitle(`${exact(deposits.amount0)} WETH`, { exact: true }).waitFor()
  await expect.poll(() => sheet.getByText('Deposit', { exact: true }).count()).toBe(deposits.count)
  for (const words of ['Withdrawal', 'Collected'])
    expect(await sheet.getByText(words, { exact: true }).count()).toBeGreaterThan(0)
  await sheet.getByText(/^(Ahead of|Behind) holding, fees included$/).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await atEverySize(page, 'positionHistory', sheet)
  await sheet.getByRole('button', { name: 'Stop and delete this history' }).click()
  await start.waitFor()
  await sheet.getByRole('button', { name: 'Close' }).click()
  await atEverySize(page, 'positionsMine', page.locator('main'))
})

const IS_EVERY_PAGE = process.env['EVERY_PAGE'] !== undefined

/** Takes pictures in windows of several widths and both themes; nothing of the element may be cut off. */
async function atEverySize(page: Page, name: string, element: Locator): Promise<void> {
  for (const width of IS_EVERY_PAGE ? [360, 390, 1024, 1440] : [390, 1440])
    for (const colorScheme of IS_EVERY_PAGE ? (['dark', 'light'] as const) : (['light'] as const)) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme })
      expect([width, await overflowOf(element)]).toEqual([width, []])
      await page.screenshot({ path: `${SCREENS}/${name}-${width}-${colorScheme}.png` })
    }
}

test('a position that the price has left says so, and takes one token alone', async () => {
  const { page } = owner
  const pool = (await devnet()).pools.find(({ protocol, fee }) => protocol === 'V3' && fee === 100) as Described
  const path = [pool.token0, pool.token1] as [Address, Address]
  const watcher = await site.visit()
  await watcher.page.clock.install()
  await open(watcher.page, `/positions?owner=${site.accounts[0]}`)
  const watched = watcher.page.getByRole('article', { name: 'v3 position DUSD / USDX' })
  await watched.getByText('In range').first().waitFor()
  await send(site.rpc, { from: OPERATOR, ...swap(pool as never, path, parseUnits('90000', 6)) })
  // The service caches its reads until it has noticed the next block.
  const hasLeft = async () => (await positions()).some(({ status }) => status === 'OUT_OF_RANGE')
  await expect.poll(hasLeft).toBe(true)
  // A visitor sees it without an action.
  await watcher.page.clock.fastForward(20_000)
  await watched.getByText('Out of range').waitFor()
  await watcher.context.close()
  await open(page, '/positions')
  const card = page.getByRole('article', { name: 'v3 position DUSD / USDX' })
  await card.getByText('Out of range').waitFor()
  await card.getByText('it earns nothing until the price is back').waitFor()
  await card.getByRole('button', { name: 'Add' }).click()
  await page.getByText('The price is outside this range.').waitFor()
  await page.getByLabel('Add, in DUSD').fill('10')
  expect(await page.getByRole('group', { name: 'The amount you set' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Close' }).click()
})

test('the browser logged no error on the way', () => {
  expect(owner.complaints).toEqual([])
})
