import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { type Address, getAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  connectWallet,
  open,
  opened,
  openSite,
  reload,
  SCREENS,
  type SiteUnderTest,
  sign,
  type Visit,
} from '../setup/web/openSite.ts'
import { buy, launch, send } from '../setup/web/seedLaunches.ts'

type Wallet = { emit(event: string, value: unknown): void; chainId: number }

const MONTH = 30 * 86_400

let site: SiteUnderTest
let creator: Visit
let tokenPath = ''
beforeAll(async () => {
  site = await openSite({ isSeeded: false })
  creator = await site.visit({ account: site.accounts[1] })
})
afterAll(() => site?.[Symbol.asyncDispose]())

const address = (index: number) => site.accounts[index] as Address

async function signAndWait(page: Page, done: string): Promise<void> {
  await page.getByText('simulated').waitFor()
  await sign(page, done)
}

async function launchIt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review launch' }).click()
  await page.getByLabel('I understand that this is final').check()
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await opened(page, /\/launch\/0x[0-9a-fA-F]{40}$/)
}

test('fees are split among several accounts, and the split is the fee holder of the launch', async () => {
  const { page } = creator
  await open(page, '/launch/new')
  await connectWallet(page)
  await page
    .getByRole('group', { name: 'Who gets the creator’s fees' })
    .getByRole('button', { name: 'Several' })
    .click()
  await page.getByRole('textbox', { name: 'Account 2' }).fill(address(6))
  await page.getByLabel('Share 1').fill('60')
  await page.getByText('Together the shares make 110 %.').waitFor()
  await page.getByLabel('Share 2').fill('40')
  await page.screenshot({ path: `${SCREENS}/split-form.png` })
  await page.getByRole('button', { name: 'Review the split' }).click()
  await page.getByText('simulated').waitFor()
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await page.getByText('The fee split is ready.').waitFor()
  await page.getByLabel('Name').fill('Shared')
  await page.getByLabel('Symbol').fill('SHARE')
  await launchIt(page)
})

test('anyone has a fee split paid, and its accounts get their shares', async () => {
  const { page } = creator
  const token = new URL(page.url()).pathname.slice(8) as Address
  const { launchpad: factory } = site.devnet.contracts
  await send(site.rpc, buy(token, { from: address(9), factory, value: 10n ** 17n }))
  const card = page.getByRole('region', { name: 'Fees are shared' })
  await expect.poll(() => card.textContent()).toMatch(/60.00\s%.*40.00\s%|40.00\s%.*60.00\s%/)
  await open(page, `/portfolio/${address(1)}`)
  await page.getByRole('tab', { name: /Launched 1/ }).waitFor()
  // The fees belong to the split.
  await expect.poll(() => page.locator('dl.totals').textContent()).toMatch(/Fees to claim0\.0000ETH \$0\.00$/)
  expect(await page.getByText('Fees of Shared').count()).toBe(0)
  await open(page, `/launch/${token}`)
  await expect.poll(() => card.textContent()).toMatch(/Waiting to be paid0.0005 ETH/)
  const before = BigInt((await site.rpc('eth_getBalance', [address(6), 'latest'])) as string)
  await page.getByRole('button', { name: `Wallet ${address(1)}` }).waitFor()
  await card.getByRole('button', { name: 'Pay everybody' }).click()
  await signAndWait(page, 'Paid the fees of SHARE')
  const after = BigInt((await site.rpc('eth_getBalance', [address(6), 'latest'])) as string)
  expect(after - before).toBe(2n * 10n ** 14n)
})

