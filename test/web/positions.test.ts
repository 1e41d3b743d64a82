import type { Page } from 'playwright-core'
import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { BURN, DUSD, FEE_TAKING_HOOK, KYC, MOON } from '#devnet/addresses.ts'
import { positionUrl } from '#site/positionUrl.ts'
import { createPosition, openBuilder, signInToBuild, takeApprovals, takeSteps } from '../setup/web/builder.ts'
import { connectWallet, open, openSite, SCREENS, type SiteUnderTest, type Visit } from '../setup/web/openSite.ts'
import { launch } from '../setup/web/seedLaunches.ts'
import { sellEth } from '../setup/web/sellEth.ts'
import { violationsOf } from '../setup/web/violationsOf.ts'

let site: SiteUnderTest
let visitor: Visit
let wallet: Address
/** The keys the pages used, in order. */
const keys: string[] = []

beforeAll(async () => {
  site = await openSite({ isSeeded: false })
  wallet = site.accounts[3] as Address
  visitor = await site.visit({ account: wallet })
  visitor.page.on('request', (request) => {
    const key = request.headers()['x-api-key']
    if (key !== undefined && !keys.includes(key)) keys.push(key)
  })
})
afterAll(() => site?.[Symbol.asyncDispose]())

type Position = {
  protocol: string
  status: string
  fee: number
  token0: { symbol: string }
  token1: { symbol: string }
}

/** The wallet's positions on the chain. */
async function positions(protocol: string): Promise<Position[]> {
  const answer = await fetch(`${site.url}/api/liquidity/positions?owner=${wallet}&chainId=4663`)
  return ((await answer.json()) as { positions: Position[] }).positions.filter((one) => one.protocol === protocol)
}

/** The same, once the service has noticed the block they are in. */
const soon = (protocol: string) => expect.poll(() => positions(protocol))

const numberOf = (text: string) => Number(text.replaceAll(',', ''))

