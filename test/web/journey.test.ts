import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectWallet,
  open,
  opened,
  openSite,
  reload,
  type SiteUnderTest,
  sign,
  type Visit,
} from '../setup/web/openSite.ts'

let site: SiteUnderTest
let creator: Visit
let watcher: Visit
let tokenPath = ''

beforeAll(async () => {
  site = await openSite()
  creator = await site.visit({ account: site.accounts[1] })
  watcher = await site.visit()
})
afterAll(() => site?.[Symbol.asyncDispose]())

test('a token is launched with a first buy, and its page opens', async () => {
  const { page } = creator
  await open(watcher.page, '/launch')
  await open(page, '/launch/new')
  await connectWallet(page)
  await page.getByLabel('Name').fill('Journey')
  await page.getByLabel('Symbol').fill('JRNY')
  await page.getByLabel('First buy in ETH').fill('0.1')
  const lock = page.getByRole('group', { name: 'Lock your first buy' })
  expect(await lock.getByRole('button', { name: '30 days', pressed: true }).count()).toBe(1)
  await lock.getByRole('button', { name: 'None' }).click()
  await page.getByText('99 % of your first buy would be burned.').waitFor()
  await page.getByRole('group', { name: 'Opening' }).getByRole('button', { name: 'None' }).click()
  await page.getByText('98,463,724.358405 JRNY').waitFor()
  await page.getByRole('button', { name: 'Review launch' }).click()
  await page.getByText('A launch cannot be undone, edited or deleted.').waitFor()
  const toWallet = page.getByRole('button', { name: 'Open wallet to sign' })
  expect(await toWallet.isDisabled()).toBe(true)
  await page.getByLabel('I understand that this is final').check()
  await toWallet.click()
  await opened(page, /\/launch\/0x[0-9a-fA-F]{40}$/)
  tokenPath = new URL(page.url()).pathname
  await page.getByRole('heading', { name: /Journey/ }).waitFor()
  await page.getByText('Unbacked community token.').waitFor()
})

test('a launch with an opening and a locked first buy shows both on its page', async () => {
  const { page, context } = await site.visit({ account: site.accounts[0] })
  await open(page, '/launch/new')
  await connectWallet(page)
  await page.getByLabel('Name').fill('Fair Wind')
  await reload(page)
  await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Fair Wind')
  await page.getByLabel('Symbol').fill('FAIR')
  await page.getByLabel('First buy in ETH').fill('0.05')
  await page.getByRole('group', { name: 'Lock your first buy' }).getByRole('button', { name: '30 days' }).click()
  await page.getByRole('button', { name: 'Review launch' }).click()
  await page.getByText('locked, released over 30 days to you').waitFor()
  await page.getByLabel('I understand that this is final').check()
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await opened(page, /\/launch\/0x[0-9a-fA-F]{40}$/)
  await page.getByText('Opening of 120 s').waitFor()
  await page.getByText('First buy locked for 30 days').waitFor()
  await page.getByRole('timer').waitFor()
  await page.getByText('Price now').waitFor()
  const holders = page.getByRole('region', { name: 'Supply distribution' })
  await holders.getByText('Locked first buy').waitFor()
  const shares = (await holders.locator('.supply b').allTextContents()).map((text) => Number.parseFloat(text))
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(100, 5)
  expect(await page.getByText('first-block buyer').count()).toBe(0)
  await context.close()
})

test('another browser sees the launch without reloading', async () => {
  await watcher.page.locator('#column-panel-new').getByText('Journey').waitFor()
  await open(watcher.page, tokenPath)
  await watcher.page.getByRole('tab', { name: /Trades 1/ }).waitFor()
})

test('the token is bought, and the buy appears in another browser', async () => {
  const { page } = creator
  await page.getByLabel('You pay, in ETH').first().fill('0.05')
  await page.getByRole('button', { name: /Review buy of/ }).click()
  await page.getByText('simulated').waitFor()
  await sign(page, /^Bought [\d,]+ JRNY for [\d.]+ ETH$/)
  await watcher.page.getByRole('tab', { name: /Trades 2/ }).waitFor()
  await watcher.page.locator('tbody tr').filter({ hasText: '0.0500' }).waitFor()
})

