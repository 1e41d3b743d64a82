import type { Page } from 'playwright-core'
import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DUSD } from '#devnet/addresses.ts'
import { positionUrl } from '#site/positionUrl.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { createPosition, signInToBuild, takeSteps } from '../setup/web/builder.ts'
import { connectWallet, open, openSite, SCREENS, type SiteUnderTest } from '../setup/web/openSite.ts'
import { overflowOf } from '../setup/web/overflowOf.ts'
import { sellEth } from '../setup/web/sellEth.ts'
import { violationsOf } from '../setup/web/violationsOf.ts'

/** Positions of one token: as an order that waits for a price, and by a swap of a part of it. */

let site: SiteUnderTest
beforeAll(async () => {
  site = await openSite({ isSeeded: false })
})
afterAll(() => site?.[Symbol.asyncDispose]())

const form = { tokenA: zeroAddress, tokenB: DUSD, fee: 500 } as const
const kind = (page: Page, name: string) =>
  page.getByRole('group', { name: 'Kind of deposit' }).getByRole('button', { name })
const sent = (page: Page) => page.evaluate<string[]>('testWallet.asked.filter((method) => /send/.test(method))')

async function positions(owner: Address | undefined, protocol: string): Promise<Body[]> {
  const answer = await fetch(`${site.url}/api/liquidity/positions?owner=${owner}&chainId=4663`)
  return ((await answer.json()) as Body).positions.filter((one: Body) => one.protocol === protocol)
}

/** Somebody sells ETH until the price is at a tick. */
const sellEthTo = (tick: number) => sellEth(site, '500', tick)

test('an order waits below the price, fills as the price crosses it, and says when to withdraw', async () => {
  const account = site.accounts[3]
  const { page, context, complaints } = await site.visit({ account, width: 360 })
  await open(page, positionUrl({ ...form, protocol: 'v3' }))
  await connectWallet(page)
  await kind(page, 'Range order').click()
  await page.getByRole('button', { name: 'Sell DUSD' }).click()
  const now = Number(
    (await page.getByText(/^The price is [\d,.]+ now\. This order sells below it\.$/).textContent())
      ?.replace(/[^\d.]/g, '')
      .replace(/\.+$/, ''),
  )
  // A price above the present one would sell at once; the nearest price that waits is used instead.
  const price = page.getByRole('textbox', { name: 'Sell at' })
  await price.fill(String(now * 2))
  await price.press('Enter')
  const typed = async () => Number((await price.inputValue()).replaceAll(',', ''))
  await expect.poll(typed).toBeLessThan(now)
  await price.fill(String(now * 0.99))
  await price.press('Enter')
  await page.getByLabel('DUSD amount').fill('3000')
  await page.getByText(/^1\.0\d+ ETH \$[\d.]+ K$/).waitFor()
  expect(await violationsOf(page)).toEqual([])
  expect(await overflowOf(page.locator('main'))).toEqual([])
  await page.screenshot({ path: `${SCREENS}/positions-new-order-360-light.png`, fullPage: true })
  await signInToBuild(page)
  expect(await takeSteps(page)).toEqual(['Approve DUSD for the v3 position manager'])
  await page.getByRole('dialog').getByText('Sell DUSD for ETH in their v3 pool').waitFor()
  const order = new URL(page.url()).searchParams
  await createPosition(page)
  const [lower, upper] = [Number(order.get('lower')), Number(order.get('upper'))]
  expect(upper - lower).toBe(10)
  await expect.poll(() => positions(account, 'V3')).toMatchObject([{ tickLower: lower, tickUpper: upper }])
  await open(page, '/positions')
  await page.getByText('Range order: sells DUSD for WETH. 0 % filled.').waitFor()
  await sellEthTo(lower + 5)
  await open(page, '/positions')
  await page.getByText(/Range order: sells DUSD for WETH\. (49|50)(\.\d)? % filled\./).waitFor()
  await sellEthTo(lower - 5)
  await open(page, '/positions')
  await page.getByText('Filled: withdraw now.').waitFor()
  await page.getByText('It turns back into DUSD when the price returns.').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.screenshot({ path: `${SCREENS}/positions-order-360-light.png` })
  // The form of the same order does not build it again: its price is gone.
  await open(page, `/positions/new?${order}&amountB=3000000000`)
  await page.getByText('The price has reached this range.').waitFor()
  await page.getByText('Choose a price that the market has not reached.').first().waitFor()
  expect(await page.getByRole('button', { name: 'Review position' }).isEnabled()).toBe(false)
  expect(complaints).toEqual([])
  await context.close()
})