async function chooseToken(page: Page, label: string, symbol: string): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${label}`) }).click()
  await page.getByLabel('Symbol or address').fill(symbol)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: new RegExp(`^${symbol}`) })
    .first()
    .click()
}

test('a v4 position of ETH and a token is made by hand, with an approval and a permit', async () => {
  const { page } = visitor
  await open(page, '/positions/new')
  await connectWallet(page)
  await chooseToken(page, 'First token', 'ETH')
  await chooseToken(page, 'Second token', 'DUSD')
  await page.getByText('Fee 0.05 % · tick spacing 10 · no hook').waitFor()
  await page.getByRole('button', { name: '±10 %' }).click()
  await page.getByLabel('ETH amount').fill('0.5')
  const dollars = async () => numberOf(await page.getByLabel('DUSD amount').inputValue())
  await expect.poll(dollars).toBeGreaterThan(1_000)
  await signInToBuild(page)
  const panel = page.getByRole('region', { name: 'What you will sign' })
  await panel.getByText('The position takes slightly less than you typed').waitFor()
  const [most, expected] = ((await panel.innerText()).match(/[\d,.]+(?= DUSD(?! per))/g) ?? []).map(numberOf)
  const step = await page.getByText(/^Lets Permit2 move up to/).textContent()
  const allowed = numberOf(step?.match(/up to ([\d,.]+)/)?.[1] ?? '')
  const figures = [expected, await dollars(), most, allowed].map(Number)
  expect(figures).toEqual(figures.toSorted((a, b) => a - b))
  await page.getByText('with a margin for price moves').first().waitFor()
  await page.screenshot({ path: `${SCREENS}/positions-new-built-1440-light.png` })
  await page.waitForURL(/protocol=v4&tokenA=ETH&tokenB=0x73D6.*&lower=-?\d+&upper=-?\d+&amountA=500000000000000000/)
  expect(await takeSteps(page)).toEqual(['Approve DUSD for Permit2', 'Sign the permit'])
  await page.screenshot({ path: `${SCREENS}/positions-review-1440-light.png` })
  expect(await violationsOf(page)).toEqual([])
  await createPosition(page)
  await soon('V4').toMatchObject([{ status: 'IN_RANGE', fee: 500 }])
})

type Approval = {
  transactions: { transaction: { data: string } }[]
  v4BatchPermitData?: { values: { spender: string } }
}

const asked = (page: Page, method: string) =>
  page.evaluate<number>(`testWallet.asked.filter((method) => method === "${method}").length`)

test('an approval or a permit that was changed on its way to the page does not reach the wallet', async () => {
  const { page, context } = await site.visit({ account: site.accounts[6] })
  const stranger = site.accounts[9] as string
  let change = ({ transactions: [first] }: Approval) => {
    if (first) first.transaction.data = first.transaction.data.replace(/.{40}(?=.{64}$)/, stranger.slice(2))
  }
  await page.route('**/lp/check_approval', async (route) => {
    const approval = (await (await route.fetch()).json()) as Approval
    change(approval)
    await route.fulfill({ json: approval })
  })
  await open(
    page,
    positionUrl({ protocol: 'v4', tokenA: zeroAddress, tokenB: DUSD, fee: 500, amountA: '70000000000000000' }),
  )
  await connectWallet(page)
  await signInToBuild(page)
  await page.getByRole('button', { name: 'Review position' }).click()
  const sheet = page.getByRole('dialog', { name: 'Review what you will sign' })
  await sheet.getByText('built here, unchanged').waitFor()
  const refused = sheet.getByText('This is not what Slipway built. Nothing was sent to your wallet.')
  await sheet.getByRole('button', { name: /^Approve DUSD/ }).click()
  await refused.waitFor()
  expect(await asked(page, 'eth_sendTransaction')).toBe(0)
  change = ({ v4BatchPermitData }) => {
    if (v4BatchPermitData) v4BatchPermitData.values.spender = stranger
  }
  await sheet.getByRole('button', { name: 'Back' }).click()
  await open(page, page.url())
  await signInToBuild(page)
  expect(await takeApprovals(page)).toEqual(['Approve DUSD for Permit2'])
  await sheet.getByRole('button', { name: 'Sign the permit' }).click()
  await refused.waitFor()
  expect(await asked(page, 'eth_signTypedData_v4')).toBe(0)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

test('a price that moved between review and signature is shown, and nothing is sent until that is accepted', async () => {
  const { page } = visitor
  await openBuilder(page, { protocol: 'v3', tokenA: zeroAddress, tokenB: DUSD, fee: 500, amountB: '900000000' })
  expect(await takeSteps(page)).toEqual(['Approve DUSD for the v3 position manager'])
  const before = await page.evaluate('testWallet.asked.filter((method) => method === "eth_sendTransaction").length')
  // Somebody else makes ETH cheaper, so that more of it goes with the same dollars.
  await sellEth(site, '3')
  const notice = page
    .getByRole('alert')
    .filter({ hasText: 'The price moved since you reviewed this. Nothing was sent.' })
  // The figures may refresh at this moment, and then the notice is there before the click.
  const toWallet = page.getByRole('button', { name: 'Open wallet to sign' })
  await toWallet.click({ timeout: 5_000 }).catch(() => notice.waitFor())
  await notice.getByText(/You pay at most .* ETH, not/).waitFor()
  expect(await page.evaluate('testWallet.asked.filter((method) => method === "eth_sendTransaction").length')).toBe(
    before,
  )
  expect(await positions('V3')).toEqual([])
  await page.getByRole('button', { name: 'Accept the new figures' }).click()
  await createPosition(page)
  await soon('V3').toMatchObject([{ status: 'IN_RANGE', fee: 500 }])
})

test('a v2 position of ETH and a token is made with the approval it needs', async () => {
  const { page } = visitor
  await openBuilder(page, { protocol: 'v2', tokenA: zeroAddress, tokenB: MOON, amountA: '100000000000000000' })
  await page.getByText(/You receive (at least|about) [\d,.]+ pool shares/).waitFor()
  expect(await takeSteps(page)).toEqual(['Approve MOON for the v2 router'])
  await createPosition(page)
  await soon('V2').toMatchObject([{ status: 'IN_RANGE' }])
})

test('a pool that is not there is opened with its first position', async () => {
  const { page } = visitor
  await open(page, positionUrl({ protocol: 'v4', tokenA: MOON, tokenB: DUSD }))
  await page.getByRole('button', { name: 'Change pool' }).click()
  await page.getByText('Open a new pool').click()
  await page
    .getByRole('group', { name: 'Fee of every trade' })
    .getByRole('button', { name: '1 %', exact: true })
    .click()
  await page.getByRole('button', { name: 'Use it' }).click()
  await page.getByRole('button', { name: 'Open a pool with this price' }).click()
  await page.getByRole('button', { name: 'Full' }).click()
  await page.getByLabel('MOON amount').fill('2000')
  await signInToBuild(page)
  await page.getByText('Open the pool and create the position').first().waitFor()
  const steps = await takeSteps(page)
  expect(steps).toEqual(['Approve DUSD for Permit2', 'Approve MOON for Permit2', 'Sign the permit'])
  await createPosition(page)
  const fees = async () => (await positions('V4')).map(({ fee }) => fee).sort()
  await expect.poll(fees).toEqual([10_000, 500])
})

test('a new pool of a launched token offers the price of its curve and warns of another', async () => {
  const { page } = visitor
  const at = { factory: site.devnet.contracts.launchpad, from: wallet }
  const token = await launch(site.rpc, at, { name: 'Curved', symbol: 'CRVD', value: 0n })
  await open(page, positionUrl({ protocol: 'v4', tokenA: zeroAddress, tokenB: token }))
  await page.getByText('This token still trades on its curve.').waitFor()
  await page.getByLabel('Starting price').fill('600000000000')
  await page.getByText('This price is far from the known one').waitFor()
  await page.getByLabel('Starting price').fill('')
  await page.getByRole('button', { name: 'Use it' }).click()
  expect(Number(await page.getByLabel('Starting price').inputValue())).toBeGreaterThan(1e6)
})

test('the ends of the range are moved by hand and by keyboard, a usable tick at a time', async () => {
  const { page } = visitor
  await open(
    page,
    positionUrl({ protocol: 'v4', tokenA: zeroAddress, tokenB: DUSD, fee: 500, lower: -198080, upper: -194710 }),
  )
  const low = page.getByRole('slider', { name: 'Lowest price' })
  await low.focus()
  await low.press('ArrowRight')
  await page.getByText('tick −198070').waitFor()
  expect(await low.getAttribute('aria-valuetext')).toMatch(/^2,502\.41 DUSD per ETH, −1\d\.\d % from now$/)
  await page.waitForURL(/lower=-198070/)
  const box = (await low.boundingBox()) as { x: number; y: number; width: number; height: number }
  const share = Number(await low.inputValue()) - Number(await low.getAttribute('min'))
  const span = Number(await low.getAttribute('max')) - Number(await low.getAttribute('min'))
  const x = box.x + 12 + (share / span) * (box.width - 24)
  await page.mouse.move(x, box.y + 90)
  await page.mouse.down()
  await page.mouse.move(x + 60, box.y + 90, { steps: 6 })
  await page.mouse.up()
  const moved = async () => Number(await low.inputValue())
  await expect.poll(moved).toBeGreaterThan(-198070)
  expect(Math.abs((await moved()) % 10)).toBe(0)
  await page.getByRole('button', { name: 'Only ETH' }).click()
  await expect.poll(() => page.getByLabel('DUSD amount').isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'ETH per DUSD' }).click()
  await page.waitForURL(/quote=A/)
  await page.getByRole('textbox', { name: 'Highest price' }).fill('0.0002')
  await page.getByRole('textbox', { name: 'Highest price' }).press('Enter')
  await page.getByText('Moved from 0.0002 to the nearest tick').waitFor()
})

test('a review stays open while pools cannot be read whole', async () => {
  const { page } = visitor
  await openBuilder(page, {
    protocol: 'v4',
    tokenA: zeroAddress,
    tokenB: DUSD,
    fee: 500,
    amountA: '100000000000000000',
  })
  await page.getByRole('button', { name: 'Review position' }).click()
  const sheet = page.getByRole('dialog', { name: 'Review what you will sign' })
  await sheet.waitFor()
  const incomplete = [{ protocol: 'V4', reason: 'The pools of v4 did not answer in time.' }]
  await page.route('**/api/liquidity/pools?*', async (route) => {
    const answer = (await (await route.fetch()).json()) as object
    await route.fulfill({ json: { ...answer, pools: [], incomplete } })
  })
  const answered = page.waitForResponse('**/api/liquidity/pools?*')
  await (await answered).finished()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
  expect(await sheet.isVisible()).toBe(true)
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await sheet.getByRole('button', { name: 'Back' }).click()
})

test('taxed, permissioned and hooked pools say what they are', async () => {
  const { page } = visitor
  await open(page, positionUrl({ protocol: 'v2', tokenA: zeroAddress, tokenB: BURN, amountA: '1000000000000000' }))
  await page
    .getByText(/keeps .* % of each transfer/)
    .first()
    .waitFor()
  await openBuilder(page, {
    protocol: 'v4',
    tokenA: MOON,
    tokenB: DUSD,
    fee: 3000,
    tickSpacing: 60,
    hooks: FEE_TAKING_HOOK,
    amountA: '1000000000000000000',
  })
  await page.getByText(/third-party contract, the hook/).waitFor()
  await page.getByRole('button', { name: 'Review position' }).click()
  await page.getByLabel('I understand that this pool runs somebody else’s code').waitFor()
  const callouts = await page.getByRole('dialog').locator('.callout').allTextContents()
  expect(callouts).toEqual([...new Set(callouts)])
  await open(page, positionUrl({ protocol: 'v4', tokenA: KYC, tokenB: DUSD }))
  await page.getByRole('button', { name: /permissioned/ }).click()
  await page.getByText(/is for allow-listed wallets only/).waitFor()
})

test('the key of a page is revoked when the page is left, and no browser complained', async () => {
  await open(visitor.page, '/launch')
  expect(keys.length).toBeGreaterThan(0)
  const statusOf = async (key: string) =>
    (
      await fetch(`${site.url}/lp/check_approval`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'x-api-key': key },
        body: '{}',
      })
    ).status
  for (const key of keys) await expect.poll(() => statusOf(key)).toBe(401)
  expect(visitor.complaints).toEqual([])
})
