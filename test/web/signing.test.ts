import type { Page } from 'playwright-core'
import { type Address, encodeFunctionData, parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchTokenAbi } from '#launchpad/contract/abi.ts'
import { pressUntil } from '../setup/web/builder.ts'
import { connectWallet, open, openSite, reload, type SiteUnderTest, type Visit } from '../setup/web/openSite.ts'
import { overflowOf } from '../setup/web/overflowOf.ts'
import { buy, launch, send } from '../setup/web/seedLaunches.ts'

type Wallet = { emit(event: string, value: unknown): void; chainId: number; asked: string[] }

let site: SiteUnderTest
let visitor: Visit
let page: Page
let token: Address
let graduated: Address
let imposter: Address

const factory = () => site.devnet.contracts.launchpad
const account = (index: number) => site.accounts[index] as Address
const create = (name: string, symbol: string, value = 0n) =>
  launch(site.rpc, { factory: factory(), from: account(2) }, { name, symbol, value })

beforeAll(async () => {
  site = await openSite({ isSeeded: false })
  token = await create('Anchor', 'ANCH', parseEther('0.01'))
  imposter = await create('Tether USD', 'USDT')
  graduated = await create('Full Sail', 'SAIL')
  await send(site.rpc, buy(graduated, { from: account(3), factory: factory(), value: parseEther('3.2') }))
  visitor = await site.visit({ account: account(1) })
  page = visitor.page
  await open(page, `/launch/${token}`)
  await connectWallet(page)
})
afterAll(() => site?.[Symbol.asyncDispose]())
beforeEach(() => open(page, `/launch/${token}`))

const review = () => page.getByRole('dialog', { name: 'Review what you will sign' })
const toWallet = () => page.getByRole('button', { name: 'Open wallet to sign' })
const sent = () =>
  page.evaluate(
    () =>
      (globalThis as unknown as { testWallet: Wallet }).testWallet.asked.filter(
        (method) => method === 'eth_sendTransaction',
      ).length,
  )

async function reviewBuy(amount: string, of: Page = page): Promise<void> {
  await of.getByLabel('You pay, in ETH').first().fill(amount)
  await of.getByRole('button', { name: /Review buy of/ }).click()
  await of.getByText('simulated').waitFor()
}

/** Whether the new figures could be accepted in the moment in which they appeared. */
function couldAcceptAtFirst(): Promise<boolean> {
  return page.evaluate<boolean>(`new Promise((resolve) => {
    const look = () => {
      const button = [...document.querySelectorAll('button')].find((one) => one.textContent === 'Accept the new figures')
      if (button) resolve(!button.disabled)
    }
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, characterData: true })
  })`)
}

test('a price that moved past the minimum since the review is shown, and nothing is sent until it is accepted', async () => {
  await reviewBuy('0.05')
  await send(site.rpc, buy(token, { from: account(4), factory: factory(), value: parseEther('0.3') }))
  const couldAccept = couldAcceptAtFirst()
  await toWallet().click()
  const notice = page.getByRole('alert').filter({ hasText: 'The price moved since you reviewed this.' })
  await notice.getByText(/You get at least [\d,.]+ ANCH, not [\d,.]+\./).waitFor()
  expect(await sent()).toBe(0)
  // The button takes the place of the one that was clicked: a second click must not accept what nobody read.
  expect(await couldAccept).toBe(false)
  await page.getByRole('button', { name: 'Accept the new figures' }).click()
  await toWallet().click()
  await page
    .getByRole('dialog', { name: 'Done' })
    .getByText(/^Bought [\d,]+ ANCH for 0.05 ETH$/)
    .waitFor()
  expect(await sent()).toBe(1)
})

test('a price that moved within the slippage is signed with the minimum that was reviewed', async () => {
  await reviewBuy('0.05')
  const least = await review()
    .getByText(/^at least/)
    .textContent()
  await send(site.rpc, buy(token, { from: account(4), factory: factory(), value: parseEther('0.005') }))
  await toWallet().click()
  await page.getByRole('dialog', { name: 'Done' }).waitFor()
  const block = (await site.rpc('eth_getBlockByNumber', ['latest', true])) as { transactions: { input: string }[] }
  const minimum = BigInt(`0x${block.transactions[0]?.input.slice(-64)}`) / 10n ** 18n
  expect(minimum.toLocaleString('en-US')).toBe(least?.replace('at least ', '').replace(' ANCH', ''))
})

