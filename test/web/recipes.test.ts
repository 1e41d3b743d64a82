import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Body } from '../setup/liquidity/lp.ts'
import { connectWallet, open, openSite, SCREENS, type SiteUnderTest } from '../setup/web/openSite.ts'
import { tradeBothWays } from '../setup/web/sellEth.ts'
import { violationsOf } from '../setup/web/violationsOf.ts'

/** Compounding, moving and turning into one token on the positions page, by wallets that are atomic and not. */

let site: SiteUnderTest
beforeAll(async () => {
  site = await openSite({ isSeeded: false })
})
afterAll(() => site?.[Symbol.asyncDispose]())

async function positions(): Promise<Body[]> {
  const found: Body[] = []
  let cursor: string | undefined = ''
  while (cursor !== undefined) {
    const query = `owner=${site.accounts[0]}&chainId=4663${cursor && `&cursor=${encodeURIComponent(cursor)}`}`
    const page = (await (await fetch(`${site.url}/api/liquidity/positions?${query}`)).json()) as Body
    found.push(...page.positions)
    cursor = page.nextCursor
  }
  return found
}

async function visit(sendsTogether: boolean) {
  const owner = await site.visit({ account: site.accounts[0], sendsTogether })
  await open(owner.page, '/positions')
  await connectWallet(owner.page)
  return owner
}

const cardOf = (page: Page, protocol: string, pair: string) =>
  page.getByRole('article', { name: `${protocol} position ${pair}` }).first()
const sent = (page: Page) => page.evaluate<string[]>('testWallet.asked.filter((method) => /send/.test(method))')

/** Waits for a step of the open review, and signs in if that comes first. */
async function signInFor(page: Page, step: RegExp): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Review what you will sign' })
  const signIn = sheet.getByRole('button', { name: 'Sign in with your wallet' })
  const wanted = sheet.getByText(step).first()
  await signIn.or(wanted).first().waitFor()
  if (await signIn.isVisible()) await signIn.click()
  await wanted.waitFor()
}

/** Takes every step of the open review until the last is mined; gives the words of the steps before it. */
async function signAll(page: Page, done: RegExp): Promise<string[]> {
  const dialog = page.getByRole('dialog')
  const receipt = page.getByRole('dialog', { name: 'Done' })
  const next = dialog.locator('.footer .button.primary:not([aria-busy]):not([disabled])')
  const taken: string[] = []
  for (;;) {
    await receipt.or(next).first().waitFor()
    if ((await receipt.count()) > 0) break
    const label = (await next.textContent({ timeout: 5_000 }).catch(() => '')) ?? ''
    const isTaken = await next.click({ timeout: 10_000 }).then(
      () => true,
      () => false,
    )
    if (isTaken && taken.at(-1) !== label) taken.push(label)
  }
  await receipt.getByText(done).waitFor()
  await receipt.getByRole('button', { name: 'Done' }).click()
  await dialog.waitFor({ state: 'hidden' })
  return taken.filter((label) => label !== 'Sign in with your wallet')
}

