import type { Page } from 'playwright-core'
import { parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { connectWallet, open, openSite, reload, type SiteUnderTest, signIn, type Visit } from '../setup/web/openSite.ts'
import { buy, send } from '../setup/web/seedLaunches.ts'

type Robot = { isDeclining: boolean; chainId: number; asked: string[] }

let site: SiteUnderTest
let visit: Visit
let page: Page
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.[Symbol.asyncDispose]())
beforeEach(async () => {
  visit = await site.visit({ account: site.accounts[2] })
  page = visit.page
})
afterEach(() => visit.context.close())

const path = () => `/launch/${site.tokens['SXT']}`

/** Changes what the wallet of the page does. */
function setRobot(change: Partial<Robot>): Promise<void> {
  return page.evaluate(
    (part) => void Object.assign((globalThis as unknown as { testWallet: Robot }).testWallet, part),
    change,
  )
}

async function reviewBuy(amount: string): Promise<void> {
  await page.getByLabel('You pay, in ETH').first().fill(amount)
  await page.getByRole('button', { name: /Review buy of/ }).click()
  await page.getByText('simulated').waitFor()
}

test('a wallet on another chain is asked to switch, and then goes on', async () => {
  await visit.context.close()
  visit = await site.visit({ account: site.accounts[2], chainId: 1 })
  page = visit.page
  await open(page, path())
  await connectWallet(page)
  await page.getByText('Your wallet is on chain 1.').first().waitFor()
  await page.getByRole('button', { name: 'Switch to Robinhood Chain' }).first().click()
  await page.getByRole('button', { name: 'Review buy' }).first().waitFor()
})

test('a wallet sheet that cannot be loaded leaves a button that loads the page again', async () => {
  await page.route(/ConnectSheet/, (route) => route.abort())
  await open(page, path())
  await page.getByRole('button', { name: 'Connect wallet' }).first().click()
  const again = page.locator('#wallet').getByRole('button', { name: 'Reload the page' })
  await again.waitFor()
  await page.unroute(/ConnectSheet/)
  await again.click()
  await connectWallet(page)
})

test('the page never adds the devnet to a wallet', async () => {
  await visit.context.close()
  visit = await site.visit({ account: site.accounts[2], chainId: 1, knowsChain: false })
  page = visit.page
  await open(page, path())
  await connectWallet(page)
  await page.getByRole('button', { name: 'Switch to Robinhood Chain' }).first().click()
  await page.getByText('Connect the test wallet instead.').first().waitFor()
  const asked = await page.evaluate(() => (globalThis as unknown as { testWallet: Robot }).testWallet.asked)
  expect(asked).not.toContain('wallet_addEthereumChain')
})

test('declining in the wallet is not an error, and the typed amount stays', async () => {
  await open(page, path())
  await connectWallet(page)
  await reviewBuy('0.01')
  await setRobot({ isDeclining: true })
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await page.locator('.toast[data-state=declined]').waitFor()
  await page.getByText('You declined in the wallet. Nothing was sent.').waitFor()
  await page.getByRole('button', { name: 'Back' }).click()
  expect(await page.getByLabel('You pay, in ETH').first().inputValue()).toBe('0.01')
})

test('a transaction that the chain undoes says what it did to the money', async () => {
  await open(page, path())
  await connectWallet(page)
  const [prepared] = await Promise.all([page.waitForResponse('**/api/launchpad/prepare'), reviewBuy('0.01')])
  const json = await prepared.json()
  // The reviewed transaction is signed, however long the next steps take.
  await page.route('**/api/launchpad/prepare', (route) => route.fulfill({ json }))
  // Between the review and the signature somebody else moves the price far beyond the minimum.
  await send(
    site.rpc,
    buy(site.tokens['SXT'] as `0x${string}`, {
      from: site.accounts[9] as `0x${string}`,
      factory: site.devnet.contracts.launchpad,
      value: parseEther('0.4'),
    }),
  )
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await page.locator('.toast[data-state=failed]').waitFor()
  await page.getByRole('button', { name: 'Open wallet to sign' }).waitFor()
})