test('the review says that the wallet agrees with the chain only while it does', async () => {
  await reviewBuy('0.05')
  await review().getByText('wallet agrees').waitFor()
  await page.evaluate(() => (globalThis as unknown as { testWallet: Wallet }).testWallet.emit('chainChanged', '0x1'))
  await review().getByText('wallet is on chain 1', { exact: true }).waitFor()
  expect(await review().getByText('wallet agrees').count()).toBe(0)
  expect(await toWallet().count()).toBe(0)
})

/** Changes what the service prepares on its way to the page, as an extension or a proxy could. */
const onTheWay = (change: (data: string) => string) =>
  page.route('**/api/launchpad/prepare', async (route) => {
    const answer = (await (await route.fetch()).json()) as { transaction: { data: string } }
    const data = change(answer.transaction.data)
    await route.fulfill({ json: { ...answer, transaction: { ...answer.transaction, data } } })
  })
const withoutMinimum = (data: string) => `${data.slice(0, -64)}${'0'.repeat(64)}`
const builtHere = () => review().getByText('built here, unchanged')

test('a review says that a transaction was built here once its statement is verified, and nothing moves', async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/.well-known/jwks.json', (route) => released.then(() => route.continue()))
  await reviewBuy('0.02')
  const below = async () =>
    (
      await review()
        .getByText(/^Refreshes in/)
        .boundingBox()
    )?.y
  const before = await below()
  expect(await builtHere().count()).toBe(0)
  release()
  await builtHere().waitFor()
  expect(await below()).toBe(before)
  await review().getByText('Explained independently').click()
  await review()
    .getByText(/^Buys at least .* ANCH \(0x\w{40}\) on its curve for 0\.02 ETH\./)
    .waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a transaction that was changed on its way to the review cannot be signed', async () => {
  await onTheWay(withoutMinimum)
  await reviewBuy('0.02')
  await review().getByRole('alert').getByText('This is not what Slipway built.').waitFor()
  expect([await builtHere().count(), await toWallet().isDisabled()]).toEqual([0, true])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a transaction that was changed after the review does not reach the wallet', async () => {
  await reviewBuy('0.02')
  await builtHere().waitFor()
  await onTheWay(withoutMinimum)
  await toWallet().click()
  await review().getByText('Nothing was sent to your wallet.').waitFor()
  expect(await sent()).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
})

test('a token that imitates another is named as such first, and a buy must be confirmed', async () => {
  await open(page, `/launch/${imposter}`)
  await page.getByText('This is not USDT.').first().waitFor()
  await reviewBuy('0.01')
  await review().getByText('This is not USDT.').waitFor()
  await review().getByText('Show its address').click()
  const alert = review().getByRole('alert').first()
  expect((await alert.textContent())?.toLowerCase()).toContain(imposter.toLowerCase())
  expect(await review().locator('.words').textContent()).toContain('Tether USD')
  expect(await toWallet().isDisabled()).toBe(true)
  await page.getByLabel('I understand that this token is not USDT.').check()
  await expect.poll(() => toWallet().isDisabled()).toBe(false)
})

test.each([1440, 390])('no address is cut off in the review of a sale with approvals, %i px wide', async (width) => {
  const seller = await site.visit({ account: account(3), width })
  await open(seller.page, `/launch/${graduated}`)
  await connectWallet(seller.page)
  if (width < 768) await seller.page.getByRole('button', { name: 'Sell' }).last().click()
  else await seller.page.getByRole('button', { name: 'Sell', exact: true }).first().click()
  await seller.page.getByLabel('You sell, in SAIL').last().fill('1000000')
  await seller.page
    .getByRole('button', { name: /Review sale for/ })
    .last()
    .click()
  const sheet = seller.page.getByRole('dialog', { name: 'Review what you will sign' })
  await sheet.getByText('Approve SAIL for Permit2').waitFor()
  expect(await overflowOf(sheet)).toEqual([])
  await seller.page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await seller.page
    .getByRole('dialog', { name: 'Done' })
    .getByText(/^Sold 1,000,000 SAIL for [\d.]+ ETH$/)
    .waitFor()
  await seller.context.close()
})