test('the fees of several launches are claimed with one signature of an atomic wallet', async () => {
  const { page, context, complaints } = await site.visit({ account: address(5), sendsTogether: true })
  const at = { factory: site.devnet.contracts.launchpad, from: address(5) }
  for (const symbol of ['BOWS', 'STERN'])
    await launch(site.rpc, at, { name: symbol, symbol, value: 100_000_000_000_000_000n })
  const listed = async () => (await fetch(`${site.url}/api/launchpad/tokens?creator=${address(5)}`)).json()
  await expect.poll(listed).toMatchObject({ total: 2 })
  await open(page, `/portfolio/${address(5)}`)
  await connectWallet(page)
  const fees = page.locator('.fees li')
  await expect.poll(() => fees.count()).toBe(2)
  await page.getByRole('button', { name: 'Claim all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in with your wallet' }).click()
  await page.getByText('Claim the fees of 2 launches to your wallet.').waitFor()
  await page.getByRole('button', { name: 'Collect a part' }).click()
  const receipt = page.getByRole('dialog', { name: 'Done' })
  await receipt.getByText('Claimed the fees of 2 launches').waitFor()
  await receipt.getByRole('button', { name: 'Done' }).click()
  await expect.poll(() => fees.count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('a wallet that is not atomic claims the launches that were reviewed, one after the other', async () => {
  const { page, context, complaints } = await site.visit({ account: address(8) })
  const at = { factory: site.devnet.contracts.launchpad, from: address(8) }
  for (const symbol of ['KEEL', 'MAST'])
    await launch(site.rpc, at, { name: symbol, symbol, value: 100_000_000_000_000_000n })
  const listed = async () => (await fetch(`${site.url}/api/launchpad/tokens?creator=${address(8)}`)).json()
  await expect.poll(listed).toMatchObject({ total: 2 })
  await open(page, `/portfolio/${address(8)}`)
  await connectWallet(page)
  const fees = page.locator('.fees li')
  await expect.poll(() => fees.count()).toBe(2)
  await page.getByRole('button', { name: 'Claim all' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sign in with your wallet' }).click()
  await page.getByRole('button', { name: 'Collect a part' }).click()
  await expect.poll(() => fees.count()).toBe(1)
  await page.getByText('Claim the fees of 2 launches to your wallet.').waitFor()
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await page.getByRole('dialog', { name: 'Done' }).getByText('Claimed the fees of 2 launches').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('an atomic wallet creates the split, launches and buys first with one signature', async () => {
  const { page, context, complaints } = await site.visit({ account: address(7), sendsTogether: true })
  await open(page, '/launch/new')
  await connectWallet(page)
  await page
    .getByRole('group', { name: 'Who gets the creator’s fees' })
    .getByRole('button', { name: 'Several' })
    .click()
  await page.getByRole('textbox', { name: 'Account 2' }).fill(address(6))
  await page.getByLabel('Share 1').fill('70')
  await page.getByLabel('Share 2').fill('30')
  await page.getByRole('button', { name: 'Use this split' }).click()
  await page.getByText('creates it in the same signature').waitFor()
  await page.getByLabel('Name').fill('Together')
  await page.getByLabel('Symbol').fill('TGTHR')
  await page.getByLabel('First buy').fill('0.1')
  await page.getByRole('button', { name: 'Review launch' }).click()
  await page.getByRole('dialog').getByText('Create the fee split').waitFor()
  await page.getByLabel('I understand that the fee holder gets').check()
  await page.getByLabel('I understand that this is final').check()
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await opened(page, /\/launch\/0x[0-9a-fA-F]{40}$/)
  const card = page.getByRole('region', { name: 'Fees are shared' })
  await expect.poll(() => card.textContent()).toMatch(/70.00\s%.*30.00\s%|30.00\s%.*70.00\s%/)
  expect(complaints).toEqual([])
  await context.close()
})

test('a picture is chosen, shown at once, and refused where it is too large', async () => {
  const { page } = creator
  await open(page, '/launch/new')
  await page.getByRole('button', { name: `Wallet ${address(1)}` }).waitFor()
  const noise = await sharp({
    create: {
      width: 900,
      height: 900,
      channels: 3,
      background: '#000',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const choose = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType, buffer })
  await choose('noise.png', 'image/png', noise)
  await page.getByText('This picture has more than 512 kB.').waitFor()
  await choose('words.svg', 'image/svg+xml', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await page.getByText('Use a PNG, JPEG or WebP picture.').waitFor()
  const plain = await sharp({ create: { width: 64, height: 64, channels: 3, background: '#f0f' } })
    .png()
    .toBuffer()
  await choose('plain.png', 'image/png', plain)
  await page.locator('.form-grid aside img.avatar').waitFor()
})

test('the picture is signed after the launch, and everybody sees it served from here', async () => {
  const { page } = creator
  await page.getByLabel('Name').fill('Pictured')
  await page.getByLabel('Symbol').fill('PIC')
  await page.getByLabel('Description').fill('Words of the form')
  await page.getByLabel('First buy in ETH').fill('0.05')
  await page.getByRole('group', { name: 'Lock your first buy' }).getByRole('button', { name: '30 days' }).click()
  await launchIt(page)
  tokenPath = new URL(page.url()).pathname
  const watcher = await site.visit()
  await open(watcher.page, tokenPath)
  const picture = watcher.page.locator('.token-head img.avatar')
  await picture.waitFor()
  await watcher.page.getByText('Words of the form').waitFor()
  expect(await picture.getAttribute('src')).toMatch(/\/api\/launchpad\/images\/[0-9a-f]{64}$/)
  await expect.poll(() => picture.evaluate('document.querySelector(".token-head img.avatar").naturalWidth')).toBe(64)
  expect(watcher.complaints).toEqual([])
  await watcher.context.close()
})

test('editing the description keeps the picture', async () => {
  const { page } = creator
  await open(page, tokenPath)
  await page.getByRole('button', { name: 'Edit picture and links' }).click()
  const sheet = page.getByRole('dialog', { name: 'Picture and links' })
  await sheet.locator('img.avatar').waitFor()
  await sheet.getByLabel('Description').fill('A picture of a ship.')
  await sheet.getByRole('button', { name: 'Sign in your wallet, no gas' }).click()
  await sheet.waitFor({ state: 'detached' })
  await page.getByText('A picture of a ship.').waitFor()
  const answer = await fetch(`${site.url}/api/launchpad/token?address=${tokenPath.slice(8)}`)
  const { metadata } = (await answer.json()) as { metadata: { image: string | null; description: string } }
  expect(metadata).toMatchObject({ description: 'A picture of a ship.', image: expect.stringMatching(/images/) })
})

test('links are not dropped for another fee holder: the form refuses, and says who gets a locked buy', async () => {
  const { page } = creator
  await open(page, '/launch/new')
  await page.getByRole('button', { name: `Wallet ${address(1)}` }).waitFor()
  await page.getByLabel('Name').fill('Given Away')
  await page.getByLabel('Symbol').fill('GIVEN')
  await page.getByLabel('Web site').fill('https://example.com')
  await page.getByLabel('First buy in ETH').fill('0.02')
  await page.getByRole('group', { name: 'Lock your first buy' }).getByRole('button', { name: '30 days' }).click()
  const holders = page.getByRole('group', { name: 'Who gets the creator’s fees' })
  await holders.getByRole('button', { name: 'Another account' }).click()
  await page.getByLabel('Fee holder').fill(address(6))
  await page.getByText('Only the fee holder can sign a picture, a description and links').first().waitFor()
  await page.getByText('releases it to the fee holder, not to you.').waitFor()
  const review = page.getByRole('button', { name: 'Review launch' })
  expect(await review.isDisabled()).toBe(true)
  await page.getByLabel('Web site').fill('')
  await review.click()
  await page.getByText('Your locked first buy does not come back to you.').waitFor()
  await page.getByLabel('I understand that this is final').check()
  expect(await page.getByRole('button', { name: 'Open wallet to sign' }).isDisabled()).toBe(true)
  await page.getByLabel('I understand that the fee holder gets the tokens I buy.').check()
  await expect.poll(() => page.getByRole('button', { name: 'Open wallet to sign' }).isDisabled()).toBe(false)
  await page.getByRole('button', { name: 'Back' }).click()
})

test('a picture that is not saved is reported, and the launched token is one click away', async () => {
  const { page } = creator
  await open(page, '/launch/new')
  await page.getByRole('button', { name: `Wallet ${address(1)}` }).waitFor()
  await page.getByLabel('Name').fill('Without Links')
  await page.getByLabel('Symbol').fill('NOLINK')
  await page.getByLabel('Web site').fill('https://example.com')
  await page.route('**/api/launchpad/metadata', (route) =>
    route.fulfill({ status: 400, json: { code: 'invalid_argument', message: 'The link is not reachable.' } }),
  )
  await page.getByRole('button', { name: 'Review launch' }).click()
  await page.getByLabel('I understand that this is final').check()
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  const notice = page.getByRole('alert').filter({ hasText: 'The link is not reachable.' })
  await notice.getByRole('link', { name: 'Open the token’s page' }).click()
  await opened(page, /\/launch\/0x[0-9a-fA-F]{40}$/)
  await page.getByRole('heading', { name: /Without Links/ }).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  // This test causes the refusal itself.
  creator.complaints.splice(0)
})

test('anyone releases what is due of a locked first buy', async () => {
  await site.rpc('evm_increaseTime', [MONTH / 2])
  await site.rpc('evm_mine', [])
  const { page, context } = await site.visit({ account: address(7) })
  await open(page, tokenPath)
  await connectWallet(page)
  await page.getByRole('button', { name: 'Release what is due' }).click()
  await page.getByText('You get nothing and pay the gas.').waitFor()
  await signAndWait(page, 'Released locked PIC')
  await expect
    .poll(() => page.getByRole('region', { name: 'Locked first buy' }).textContent())
    .toMatch(/Released[1-9][\d,]+ PIC/)
  await context.close()
})

test('the creator’s right is offered, accepted by the other account, and gone from the first', async () => {
  const { page } = creator
  await open(page, tokenPath)
  await page.getByRole('button', { name: 'Transfer the creator role' }).click()
  await page.getByLabel('New creator').fill(address(2))
  await page.getByRole('button', { name: 'Review the offer' }).click()
  await signAndWait(page, 'The creator role is offered')
  const isOffered = async () =>
    (await (await fetch(`${site.url}/api/launchpad/token?address=${tokenPath.slice(8)}`)).text()).includes(
      `"pendingCreator":"${getAddress(address(2))}`,
    )
  await expect.poll(isOffered).toBe(true)
  const heir = await site.visit({ account: address(2) })
  await open(heir.page, tokenPath)
  await connectWallet(heir.page)
  await heir.page.getByRole('button', { name: 'Accept the creator role' }).click()
  await signAndWait(heir.page, 'The creator role is yours')
  await expect.poll(() => heir.page.getByRole('button', { name: 'Review claim' }).count()).toBe(1)
  await reload(page)
  await page.getByRole('button', { name: `Wallet ${address(1)}` }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Review claim' }).count()).toBe(0)
  await heir.context.close()
})

test('a change of chain in the wallet stops trading until it is changed back', async () => {
  const { page } = creator
  const emit = (chainId: string) =>
    page.evaluate(
      (id) => (globalThis as unknown as { testWallet: Wallet }).testWallet.emit('chainChanged', id),
      chainId,
    )
  await emit('0x1')
  await page.getByText('Your wallet is on chain 1.').first().waitFor()
  await emit('0x1237')
  await page.getByRole('button', { name: 'Review buy' }).first().waitFor()
})

test('a visible tab holds one stream, and a hidden tab none', async () => {
  const { page, context } = await site.visit()
  const streams = new Set<unknown>()
  page.on('request', (request) => request.url().includes('/api/launchpad/events') && streams.add(request))
  for (const event of ['requestfailed', 'requestfinished'] as const)
    page.on(event as 'requestfailed', (request) => void streams.delete(request))
  const show = (isHidden: boolean) =>
    page.evaluate(`Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`)
  await open(page, tokenPath)
  await expect.poll(() => streams.size).toBe(1)
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await show(true)
  await expect.poll(() => streams.size).toBe(0)
  await send(
    site.rpc,
    buy(tokenPath.slice(8) as Address, {
      from: address(9),
      factory: site.devnet.contracts.launchpad,
      value: 10n ** 16n,
    }),
  )
  await show(false)
  // Events that happened meanwhile come with the next stream.
  await page.locator('tbody tr').filter({ hasText: '0.0100' }).waitFor()
  expect(streams.size).toBe(1)
  await context.close()
})

test('the creator’s browser logged no error', () => {
  expect(creator.complaints).toEqual([])
})