test('an atomic wallet turns v2 and v4 liquidity into one token with one signature each', async () => {
  const { page, context, complaints } = await visit(true)
  await cardOf(page, 'v4', 'MOON / DUSD')
    .or(cardOf(page, 'v4', 'DUSD / MOON'))
    .first()
    .waitFor()
  await cardOf(page, 'v4', 'ETH / DUSD').getByRole('button', { name: 'To one token' }).click()
  await page.getByRole('group', { name: 'Token to receive' }).getByRole('button', { name: 'ETH' }).click()
  await page.getByRole('button', { name: '25 %' }).click()
  expect(await violationsOf(page)).toEqual([])
  await page.screenshot({ path: `${SCREENS}/positionsToOneToken-1440-light.png` })
  await page.getByRole('button', { name: 'Review the swap of 25 % into ETH' }).click()
  await signAll(page, /Turned 25 % of ETH \/ DUSD v4 position #\d+ into ETH/)
  expect(await sent(page)).toEqual(['wallet_sendCalls'])
  await cardOf(page, 'v2', 'WETH / DUSD').getByRole('button', { name: 'To one token' }).click()
  await page.getByRole('button', { name: '50 %' }).click()
  await page.getByRole('button', { name: 'Review the swap of 50 % into DUSD' }).click()
  await signAll(page, /Turned 50 % of WETH \/ DUSD v2 position into DUSD/)
  expect(await sent(page)).toEqual(['wallet_sendCalls', 'wallet_sendCalls'])
  expect(complaints).toEqual([])
  await context.close()
})

test('another wallet takes the steps in order, and a swap that was changed on its way is not sent', async () => {
  const { page, context } = await visit(false)
  const stranger = site.accounts[9] as string
  let isChanged = true
  await page.route('**/lp/zap_out', async (route) => {
    const answer = (await (await route.fetch()).json()) as Body
    const [first] = answer.steps ?? []
    if (isChanged && first) first.transaction.data = first.transaction.data.replace(/.{40}$/, stranger.slice(2))
    await route.fulfill({ json: answer })
  })
  const card = cardOf(page, 'v4', 'ETH / DUSD')
  const turn = async () => {
    await card.getByRole('button', { name: 'To one token' }).click()
    await page.getByRole('button', { name: '50 %' }).click()
    await page.getByRole('button', { name: 'Review the swap of 50 % into DUSD' }).click()
  }
  await turn()
  const sheet = page.getByRole('dialog', { name: 'Review what you will sign' })
  await signInFor(page, /Remove the liquidity/)
  await sheet.getByRole('button', { name: 'Remove the liquidity' }).click()
  await sheet.getByText('This is not what Slipway built. Nothing was sent to your wallet.').waitFor()
  expect(await sent(page)).toEqual([])
  isChanged = false
  await sheet.getByRole('button', { name: 'Back' }).click()
  await open(page, '/positions')
  const before = (await positions()).find(({ protocol, token0 }) => protocol === 'V4' && token0.symbol === 'ETH')
  await turn()
  const taken = await signAll(page, /Turned 50 % of ETH \/ DUSD v4 position #\d+ into DUSD/)
  expect(taken).toEqual(['Remove the liquidity', 'Open wallet to sign'])
  expect(await sent(page)).toEqual(['eth_sendTransaction', 'eth_sendTransaction'])
  const liquidity = async () =>
    (await positions()).find(({ protocol, tokenId }) => protocol === 'V4' && tokenId === before.tokenId).liquidity
  await expect.poll(liquidity).toBe((BigInt(before.liquidity) - BigInt(before.liquidity) / 2n).toString())
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

test('the first of several transactions is not sent where the last one would fail', async () => {
  const { page, context } = await visit(false)
  await page.route('**/lp/zap_out', async (route) => {
    const answer = (await (await route.fetch()).json()) as Body
    const simulation = { ok: false, code: 'REVERTED', message: 'The swap would pay too little.' }
    await route.fulfill({ json: answer.steps ? { ...answer, simulation } : answer })
  })
  await cardOf(page, 'v4', 'ETH / DUSD').getByRole('button', { name: 'To one token' }).click()
  await page.getByRole('button', { name: '50 %' }).click()
  await page.getByRole('button', { name: 'Review the swap of 50 % into DUSD' }).click()
  const sheet = page.getByRole('dialog', { name: 'Review what you will sign' })
  await signInFor(page, /Remove the liquidity/)
  await sheet.getByText('The swap would pay too little.').first().waitFor()
  expect(await sheet.getByRole('button', { name: 'Remove the liquidity' }).isDisabled()).toBe(true)
  expect(await sent(page)).toEqual([])
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await context.close()
})

test.each([true, false])('fees are compounded and a range is moved (atomic wallet: %s)', async (isAtomic) => {
  await tradeBothWays(site)
  const { page, context } = await visit(isAtomic)
  const mine = async () =>
    (await positions()).filter(({ protocol, liquidity, fee }) => protocol === 'V3' && liquidity !== '0' && fee === 500)
  const [before] = await mine()
  const card = page.getByRole('article', { name: `v3 position WETH / DUSD number ${before.tokenId}`, exact: true })
  await card.getByRole('button', { name: 'Compound' }).click()
  const compounding = await signAll(page, /Compounded the fees of/)
  const grown = async () => BigInt((await mine()).find(({ tokenId }) => tokenId === before.tokenId).liquidity)
  await expect.poll(grown).toBeGreaterThan(BigInt(before.liquidity))
  await card.getByRole('button', { name: 'Move range' }).click()
  await page.getByRole('group', { name: 'Width around the price' }).getByRole('button', { name: '±50 %' }).click()
  await page.getByRole('button', { name: 'Review the move' }).click()
  const moving = await signAll(page, /Moved WETH \/ DUSD v3 position/)
  if (isAtomic) expect(await sent(page)).toEqual(['wallet_sendCalls', 'wallet_sendCalls'])
  else {
    expect([...compounding, ...moving].every((label) => /^(Approve \w+|Open wallet to sign)$/.test(label))).toBe(true)
    expect(new Set(await sent(page))).toEqual(new Set(['eth_sendTransaction']))
  }
  const left = async () => (await mine()).map(({ tokenId }) => tokenId)
  await expect.poll(left).not.toContain(before.tokenId)
  await context.close()
})

test.each([
  [false, 'ETH / DUSD', 'v3 at 0.3 %'],
  [true, 'ETH / DUSD', 'v3 at 0.3 %'],
] as const)('liquidity moves to another pool (atomic wallet: %s)', async (isAtomic, pair, to) => {
  const { page, context, complaints } = await visit(isAtomic)
  const protocol = to.slice(0, 2).toUpperCase()
  const count = async () => (await positions()).filter((position) => position.protocol === protocol).length
  const before = await count()
  const move = page.getByRole('button', { name: 'Move to another pool' })
  const card = page.getByRole('article', { name: `v4 position ${pair}` }).filter({ has: move })
  await card.first().getByRole('button', { name: 'Move to another pool' }).click()
  await page.getByRole('combobox', { name: 'To', exact: true }).selectOption({ label: to })
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Review the move' }).click()
  const taken = await signAll(page, new RegExp(`Moved .+ to ${to}`))
  if (isAtomic) expect(await sent(page)).toEqual(['wallet_sendCalls'])
  else expect(taken.slice(-2)).toEqual(['Remove the liquidity', 'Open wallet to sign'])
  await expect.poll(count).toBe(before + 1)
  expect(complaints).toEqual([])
  await context.close()
})

test.each([true, false])(
  'the fees of several positions are claimed and compounded (atomic wallet: %s)',
  async (isAtomic) => {
    await tradeBothWays(site)
    const { page, context, complaints } = await visit(isAtomic)
    const fees = async () =>
      (await positions()).filter(({ uncollectedFees: earned }) => earned && isEarning(earned)).length
    const before = await fees()
    expect(before).toBeGreaterThan(1)
    await page.getByRole('button', { name: /^Collect the fees of \d+ positions$/ }).click()
    const sheet = page.getByRole('dialog', { name: 'Review what you will sign' })
    await signInFor(page, /You receive/)
    expect(await violationsOf(page)).toEqual([])
    await sheet.getByText('Compound where both tokens earned fees').click()
    await sheet.getByText('they become liquidity of the position').waitFor()
    await sheet.getByRole('button', { name: 'Accept the new figures' }).click()
    for (const risk of await sheet.getByLabel('I accept this risk.').all()) await risk.check()
    await signAll(page, /Collected the fees of \d+ positions/)
    const methods = new Set(await sent(page))
    expect(methods).toEqual(new Set([isAtomic ? 'wallet_sendCalls' : 'eth_sendTransaction']))
    if (isAtomic) expect(await sent(page)).toHaveLength(1)
    await expect.poll(fees).toBeLessThan(before)
    expect(complaints).toEqual([])
    await context.close()
  },
)

const isEarning = ({ token0, token1 }: Body) => token0.amount !== '0' || token1.amount !== '0'

test('a v3 position becomes ETH after the approval of that one position', async () => {
  const { page, context } = await visit(true)
  const card = cardOf(page, 'v3', 'WETH / DUSD')
  await card.getByRole('button', { name: 'To one token' }).click()
  await page.getByRole('group', { name: 'Token to receive' }).getByRole('button', { name: 'ETH' }).click()
  await page.getByRole('button', { name: 'Review the swap of 100 % into ETH' }).click()
  await signInFor(page, /Approve position #\d+/)
  await signAll(page, /Turned 100 % of WETH \/ DUSD v3 position #\d+ into ETH/)
  expect(await sent(page)).toEqual(['wallet_sendCalls'])
  await context.close()
})