test('a part of it is sold again', async () => {
  const { page } = creator
  await page.getByRole('button', { name: 'Sell', exact: true }).first().click()
  await page.getByRole('button', { name: '25 %' }).click()
  await page.getByRole('button', { name: /Review sale for/ }).click()
  await sign(page, /^Sold [\d,.]+ JRNY for [\d.]+ ETH$/)
  await watcher.page.locator('tbody tr').filter({ hasText: 'Sell' }).waitFor()
})

test('a buy with a large impact needs its amount typed again', async () => {
  const { page } = creator
  await page.getByRole('button', { name: 'Buy', exact: true }).first().click()
  await page.getByLabel('You pay, in ETH').first().fill('3')
  await page.getByText('This buy completes the curve.').waitFor()
  await page.getByRole('button', { name: /Review buy of/ }).click()
  await page.getByLabel('Type 3 to confirm').waitFor()
  expect(await page.getByRole('button', { name: 'Open wallet to sign' }).isDisabled()).toBe(true)
  await page.getByLabel('Type 3 to confirm').fill('3')
  await sign(page, /^Bought [\d,]+ JRNY for [\d.]+ ETH. JRNY has graduated/)
})

test('the token has graduated for everybody', async () => {
  for (const { page } of [creator, watcher]) await page.getByRole('heading', { name: /^Graduated/ }).waitFor()
})

test('the same box goes on in the pool: a buy, and a sale with the approvals it needs', async () => {
  const { page } = creator
  await reload(page)
  await page.getByLabel('You pay, in ETH').first().fill('0.02')
  await page.getByText('Pool fee, 1 %').first().waitFor()
  await page.getByRole('button', { name: /Review buy of/ }).click()
  await sign(page, /^Bought [\d,]+ JRNY for [\d.]+ ETH$/)
  await page.getByRole('button', { name: 'Sell', exact: true }).first().click()
  await page.getByLabel('You sell, in JRNY').first().fill('1000000')
  await page.getByRole('button', { name: /Review sale for/ }).click()
  await sign(page, /^Sold [\d,.]+ JRNY for [\d.]+ ETH$/)
  await watcher.page.locator('tbody tr').filter({ hasText: '1,000,000' }).filter({ hasText: 'Sell' }).waitFor()
})

test('the creator claims the fees', async () => {
  const { page } = creator
  await page.getByRole('button', { name: 'Review claim' }).click()
  const facts = page.getByRole('dialog').locator('dl')
  await expect.poll(() => facts.first().textContent()).toMatch(/Fees to pay out0\.\d*[1-9]\d* ETH/)
  await sign(page, 'Claimed fees of JRNY')
})

test('the portfolio shows what was launched, held and traded', async () => {
  const { page } = creator
  await open(page, '/portfolio')
  await page.getByRole('heading', { name: 'Your portfolio' }).waitFor()
  await page.getByRole('row', { name: /Journey/ }).waitFor()
  await expect
    .poll(() => page.locator('dl.totals').textContent())
    .toMatch(/Total, without positions[\d,]+\.\d+ETH \$[\d.]+ [KM]ETH[\d,]+\.\d+ETH/)
  await page.getByRole('tab', { name: 'Positions' }).click()
  await page.getByText('You have no open position').waitFor()
  await page.getByRole('tab', { name: /Launched 1/ }).click()
  await page.getByRole('tab', { name: 'Trades' }).click()
  await page.getByRole('cell', { name: 'Sell' }).first().waitFor()
  await page.getByRole('cell', { name: 'JRNY' }).first().waitFor()
})

test('neither browser logged an error', () => {
  expect([...creator.complaints, ...watcher.complaints]).toEqual([])
})
