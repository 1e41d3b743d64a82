import type { Page } from 'playwright-core'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../packages/sdk/src/createClient.ts'
import { newKey } from '../setup/keys/newKey.ts'
import { createBrowser, type PushService, peer, startPushService } from '../setup/rules/browser.ts'
import { open, openSite, SCREENS, type SiteUnderTest, signIn } from '../setup/web/openSite.ts'
import { buy, send } from '../setup/web/seedLaunches.ts'

let site: SiteUnderTest
let push: PushService
beforeAll(async () => {
  push = await startPushService()
  site = await openSite({ env: { WEBHOOK_ALLOWED_HOSTS: push.host } })
})
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await push?.[Symbol.asyncDispose]()
})

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
  await sheet.getByLabel('Notify me in this browser').check()
  await sheet.getByRole('button', { name: 'Alert me', exact: true }).click()
  await sheet.getByText(/traded for at least 0.01 ETH/).waitFor()
  await sheet.getByText('Nothing yet.').waitFor()
  // The first look at the alerts is what later ones are compared with.
  await page.waitForResponse((response) => response.url().includes('/api/alerts'))
  await trade(token, '0.005')
  await trade(token, '0.02')
  await sheet.getByText(/ago$/).waitFor()
  expect(await sheet.getByText(/ago$/).count()).toBe(1)
  await expect.poll(() => page.evaluate('window.shownNotifications.length'), { timeout: 60_000 }).toBe(1)
  await page.screenshot({ path: `${SCREENS}/bell-1440-light.png` })
  await sheet.getByRole('button', { name: /^Remove/ }).click()
  await sheet.getByText('Set alerts').waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

/** As the browser has it. */
declare const PushManager: {
  prototype: {
    getSubscription(): Promise<object | null>
    subscribe(options: { applicationServerKey: string }): Promise<object>
  }
}

/** Subscribes at a push service of the test: a browser without an account of its vendor has none. */
function installPushService({ endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } }): void {
  let subscription: object | null = null
  PushManager.prototype.getSubscription = async () => subscription
  PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
    const text = atob(applicationServerKey.replaceAll('-', '+').replaceAll('_', '/'))
    const key = Uint8Array.from(text, (letter) => letter.charCodeAt(0))
    const unsubscribe = async () => {
      subscription = null
      return true
    }
    const made = { options: { applicationServerKey: key.buffer }, toJSON: () => ({ endpoint, keys }), unsubscribe }
    subscription = made
    return made
  }
}

test.skipIf(peer.missing !== undefined)('an alert reaches a browser in which no page is open', async () => {
  const token = await tokenOnCurve()
  const browser = createBrowser()
  const { page, context, complaints } = await site.visit({ account: site.accounts[4], hasWorker: true })
  await context.grantPermissions(['notifications'], { origin: site.url })
  await page.addInitScript(installPushService, { endpoint: `${push.url}/send/1`, keys: browser.keys })
  await open(page, '/developers/webhooks')
  await signIn(page)
  await page.evaluate('navigator.serviceWorker.ready')
  await open(page, `/launch/${token}`)
  await page.getByRole('button', { name: /^Alerts about/ }).click()
  const sheet = page.getByRole('dialog')
  await sheet.getByLabel('Alert me when').selectOption('it is traded for at least')
  await sheet.getByLabel('Value').fill('0.01')
  await sheet.getByLabel('Notify me in this browser').click()
  await sheet.getByText('also arrive while no page of this site is open').waitFor()
  await sheet.getByRole('button', { name: 'Alert me', exact: true }).click()
  await sheet.getByText(/traded for at least 0.01 ETH/).waitFor()
  const worker = await deliverer(page)
  await page.goto('about:blank')
  await trade(token, '0.02')
  await expect.poll(() => push.pushed.length, { timeout: 60_000 }).toBe(1)
  await worker.deliver(JSON.stringify(await browser.read(push.pushed[0]!)))
  await open(page, '/launch')
  const shown = 'navigator.serviceWorker.ready.then((it) => it.getNotifications())'
  const read = `${shown}.then((all) => all.map(({ title, data }) => ({ title, data })))`
  await expect
    .poll(() => page.evaluate(read), { timeout: 60_000 })
    .toEqual([{ title: expect.stringContaining('it is traded for at least 0.01 ETH'), data: `/launch/${token}` }])
  await open(page, `/launch/${token}`)
  await page.getByRole('button', { name: /^Alerts about/ }).click()
  await sheet.getByLabel('Notify me in this browser').click()
  await expect.poll(() => page.evaluate("localStorage.getItem('slipway.push')")).toBe(null)
  expect(complaints).toEqual([])
})

/** Hands a message to the worker as the browser's push service does once it has decrypted it. */
async function deliverer(page: Page): Promise<{ deliver(data: string): Promise<unknown> }> {
  const devtools = await page.context().newCDPSession(page)
  const { promise, resolve } = Promise.withResolvers<string>()
  devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
    const [known] = registrations
    if (known) resolve(known.registrationId)
  })
  await devtools.send('ServiceWorker.enable')
  const registrationId = await promise
  return {
    deliver: (data) => devtools.send('ServiceWorker.deliverPushMessage', { origin: site.url, registrationId, data }),
  }
}

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

function trade(token: Address, eth: string) {
  const from = site.accounts[5] as Address
  return send(site.rpc, buy(token, { from, factory: site.devnet.contracts.launchpad, value: parseEther(eth) }))
}

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