test('an order that was placed elsewhere is read both ways', async () => {
  const { page, context } = await site.visit()
  await open(page, `/positions?owner=${site.accounts[3]}`)
  await page.getByText('If it sells WETH, it is 0 % filled; if it sells DUSD, 100 %.').waitFor()
  await context.close()
})

test('one token makes a v4 position with one transaction', async () => {
  const account = site.accounts[4]
  const { page, context, complaints } = await site.visit({ account })
  await open(page, positionUrl({ ...form, protocol: 'v4' }))
  await connectWallet(page)
  await kind(page, 'One token').click()
  await page.getByRole('button', { name: 'Pay with ETH' }).click()
  await page.getByLabel('ETH amount').fill('2')
  await signInToBuild(page)
  await page.getByText(/^[\d,.]+ ETH for about [\d,.]+ DUSD$/).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.screenshot({ path: `${SCREENS}/positions-new-zap-1440-light.png` })
  expect(await takeSteps(page)).toEqual([])
  await createPosition(page)
  expect(await sent(page)).toEqual(['eth_sendTransaction'])
  await expect.poll(() => positions(account, 'V4')).toMatchObject([{ status: 'IN_RANGE' }])
  expect(complaints).toEqual([])
  await context.close()
})

test('one token makes a v3 position in ordered steps, and in one signature of an atomic wallet', async () => {
  const account = site.accounts[6]
  const path = positionUrl({ ...form, protocol: 'v3', kind: 'zap', pay: 'B', amountB: '4000000000' })
  const plain = await site.visit({ account })
  await open(plain.page, path)
  await connectWallet(plain.page)
  await signInToBuild(plain.page)
  expect(await takeSteps(plain.page)).toEqual([
    'Approve DUSD for Permit2',
    'Let Uniswap take DUSD for an hour',
    'Approve WETH',
    'Approve DUSD',
    'Swap a part',
  ])
  await createPosition(plain.page)
  await expect.poll(() => positions(account, 'V3')).toHaveLength(1)
  await plain.context.close()
  const atomic = await site.visit({ account, sendsTogether: true })
  await open(atomic.page, path)
  await connectWallet(atomic.page)
  await signInToBuild(atomic.page)
  await atomic.page.getByRole('button', { name: 'Review position' }).click()
  const next = atomic.page.getByRole('dialog').locator('.footer .button.primary:not([aria-busy]):not([disabled])')
  await next.click()
  await atomic.page.getByRole('dialog', { name: 'Your position is created' }).waitFor()
  expect(await sent(atomic.page)).toEqual(['wallet_sendCalls'])
  await expect.poll(() => positions(account, 'V3')).toHaveLength(2)
  await atomic.context.close()
})

test('both tokens of a v4 position take one signature of an atomic wallet, without a permit', async () => {
  const account = site.accounts[7]
  const { page, context, complaints } = await site.visit({ account, sendsTogether: true })
  await open(page, positionUrl({ ...form, protocol: 'v4', amountB: '3000000000' }))
  await connectWallet(page)
  await signInToBuild(page)
  await page.getByRole('button', { name: 'Review position' }).click()
  await page.getByRole('dialog').locator('.title', { hasText: 'Approve DUSD for Permit2' }).waitFor()
  await page.getByRole('dialog').locator('.footer .button.primary:not([aria-busy]):not([disabled])').click()
  await page.getByRole('dialog', { name: 'Your position is created' }).waitFor()
  const asked = await page.evaluate<string[]>('testWallet.asked.filter((method) => /send|signTyped/.test(method))')
  expect(asked).toEqual(['wallet_sendCalls'])
  await expect.poll(() => positions(account, 'V4')).toMatchObject([{ status: 'IN_RANGE' }])
  expect(complaints).toEqual([])
  await context.close()
})
