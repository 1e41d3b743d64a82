import jsqr from 'jsqr'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { open, openSite, reload, SCREENS, type SiteUnderTest, sign } from '../setup/web/openSite.ts'
import { overflowOf } from '../setup/web/overflowOf.ts'
import { launch } from '../setup/web/seedLaunches.ts'
import { violationsOf } from '../setup/web/violationsOf.ts'
import { openPhone, type Phone } from '../setup/web/walletConnect/openPhone.ts'
import { openRelay } from '../setup/web/walletConnect/openRelay.ts'

/** A wallet on a phone: both ends are the real clients of WalletConnect, and the relay is one on this machine. */

const WIDTHS = process.env['DEEP'] === '1' ? [1440, 390] : [390]
const projectId = '0123456789abcdef0123456789abcdef'
const opened = new AsyncDisposableStack()
let site: SiteUnderTest
let relay: Awaited<ReturnType<typeof openRelay>>
let token: Address

beforeAll(async () => {
  relay = opened.use(await openRelay())
  const env = { WALLETCONNECT_PROJECT_ID: projectId, WALLETCONNECT_RELAY_URL: relay.url }
  site = opened.use(await openSite({ isSeeded: false, env }))
  const at = { factory: site.devnet.contracts.launchpad, from: site.accounts[2] as Address }
  token = await launch(site.rpc, at, { name: 'Anchor', symbol: 'ANCH', value: parseEther('0.01') })
})
afterAll(() => opened.disposeAsync())

async function phoneOf(account: number, more: { name?: string; chainIds?: number[] } = {}): Promise<Phone> {
  const { name = 'Pocket', ...rest } = more
  const owner = site.accounts[account] as Address
  return openPhone({ relayUrl: relay.url, projectId, rpc: site.rpc, account: owner, name, ...rest })
}

/** Chooses the wallet and gives the link that its code holds. */
async function showCode(page: Page): Promise<string> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Connect/ })
    .click()
  await page.getByRole('button', { name: 'WalletConnect' }).click()
  const word = page.getByLabel('Type “devnet” to go on')
  const code = page.getByRole('img', { name: 'QR code with the link for your wallet' })
  await word.or(code).first().waitFor()
  if (await word.isVisible()) {
    await word.fill('devnet')
    await page.getByRole('button', { name: 'Connect WalletConnect' }).click()
  }
  await code.waitFor()
  const { data, info } = await sharp(await code.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true })
  return jsqr.default(new Uint8ClampedArray(data), info.width, info.height)?.data ?? ''
}

const accountButton = (page: Page) => page.getByRole('button', { name: /^Wallet 0x/ })

test.each(WIDTHS)('a phone scans the code, signs in and trades at %i pixels', async (width) => {
  await using phone = await phoneOf(width === 390 ? 4 : 3, { name: `\u202EgnolA<b>${'very long name '.repeat(20)}` })
  const { page, context, complaints } = await site.visit({ width, theme: width === 390 ? 'dark' : 'light' })
  await open(page, `/launch/${token}`)
  const uri = await showCode(page)
  expect(uri).toMatch(/^wc:[0-9a-f]{64}@2\?/)
  await page.getByRole('button', { name: 'Copy the link for your wallet' }).click()
  expect(await page.evaluate<string>('navigator.clipboard.readText()')).toBe(uri)
  expect(await violationsOf(page)).toEqual([])
  await page.screenshot({ path: `${SCREENS}/walletconnect-${width}.png` })
  await phone.scan(uri)
  await accountButton(page).waitFor()
  // The name of the wallet is shortened and has no control characters.
  await accountButton(page).click()
  await page.getByText(/^gnolA<b>very long name …$/).waitFor()
  expect(await overflowOf(page.getByRole('dialog'))).toEqual([])
  await page.keyboard.press('Escape')
  phone.isDeclining = true
  if (width === 390) await page.getByRole('button', { name: 'Buy' }).last().click()
  await page.getByLabel('You pay, in ETH').last().fill('0.05')
  await page
    .getByRole('button', { name: /Review buy of/ })
    .last()
    .click()
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await page.getByText('You declined in the wallet').first().waitFor()
  phone.isDeclining = false
  await sign(page, /Bought|ANCH/)
  expect(phone.asked).toEqual(['eip155:4663 eth_sendTransaction', 'eip155:4663 eth_sendTransaction'])
  // The session outlives the page, and signs in on the next one.
  await open(page, '/developers/keys')
  await page
    .getByRole('button', { name: /^Sign in as 0x/ })
    .first()
    .click()
  await page.getByText(/^Signed in as/).waitFor()
  expect(phone.asked.at(-1)).toBe('eip155:4663 personal_sign')
  await accountButton(page).click()
  await page.getByRole('button', { name: 'Disconnect and sign out' }).click()
  await expect.poll(phone.sessions).toBe(0)
  await reload(page)
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Connect/ })
    .waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a wallet that shares another chain only cannot send', async () => {
  await using phone = await phoneOf(5, { chainIds: [1] })
  const { page, context } = await site.visit()
  await open(page, `/launch/${token}`)
  await phone.scan(await showCode(page))
  await page.getByRole('button', { name: 'Wrong chain' }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Switch to/ })
    .click()
  await page.getByText(/The wallet did not share this chain/).waitFor()
  expect(phone.asked).toEqual([])
  await context.close()
})

test('the page follows the phone: foreign accounts are ignored, and the end of the session is the end', async () => {
  await using phone = await phoneOf(6)
  const { page, context } = await site.visit()
  await open(page, `/launch/${token}`)
  await phone.scan(await showCode(page))
  const own = await accountButton(page).getAttribute('aria-label')
  await phone.emit('accountsChanged', [`eip155:4663:${site.accounts[0]}`])
  await phone.emit('chainChanged', 1)
  await phone.emit('chainChanged', 4663)
  expect(await accountButton(page).getAttribute('aria-label')).toBe(own)
  await phone.leave()
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Connect/ })
    .waitFor()
  await context.close()
})

test('a wallet that answers after the code was closed is let go', async () => {
  await using phone = await phoneOf(7)
  const { page, context } = await site.visit()
  await open(page, '/launch')
  const uri = await showCode(page)
  await page.getByRole('dialog', { name: 'Scan with your wallet' }).getByRole('button', { name: 'Close' }).click()
  await page.getByText('You declined in the wallet. Nothing was sent.').waitFor()
  await phone.scan(uri)
  await expect.poll(() => relay.methods.includes('wc_approveSession')).toBe(true)
  await expect.poll(phone.sessions, { timeout: 30_000 }).toBe(0)
  expect(await accountButton(page).count()).toBe(0)
  await context.close()
})