test('a sale in a pool takes one signature from a wallet that sends calls together', async () => {
  const seller = await site.visit({ account: account(3), sendsTogether: true })
  await open(seller.page, `/launch/${graduated}`)
  await connectWallet(seller.page)
  await seller.page.getByRole('button', { name: 'Sell', exact: true }).first().click()
  await seller.page.getByLabel('You sell, in SAIL').last().fill('2000000')
  await seller.page
    .getByRole('button', { name: /Review sale for/ })
    .last()
    .click()
  await seller.page.getByText('Approve SAIL for Permit2').waitFor()
  await seller.page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await seller.page
    .getByRole('dialog', { name: 'Done' })
    .getByText(/^Sold 2,000,000 SAIL for [\d.]+ ETH$/)
    .waitFor()
  const signed = await seller.page.evaluate<string[]>('testWallet.asked.filter((method) => /send/.test(method))')
  expect(signed).toEqual(['wallet_sendCalls'])
  await seller.context.close()
})

test('the curve is filled and the new pool provided for with one signature of an atomic wallet', async () => {
  const filled = await create('Last Leg', 'LEG', parseEther('2.5'))
  const provider = account(8)
  const visit = await site.visit({ account: provider, sendsTogether: true })
  await open(visit.page, `/launch/${filled}`)
  await connectWallet(visit.page)
  await visit.page.getByLabel('ETH for the pool').fill('0.2')
  await visit.page.getByRole('button', { name: 'Review both' }).click()
  await visit.page.getByRole('button', { name: 'Sign in with your wallet' }).click()
  const done = visit.page.getByRole('dialog', { name: 'Done' })
  await pressUntil(visit.page, 'Open wallet to sign', done)
  await done.getByText('Filled the curve of LEG and provided liquidity').waitFor()
  const signed = await visit.page.evaluate<string[]>('testWallet.asked.filter((method) => /send/.test(method))')
  expect(signed).toEqual(['wallet_sendCalls'])
  const owned = `${site.url}/api/liquidity/positions?owner=${provider}&chainId=4663`
  const read = async () => ((await (await fetch(owned)).json()) as { positions: object[] }).positions
  await expect.poll(read).toMatchObject([{ protocol: 'V4', status: 'IN_RANGE', token1: { symbol: 'LEG' } }])
  await visit.context.close()
})

test('on a phone a buy ends with a receipt of what was received', async () => {
  const phone = await site.visit({ account: account(5), width: 390 })
  await open(phone.page, `/launch/${token}`)
  await connectWallet(phone.page)
  await phone.page.getByRole('button', { name: 'Buy' }).last().click()
  await phone.page.getByLabel('You pay, in ETH').last().fill('0.01')
  await phone.page
    .getByRole('button', { name: /Review buy of/ })
    .last()
    .click()
  await phone.page.getByText('simulated').waitFor()
  await phone.page.getByRole('button', { name: 'Open wallet to sign' }).click()
  const receipt = phone.page.getByRole('dialog', { name: 'Done' })
  await receipt.getByText(/^Bought [\d,]+ ANCH for 0.01 ETH$/).waitFor()
  await receipt.locator('.dollars').waitFor()
  expect(phone.complaints).toEqual([])
  await phone.context.close()
})