test('a transaction that would fail is reported before the wallet opens', async () => {
  await open(page, path())
  await connectWallet(page)
  await page.getByLabel('You pay, in ETH').first().fill('0.01')
  await page.getByRole('button', { name: /Review buy of/ }).waitFor()
  await page.route('**/api/launchpad/prepare', (route) =>
    route.fulfill({ status: 400, json: { code: 'failed_precondition', message: 'The curve is closed.' } }),
  )
  await page.getByRole('button', { name: /Review buy of/ }).click()
  await page.getByText('The curve is closed.').waitFor()
  expect(await page.getByRole('button', { name: 'Open wallet to sign' }).isDisabled()).toBe(true)
})

test('without the API the list says so, and a click loads it again', async () => {
  await open(page, '/launch')
  await page.locator('.token-row').first().waitFor()
  await page.route('**/api/launchpad/tokens*', (route) => route.abort())
  await page.getByLabel('Search tokens').fill('harbour')
  await page.getByText('Slipway does not answer.').first().waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.getByRole('button', { name: 'Try again' }).first().click()
  await page.locator('#column-panel-near .token-row', { hasText: 'Harbour' }).waitFor()
})

test('a lost stream is shown and resumed', async () => {
  await page.route('**/api/launchpad/events*', (route) => route.abort())
  await open(page, path())
  await page.getByText('Trades stopped.').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await expect.poll(() => page.getByText('Trades stopped.').count()).toBe(0)
})

test('a reload in the middle loses nothing: a sent transaction is followed, also while the chain does not answer', async () => {
  await open(page, path())
  await connectWallet(page)
  await reviewBuy('0.01')
  await page.route(`${site.devnet.rpcUrl}/`, (route) =>
    route.request().postData()?.includes('eth_getTransactionReceipt') ? route.abort() : route.continue(),
  )
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await page.locator('.toast[data-state=sent]').waitFor()
  await reload(page)
  await page.locator('.toast[data-state=sent]').getByText('The chain does not answer.').waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.locator('.toast[data-state=mined]').getByText('Bought SXT').waitFor()
})

test('on a slow network the page stays and says what it waits for', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route('**/api/launchpad/quote*', async (route) => {
    await promise
    await route.continue()
  })
  await open(page, path())
  await page.getByRole('heading', { name: /Sextant/ }).waitFor()
  await page.getByLabel('You pay, in ETH').first().fill('0.01')
  await page.locator('.quoting').first().waitFor()
  resolve()
  await expect.poll(() => page.locator('.key-values .big').first().textContent()).toMatch(/\d,\d{3}/)
})

/** Goes to a page that the server draws; its script comes when it is let go. */
async function openWithoutScript(where: string, script: string): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(`**/assets/${script}-*.js`, async (route) => {
    await promise
    await route.continue()
  })
  await page.goto(where, { waitUntil: 'commit' })
  return resolve
}

test('text typed before the script of a page has loaded is not lost', async () => {
  const go = await openWithoutScript(path(), 'token')
  await page.locator('tbody tr').first().waitFor()
  await page.getByLabel('You pay, in ETH').first().fill('0.01')
  go()
  await page.getByText('Trade fee, 1 %').first().waitFor()
  await expect.poll(() => page.locator('.key-values .big').first().textContent()).toMatch(/\d,\d{3}/)
  expect(visit.complaints).toEqual([])
})

test('clicks and choices before the script of a page has loaded take effect afterwards', async () => {
  const goToken = await openWithoutScript(path(), 'token')
  await page.getByRole('button', { name: 'Sell', exact: true }).first().click()
  await page.getByRole('tab', { name: /^Holders/ }).click({ clickCount: 2 })
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Connect/ })
    .click()
  goToken()
  await page.getByRole('dialog', { name: 'Connect a wallet' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel('You sell, in SXT').first().waitFor()
  await page.getByRole('tabpanel', { name: /^Holders/ }).waitFor()

  const goList = await openWithoutScript('/launch', 'launch')
  await page.getByLabel('Creator holds').selectOption('1')
  await page.getByRole('button', { name: 'Pause' }).click()
  goList()
  await page.getByRole('button', { name: 'Resume' }).waitFor()
  await page.waitForURL(/creator=1/)

  // A form is not sent off by the browser itself.
  const goForm = await openWithoutScript('/launch/new', 'launchForm')
  await page.getByLabel('Name').fill('Early Bird')
  await page.getByLabel('Name').press('Enter')
  goForm()
  await page.locator('html[data-ready]').waitFor({ state: 'attached' })
  expect(await page.getByLabel('Name').inputValue()).toBe('Early Bird')
  expect(new URL(page.url()).search).toBe('')
  expect(visit.complaints).toEqual([])
})

