import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DUSD } from '#devnet/addresses.ts'
import { positionUrl } from '#site/positionUrl.ts'
import { connectWallet, open, openSite, type SiteUnderTest, type Visit } from '../setup/web/openSite.ts'
import { launch } from '../setup/web/seedLaunches.ts'

let site: SiteUnderTest
let visitor: Visit
let token: Address

beforeAll(async () => {
  site = await openSite({ isSeeded: false })
  const from = site.accounts[2] as Address
  const at = { factory: site.devnet.contracts.launchpad, from }
  token = await launch(site.rpc, at, { name: 'Comma', symbol: 'COMMA', value: 10n ** 16n })
  visitor = await site.visit({ account: site.accounts[1] })
  await open(visitor.page, `/launch/${token}`)
  await connectWallet(visitor.page)
})
afterAll(() => site?.[Symbol.asyncDispose]())

const GROUPED = 'Leave out thousands separators, as in 1000.5.'

test('a trade reads 0,05 as 0.05 ETH and 1.000 as 1 ETH, says so, and reviews that amount', async () => {
  const { page } = visitor
  await open(page, `/launch/${token}`)
  await page.getByLabel('You pay, in ETH').first().fill('1.000')
  await page.getByText('= 1 ETH').first().waitFor()
  await page.getByLabel('You pay, in ETH').first().fill('0,05')
  await page.getByText('= 0.05 ETH').first().waitFor()
  await page.getByRole('button', { name: /Review buy of/ }).click()
  await page.getByRole('dialog').getByText('0.05 ETH').first().waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
})

test('a trade refuses a grouped amount with a sentence', async () => {
  const { page } = visitor
  await open(page, `/launch/${token}`)
  await page.getByLabel('You pay, in ETH').first().fill('1,000.5')
  await page.getByText(GROUPED).first().waitFor()
  expect(await page.getByRole('button', { name: 'Review buy' }).first().isDisabled()).toBe(true)
})

test('slippage reads a comma as a decimal point and refuses more than half', async () => {
  const { page } = visitor
  await open(page, `/launch/${token}`)
  await page
    .getByRole('button', { name: /^Change slippage/ })
    .first()
    .click()
  const slippage = page.getByLabel('Other slippage').first()
  await slippage.fill('1,5')
  await page.getByText('At least, at 1.5 % slippage').first().waitFor()
  await slippage.fill('60')
  await page.getByText('Type a percentage from 0 to 50. Until then 1.5 % applies.').waitFor()
})

test('the first buy of a launch reads 0,1 as 0.1 ETH', async () => {
  const { page } = visitor
  await open(page, '/launch/new')
  await page.getByLabel('Symbol').fill('FIRST')
  await page.getByRole('group', { name: 'Opening' }).getByRole('button', { name: 'None' }).click()
  await page.getByLabel('First buy in ETH').fill('0,1')
  await page.getByText('98,463,724.358405 FIRST').waitFor()
  await page.getByText('= 0.1 ETH').waitFor()
  await page.getByLabel('First buy in ETH').fill('1.000,5')
  await page.getByText(GROUPED).waitFor()
})

test('deposit and bounds of a position read a comma as a decimal point', async () => {
  const { page } = visitor
  const form = { protocol: 'v4', tokenA: zeroAddress, tokenB: DUSD, fee: 500 } as const
  await open(page, positionUrl({ ...form, lower: -198080, upper: -194710 }))
  await page.getByLabel('ETH amount').fill('0,5')
  await page.getByText('= 0.5 ETH').waitFor()
  await page.waitForURL(/amountA=500000000000000000(&|$)/)
  const bound = page.getByRole('textbox', { name: 'Lowest price' })
  await bound.fill('2700,5')
  await bound.press('Enter')
  await page.getByText(/^Moved from 2700,5 to the nearest tick/).waitFor()
  await expect.poll(async () => Number(await bound.inputValue())).toBeGreaterThan(2_690)
  expect(Number(await bound.inputValue())).toBeLessThan(2_710)
  await bound.fill('2,700.5')
  await page.getByText(GROUPED).waitFor()
})

test('the first price of a pool reads a comma as a decimal point', async () => {
  const { page } = visitor
  await open(page, positionUrl({ protocol: 'v4', tokenA: zeroAddress, tokenB: DUSD }))
  await page.getByRole('button', { name: 'Change pool' }).click()
  await page.getByText('Open a new pool').click()
  await page.getByLabel('Starting price').fill('2981,4')
  await page.getByText('= 2981.4 DUSD per ETH').waitFor()
  await page.getByLabel('Starting price').fill('2,981.4')
  await page.getByText(GROUPED).waitFor()
})
