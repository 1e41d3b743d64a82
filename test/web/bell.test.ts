import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../packages/sdk/src/createClient.ts'
import { newKey } from '../setup/keys/newKey.ts'
import { open, openSite, SCREENS, type SiteUnderTest, signIn } from '../setup/web/openSite.ts'
import { buy, send } from '../setup/web/seedLaunches.ts'

let site: SiteUnderTest
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.[Symbol.asyncDispose]())

/** Keeps the titles of notifications, which the browser draws outside of the page. */
const RECORD = `
  window.shownNotifications = []
  window.Notification = class extends Notification {
    constructor(title, options) {
      super(title, options)
      window.shownNotifications.push(title)
    }
  }`

test('the bell of a token sets an alert, lists what fired and notifies', async () => {
  const token = await tokenOnCurve()
  const trade = (eth: string) =>
    send(
      site.rpc,
      buy(token, {
        from: site.accounts[5] as Address,
        factory: site.devnet.contracts.launchpad,
        value: parseEther(eth),
      }),
    )
  const { page, context, complaints } = await site.visit({ account: site.accounts[3] })
  await context.grantPermissions(['notifications'], { origin: site.url })
  await page.addInitScript(RECORD)
  await open(page, '/developers/webhooks')
  await signIn(page)
  await open(page, `/launch/${token}`)
  await page.getByRole('button', { name: /^Alerts about/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Alert me when').selectOption('it is traded for at least')
  await sheet.getByLabel('Value').fill('0.01')
  await sheet.getByLabel(/^Notify me in this browser/).check()
  await sheet.getByRole('button', { name: 'Alert me', exact: true }).click()
  await sheet.getByText(/traded for at least 0.01 ETH/).waitFor()
  await sheet.getByText('Nothing yet.').waitFor()
  // The first look at the alerts is what later ones are compared with.
  await page.waitForResponse((response) => response.url().includes('/api/alerts'))
  await trade('0.005')
  await trade('0.02')
  await sheet.getByText(/ago$/).waitFor()
  expect(await sheet.getByText(/ago$/).count()).toBe(1)
  await expect.poll(() => page.evaluate('window.shownNotifications.length'), { timeout: 60_000 }).toBe(1)
  await page.screenshot({ path: `${SCREENS}/bell-1440-light.png` })
  await sheet.getByRole('button', { name: /^Remove/ }).click()
  await sheet.getByText('Set alerts').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('the bell of a room and the bell of a position offer what can happen there', async () => {
  const { key } = await newKey(site.url)
  const { room } = await createClient({ url: site.url, key }).createRoom({ topic: 'Bells' })
  const { page, complaints } = await site.visit()
  const offered = async () => {
    await page
      .getByRole('button', { name: /^Alerts about/ })
      .first()
      .click()
    await page.getByText('Sign in with your wallet first.').waitFor()
    return page.getByLabel('Alert me when').locator('option').allTextContents()
  }
  await open(page, `/arena/${room.id}`)
  expect(await offered()).toEqual(['I am mentioned', 'somebody posts', 'a signal is settled'])
  await open(page, `/positions?owner=${await holder()}`)
  expect(await offered()).toEqual([
    'it is out of range',
    'it is back in range',
    expect.stringMatching(/^its \S+ fees reach$/),
    expect.stringMatching(/^its \S+ fees reach$/),
  ])
  expect(complaints).toEqual([])
})

async function tokenOnCurve(): Promise<Address> {
  const { tokens } = await createClient({ url: site.url }).listLaunchTokens({ limit: '50' })
  const found = tokens.find(({ graduated, progressBps }) => !graduated && progressBps < 5_000)
  return found?.address as Address
}

/** An account with a position that has a range. */
async function holder(): Promise<string> {
  for (const owner of site.accounts) {
    const answer = await fetch(`${site.url}/api/liquidity/positions?owner=${owner}&chainId=4663`)
    const { positions } = (await answer.json()) as { positions: { status: string; protocol: string }[] }
    if (positions.some(({ status, protocol }) => status.endsWith('RANGE') && protocol !== 'V2')) return owner
  }
  throw new Error('No account has a position.')
}