test('transactions under way stay in their order, and one that was dismissed does not come back', async () => {
  await page.addInitScript(() => {
    const words = { done: '', failed: '', state: 'sent', since: Date.now() }
    const sent = ['First', 'Second', 'Third'].map((doing, index) => ({
      ...words,
      doing,
      id: doing,
      hash: `0x${String(index).repeat(64)}`,
    }))
    localStorage.setItem('slipway.transactions', JSON.stringify(sent))
  })
  await open(page, path())
  const isAsked = () => page.waitForRequest((request) => request.postData()?.includes('getTransactionReceipt') ?? false)
  const titles = () => page.locator('.toast .title').allTextContents()
  const order = ['First', 'Second', 'Third']
  await expect.poll(titles).toEqual(order)
  for (let poll = 0; poll < 4; poll++) {
    await isAsked()
    expect(await titles()).toEqual(order)
  }
  await page.locator('.toast', { hasText: 'Second' }).getByRole('button', { name: 'Dismiss' }).click()
  for (let poll = 0; poll < 6; poll++) await isAsked()
  expect(await titles()).toEqual(['First', 'Third'])
})

test('a page works if it cannot read the browser’s storage', async () => {
  await page.addInitScript(() => {
    for (const name of ['transactions', 'history', 'views', 'watchlist', 'recentWallets', 'orders', 'mandates'])
      localStorage.setItem(`slipway.${name}`, '[null]')
    localStorage.setItem('slipway.session', '{')
    localStorage.setItem('slipway.trade', '{"amounts":null,"slippageBps":"x"}')
  })
  await open(page, path())
  await connectWallet(page)
  await reviewBuy('0.01')
  await page.getByRole('button', { name: 'Close' }).first().click()
  await open(page, '/launch')
  expect(visit.complaints).toEqual([])
})

test('disconnecting the wallet ends the session that was signed with it, on every page', async () => {
  await open(page, '/boxes')
  await signIn(page)
  const token = (await page.evaluate("JSON.parse(localStorage.getItem('slipway.session')).token")) as string
  const status = async () =>
    (await fetch(`${site.url}/api/developer/keys`, { headers: { authorization: `Bearer ${token}` } })).status
  expect(await status()).toBe(200)
  // Another tab is signed in without asking the wallet.
  const other = await visit.context.newPage()
  await open(other, '/boxes')
  await other.getByText('No boxes yet').waitFor()
  await open(page, path())
  await page.getByRole('button', { name: /^Wallet 0x/ }).click()
  await page.getByRole('dialog').getByText('Signed in as').waitFor()
  await page.getByRole('button', { name: 'Disconnect and sign out' }).click()
  await expect.poll(status).toBe(401)
  await other.getByText('Sign in to see your boxes').waitFor()
  await open(page, '/boxes')
  await page.getByText('Sign in to see your boxes').waitFor()
})

test('an account changed in the wallet changes on the page', async () => {
  await open(page, path())
  await connectWallet(page)
  await page.evaluate(
    (account) =>
      (globalThis as unknown as { testWallet: { emit(event: string, value: unknown): void } }).testWallet.emit(
        'accountsChanged',
        [account],
      ),
    site.accounts[5],
  )
  await page.getByRole('button', { name: `Wallet ${site.accounts[5]}` }).waitFor()
})

test('the devnet’s own wallet is marked, asks before it signs, and can decline', async () => {
  await visit.context.close()
  visit = await site.visit()
  page = visit.page
  await open(page, path())
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Connect/ })
    .click()
  await page.getByRole('button', { name: /Test wallet/ }).click()
  await page.getByText('Test wallet of the devnet.').waitFor()
  await page.getByRole('button', { name: /Account 4/ }).click()
  await page.getByRole('button', { name: /^Wallet 0x/ }).waitFor()
  await reviewBuy('0.01')
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await page.getByRole('button', { name: 'Decline' }).click()
  await page.getByText('You declined in the wallet. Nothing was sent.').waitFor()
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await page.getByRole('button', { name: 'Sign and send' }).click()
  await page.locator('.toast[data-state=mined]').waitFor()
  expect(visit.complaints).toEqual([])
})

test('a chosen theme stays, without a flash of the other', async () => {
  await open(page, '/launch')
  await page.getByRole('button', { name: 'Switch theme' }).click()
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => page.evaluate('document.documentElement.dataset.theme')).toBe('dark')
})