test.each([1440, 390])('a long name leaves the page and its trade box whole, %i px wide', async (width) => {
  const long = await create('W'.repeat(64), 'W'.repeat(16))
  const reader = await site.visit({ account: account(6), width })
  await open(reader.page, `/launch/${long}`)
  expect(await reader.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  const sell = reader.page.getByRole('button', { name: 'Sell', exact: true })
  const box = await (width < 768 ? sell.last() : sell.first()).boundingBox()
  expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width)
  if (width > 768) await reader.page.getByLabel('You pay, in ETH').first().fill('0.01')
  if (width > 768)
    await reader.page.getByText('1 % slippage').or(reader.page.getByText('2 % slippage')).first().waitFor()
  expect(await reader.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(width)
  await reader.context.close()
})

test('the portfolio shows every token the account holds, also those it was sent', async () => {
  const holder = account(8)
  const data = encodeFunctionData({
    abi: launchTokenAbi,
    functionName: 'transfer',
    args: [holder, parseEther('1000')],
  })
  await send(site.rpc, buy(token, { from: account(7), factory: factory(), value: parseEther('0.01') }))
  await send(site.rpc, { from: account(7), to: token, data })
  await expect
    .poll(async () => (await (await fetch(`${site.url}/api/launchpad/tokens?holder=${holder}`)).json()) as object)
    .toMatchObject({ total: 1 })
  await open(page, `/portfolio/${holder}`)
  await page.getByRole('row', { name: /Anchor.*–$/ }).waitFor()
  // One that only traded knows its profit or loss.
  await open(page, `/portfolio/${account(5)}`)
  await page.getByRole('row', { name: /Anchor.*(profit|loss)/ }).waitFor()
})

test('a quote recovers once the browser is back online', async () => {
  await visitor.context.setOffline(true)
  await page.getByLabel('You pay, in ETH').first().fill('0.03')
  await page.getByText('Slipway does not answer.').first().waitFor()
  await visitor.context.setOffline(false)
  await page.getByRole('button', { name: /Review buy of/ }).waitFor()
})

test('a wallet without enough ETH says so in plain words', async () => {
  await reviewBuy('0.02')
  await page.evaluate(() => {
    const wallet = (globalThis as unknown as { testWallet: { refusal?: string } }).testWallet
    wallet.refusal = 'insufficient funds for gas * price + value: address 0xabc have 1 want 2'
  })
  await toWallet().click()
  await page.getByText('Your wallet does not have enough ETH for the amount and the gas.').first().waitFor()
  // The next try makes the note about this one out of date.
  await page.evaluate(() => {
    Object.assign((globalThis as unknown as { testWallet: object }).testWallet, { refusal: '' })
  })
  await toWallet().click()
  await page.getByRole('dialog', { name: 'Done' }).waitFor()
  expect(await page.locator('.toast[data-state=failed]').count()).toBe(0)
})

test('finished transactions are listed in the wallet after a reload, and the trade settings are remembered', async () => {
  await page
    .getByRole('button', { name: /^Change slippage/ })
    .first()
    .click()
  await page.getByLabel('Other slippage').first().fill('1.5')
  await page.getByLabel('Quick amount 1, in ETH').first().fill('0,02')
  await reviewBuy('0.01')
  await toWallet().click()
  await page.getByRole('dialog', { name: 'Done' }).getByRole('button', { name: 'Done' }).click()
  await reload(page)
  await page.getByText('At least, at 1.5 % slippage').first().waitFor()
  await page.getByRole('button', { name: '0.02', exact: true }).first().click()
  await page.getByRole('button', { name: /Review buy of/ }).waitFor()
  await page.getByRole('button', { name: /^Wallet 0x/ }).click()
  const activity = page.getByRole('region', { name: 'Activity' }).last()
  await activity
    .getByText(/^Bought [\d,]+ ANCH for 0.01 ETH$/)
    .first()
    .waitFor()
  await activity.getByRole('button', { name: 'Copy transaction hash' }).first().waitFor()
})

test('a watched token leads the list, and is bought from there with the same review', async () => {
  await page.getByRole('button', { name: 'Watch Anchor' }).click()
  await open(page, '/launch')
  const list = page.getByRole('region', { name: 'Watchlist' })
  await list.getByText('Anchor').waitFor()
  await list.getByRole('button', { name: 'Buy Anchor' }).click()
  await page.getByLabel('You pay, in ETH').fill('0.01')
  await page.getByRole('button', { name: /Review buy of/ }).click()
  await review().getByText('simulated').waitFor()
  await toWallet().click()
  const receipt = page.getByRole('dialog', { name: 'Done' })
  await receipt.getByText(/^Bought [\d,]+ ANCH for 0.01 ETH$/).waitFor()
  await receipt.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('dialog', { name: 'Buy ANCH' }).getByRole('button', { name: 'Close' }).click()
  await list.getByRole('button', { name: 'Watch Anchor' }).click()
  await list.waitFor({ state: 'detached' })
})

test('a small buy from the list takes one tap, a larger one and one with a warning are reviewed', async () => {
  const bound = async (eth: string) => {
    await open(page, `/launch/${token}`)
    await page
      .getByRole('button', { name: /^Change slippage/ })
      .first()
      .click()
    await page.getByLabel('Open the wallet at once for buys up to').first().fill(eth)
  }
  await bound('0,02')
  await open(page, '/launch')
  const list = page.getByRole('main')
  const before = await sent()
  await list.getByRole('button', { name: 'Buy Anchor' }).first().click()
  await page.getByLabel('You pay, in ETH').fill('0.02')
  await page.getByRole('button', { name: /^Buy [\d.,]+ ?[KMB]? ANCH$/ }).click()
  const receipt = page.getByRole('dialog', { name: 'Done' })
  await receipt.getByText(/^Bought [\d,]+ ANCH for 0.02 ETH$/).waitFor()
  await receipt.getByRole('button', { name: 'Done' }).click()
  expect(await sent()).toBe(before + 1)
  await page.getByLabel('You pay, in ETH').fill('0.03')
  await page.getByRole('button', { name: /Review buy of/ }).click()
  await review().getByText('built here, unchanged').waitFor()
  expect(await toWallet().isEnabled()).toBe(true)
  await open(page, `/launch/${imposter}`)
  const held = await sent()
  await page.getByLabel('You pay, in ETH').first().fill('0.01')
  await page.getByRole('button', { name: /^Buy [\d.,]+ ?[KMB]? USDT$/ }).click()
  await review().getByText('built here, unchanged').waitFor()
  expect(await toWallet().isEnabled()).toBe(false)
  expect(await sent()).toBe(held)
  await bound('')
})

test('the amount is a few Tab presses away', async () => {
  const focused = () =>
    page.evaluate('document.activeElement?.getAttribute("aria-label") ?? document.activeElement?.textContent')
  for (let presses = 0; presses < 15 && (await focused()) !== 'Skip to buy and sell'; presses++)
    await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  for (let presses = 0; presses < 4 && (await focused()) !== 'You pay, in ETH'; presses++)
    await page.keyboard.press('Tab')
  expect(await focused()).toBe('You pay, in ETH')
})

test('a graduated token is explained by its pool, its words are tagged once, and its first paint has a time', async () => {
  const html = await (await fetch(`${site.url}/launch/${graduated}`)).text()
  expect(html).not.toContain('00:00:00')
  await open(page, `/launch/${graduated}`)
  await page.getByRole('button', { name: /this means/ }).click()
  await page.getByRole('dialog').getByText('Its price comes from a Uniswap v4 pool.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()
  expect(await page.locator('.token-head, .words-of-creator').getByText('creator’s words').count()).toBeLessThanOrEqual(
    1,
  )
})

test('a wallet with a very long name leaves the sheet whole', async () => {
  const reader = await site.visit({ width: 390, account: account(6) })
  await open(reader.page, `/launch/${token}`)
  await reader.page
    .getByRole('banner')
    .getByRole('button', { name: /^Connect/ })
    .click()
  await reader.page.evaluate(() => {
    const info = {
      uuid: crypto.randomUUID(),
      name: 'W'.repeat(120),
      icon: 'data:image/svg+xml,<svg/>',
      rdns: 'test.long',
    }
    const event = new CustomEvent('eip6963:announceProvider', {
      detail: { info, provider: { request: async () => [] } },
    })
    ;(globalThis as unknown as EventTarget).dispatchEvent(event)
  })
  const sheet = reader.page.getByRole('dialog')
  await sheet.getByRole('button', { name: /WWWW/ }).click()
  await sheet.getByLabel(/^Type/).waitFor()
  expect(await overflowOf(sheet)).toEqual([])
  await reader.context.close()
})

test('the search finds the pages of every section and marks a look-alike', async () => {
  await page.keyboard.press('Control+k')
  const search = page.getByRole('combobox', { name: 'Search' })
  await search.fill('arena')
  await page.getByRole('option', { name: /^Arena/ }).waitFor()
  await search.fill('boxes')
  await page.getByRole('option', { name: /^Boxes/ }).waitFor()
  await search.fill('Tether USD')
  await page.getByRole('option', { name: /Tether USD USDT.*not USDT/ }).waitFor()
})

test('after Escape from a review the button that opened it has the focus', async () => {
  await reviewBuy('0.02')
  await page.keyboard.press('Escape')
  await review().waitFor({ state: 'detached' })
  expect(
    await page.evaluate(
      () =>
        (globalThis as unknown as { document: { activeElement: { textContent: string } } }).document.activeElement
          .textContent,
    ),
  ).toMatch(/^Review buy of/)
})
