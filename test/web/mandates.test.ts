import type { Page } from 'playwright-core'
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { DUSD, POSITION_MANAGER, V3_POSITION_MANAGER } from '#devnet/addresses.ts'
import { write } from '#mandates/rules/Layout.ts'
import { FORMS } from '#mandates/rules/liquidityForms.ts'
import { wordOfTick } from '#mandates/rules/rangeWords.ts'
import { connectWallet, open, openSite, SCREENS, type SiteUnderTest, type Visit } from '../setup/web/openSite.ts'
import { violationsOf } from '../setup/web/violationsOf.ts'

const OWNER = 2
const AGENT = 6
const OPERATOR = 19
/** A token of the seed that trades on its curve, and one that has graduated. */
const SYMBOL = 'SXT'
const GRADUATED = 'CAPS'

let site: SiteUnderTest
let visit: Visit
beforeAll(async () => {
  site = await openSite()
  visit = await site.visit({ account: address(OWNER), sendsTogether: true, givesCode: true })
})
afterAll(() => site?.[Symbol.asyncDispose]())

const address = (index: number) => site.accounts[index] as Address

type Answer = { transaction: { to: Address; data: Hex }; code?: string }

/** The agent asks for a buy under the mandate. */
async function askForBuy(mandate: string): Promise<{ status: number; body: Answer }> {
  const token = site.tokens[SYMBOL]
  const body = { action: 'buy', from: address(OWNER), token, value: String(parseEther('0.001')), mandate }
  const response = await fetch(`${site.url}/api/launchpad/prepare`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as Answer }
}

/** The agent sends with its own account; whether it was mined without a revert. */
async function sendAsAgent({ transaction: { to, data } }: Answer): Promise<boolean> {
  const call = { from: address(AGENT), to, data, gas: '0x2dc6c0' }
  const hash = await site.rpc('eth_sendTransaction', [call]).catch(() => undefined)
  if (hash === undefined) return false
  const { status } = (await site.rpc('eth_getTransactionReceipt', [hash])) as { status: string }
  return status === '0x1'
}

const USD = /^\$[\d.]+$/

/** The first grant also gives the account its code. */
async function grant(page: Page, { isFirst = true } = {}): Promise<string> {
  await page.getByRole('tab', { name: 'Mandates' }).click()
  await page.getByRole('button', { name: 'Grant a mandate' }).click()
  await page.getByLabel('Agent').fill(address(AGENT))
  await page.getByLabel('In any 24 hours').fill('0.01')
  await page.getByLabel('In one trade').fill('0.002')
  const form = page.getByRole('dialog', { name: 'Grant a mandate' })
  await expect
    .poll(() => form.locator('.dollars').allInnerTexts())
    .toEqual([expect.stringMatching(USD), expect.stringMatching(USD)])
  await page.getByRole('button', { name: 'Review the worst case' }).click()
  const sheet = page.getByRole('dialog', { name: 'Review the mandate' })
  await sheet.waitFor()
  expect(await sheet.locator('section.body').innerText()).toMatch(
    /^Worst case: the agent spends 0\.0\d+ ETH in all.*\$[\d.]+/,
  )
  expect(await violationsOf(page)).toEqual([])
  await page.screenshot({ path: `${SCREENS}/mandate-review.png` })
  if (isFirst) await sheet.getByRole('button', { name: 'Open wallet to prepare the account' }).click()
  await sheet.getByRole('button', { name: 'Open wallet to sign, no gas' }).click()
  const granted = page.getByRole('dialog', { name: 'The mandate is granted' })
  const mandate = await granted.locator('pre').innerText()
  await granted.getByRole('button', { name: 'Done' }).click()
  return mandate
}

test('a wallet grants a mandate, an agent trades under it, and one click revokes it', async () => {
  const { page, complaints } = visit
  await open(page, '/portfolio')
  await connectWallet(page)
  const mandate = await grant(page)
  const code = (await site.rpc('eth_getCode', [address(OWNER), 'latest'])) as string
  expect(code.toLowerCase()).toBe(`0xef0100${FRAMEWORK.EIP7702StatelessDeleGator.slice(2).toLowerCase()}`)

  const card = page.getByRole('region', { name: `Mandate of ${address(AGENT)}` })
  await card.getByText('active', { exact: true }).waitFor()
  const first = await askForBuy(mandate)
  expect(first.status).toBe(200)
  expect(await sendAsAgent(first.body)).toBe(true)
  await page.reload()
  await page.getByRole('tab', { name: 'Mandates' }).click()
  await card.getByText('1 used, 99 left').waitFor()
  await card.getByText('0.004 ETH').waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.screenshot({ path: `${SCREENS}/mandates.png` })

  const late = await askForBuy(mandate)
  await card.getByRole('button', { name: 'Revoke' }).click()
  await card.getByText('revoked', { exact: true }).waitFor()
  expect((await askForBuy(mandate)).body.code).toBe('failed_precondition')
  expect(await sendAsAgent(late.body)).toBe(false)
  await card.getByRole('button', { name: 'Remove from this list' }).click()
  await page.getByText('No mandates were granted in this browser').waitFor()
  expect(complaints).toEqual([])
})

test('one click revokes every mandate of the account', async () => {
  const { page, complaints } = visit
  const mandate = await grant(page, { isFirst: false })
  expect((await askForBuy(mandate)).status).toBe(200)
  const card = page.getByRole('region', { name: `Mandate of ${address(AGENT)}` })
  await card.getByText('active', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Revoke all mandates and orders' }).click()
  await card.getByText('revoked', { exact: true }).waitFor()
  expect((await askForBuy(mandate)).body.code).toBe('failed_precondition')
  expect(complaints).toEqual([])
})

test('an order is signed and published on the page of a token, and one click cancels it', async () => {
  const { page, complaints } = visit
  await open(page, `/launch/${site.tokens[SYMBOL]}`)
  const card = page.getByRole('region', { name: 'Orders' })
  await card.getByRole('button', { name: 'New order' }).click()
  await page.getByLabel('Pay', { exact: true }).fill('0.001')
  await page.getByLabel('Once you get at least').fill('900000000')
  await page.getByRole('button', { name: 'Review the worst case' }).click()
  const sheet = page.getByRole('dialog', { name: 'Review the order' })
  await sheet.waitFor()
  expect(await sheet.locator('section.body').innerText()).toMatch(
    /^Worst case: you pay 0\.0011 ETH, the tip included.*\$[\d.]+/,
  )
  expect(await violationsOf(page)).toEqual([])
  await page.screenshot({ path: `${SCREENS}/order-review.png` })
  await sheet.getByRole('button', { name: 'Open wallet to sign, no gas' }).click()
  await card.getByText(new RegExp(`^Buy for 0\\.001 ETH \\$[\\d.]+, at least 900\\.00 M ${SYMBOL}$`)).waitFor()
  await card.getByText('waiting', { exact: true }).waitFor()
  expect(await violationsOf(page)).toEqual([])
  await page.screenshot({ path: `${SCREENS}/orders.png` })
  await card.getByRole('button', { name: 'Cancel' }).click()
  await card.getByText('waiting', { exact: true }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('an order for a graduated token waits in its pool, and its stop loss names the price of the pool', async () => {
  const { page, complaints } = visit
  await open(page, `/launch/${site.tokens[GRADUATED]}`)
  const card = page.getByRole('region', { name: 'Orders' })
  await card.getByRole('button', { name: 'New order' }).click()
  await page.getByRole('button', { name: 'Stop loss' }).click()
  await page.getByLabel('Sell once it is worth at most').waitFor()
  await page.getByText('At the price of the pool, before its fee of 1 %.').waitFor()
  await page.getByRole('button', { name: 'Limit buy' }).click()
  await page.getByLabel('Pay', { exact: true }).fill('0.001')
  await page.getByLabel('Once you get at least').fill('900000000')
  await page.getByRole('button', { name: 'Review the worst case' }).click()
  const sheet = page.getByRole('dialog', { name: 'Review the order' })
  await sheet.getByText(/in its Uniswap v4 pool for 0\.001 ETH/).waitFor()
  await sheet.getByRole('button', { name: 'Open wallet to sign, no gas' }).click()
  await card.getByText('waiting', { exact: true }).waitFor()
  await card.getByRole('button', { name: 'Cancel' }).click()
  await card.getByText('waiting', { exact: true }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

/** The first position of the seed becomes the owner's. */
async function givePosition(to: Address = V3_POSITION_MANAGER): Promise<void> {
  const abi = parseAbi(['function transferFrom(address from, address to, uint256 tokenId)'])
  const args = [address(OPERATOR), address(OWNER), 1n] as const
  const data = encodeFunctionData({ abi, functionName: 'transferFrom', args })
  await site.rpc('eth_sendTransaction', [{ from: address(OPERATOR), to, data }])
}

test('a position is signed out at a price from its sheet, and one click cancels that', async () => {
  const { page, complaints } = visit
  await givePosition()
  await open(page, '/positions')
  const card = page.getByRole('article', { name: /^v3 position .* number 1$/ })
  const openExit = async () => {
    await card.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Exit at a price instead' }).click()
  }
  await openExit()
  await page.getByLabel(/^Price of 1 /).fill('0.000001')
  await page.getByText(/It exits at this price or below/).waitFor()
  await page.getByRole('button', { name: 'Review the worst case' }).click()
  const sheet = page.getByRole('dialog', { name: 'Review the exit' })
  await sheet.waitFor()
  expect(await sheet.locator('section.body').innerText()).toMatch(
    /^Worst case: your position becomes at least [\d.,]+ ?\w* WETH and possibly no DUSD/,
  )
  expect(await violationsOf(page)).toEqual([])
  await page.screenshot({ path: `${SCREENS}/exit-review.png` })
  await sheet.getByRole('button', { name: 'Open wallet to sign, no gas' }).click()
  await sheet.waitFor({ state: 'detached' })
  await openExit()
  await page.getByText('Exits once 1 WETH costs 0.000001 DUSD or less').waitFor()
  await page.getByText('waiting', { exact: true }).waitFor()
  await page.screenshot({ path: `${SCREENS}/exit-open.png` })
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByText('waiting', { exact: true }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})

test('a position compounds once its fees are earned, by an order that one click cancels', async () => {
  const { page, complaints } = visit
  await givePosition(POSITION_MANAGER)
  await open(page, '/positions')
  const card = page.getByRole('article', { name: /^v4 position .* number 1$/ })
  const openOrder = async () => {
    await card.getByRole('button', { name: 'Compound' }).click()
    await page.getByRole('button', { name: 'Compound once fees are earned instead' }).click()
  }
  await openOrder()
  await page.getByLabel('Fees to add').fill('5000')
  await page.getByRole('button', { name: 'Review the worst case' }).click()
  const sheet = page.getByRole('dialog', { name: 'Review the compound' })
  await sheet.waitFor()
  expect(await sheet.locator('section.body').innerText()).toMatch(
    /^Worst case: [\d.,]+ ETH.* and [\d.,]+ ?\w* DUSD out of its fees become liquidity/,
  )
  expect(await violationsOf(page)).toEqual([])
  await page.screenshot({ path: `${SCREENS}/compound-review.png` })
  await sheet.getByRole('button', { name: 'Open wallet to sign, no gas' }).click()
  await sheet.waitFor({ state: 'detached' })
  await openOrder()
  await page.getByText(/^Compounds up to/).waitFor()
  await page.getByText('waiting', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByText('waiting', { exact: true }).waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  expect(complaints).toEqual([])
})

/** A v4 position of ETH above the price, which the operator pays for. */
async function openRange(): Promise<void> {
  const { layout } = FORMS.v4CreateNative
  const range = { tickLower: wordOfTick(-196_000), tickUpper: wordOfTick(-195_500) }
  const amounts = { liquidity: 10n ** 13n, amount0: parseEther('0.01'), amount1: 0n }
  const pool = { token0: 0n, token1: BigInt(DUSD), fee: 500n, tickSpacing: 10n, hooks: 0n }
  const words = { ...range, ...amounts, ...pool, owner: BigInt(address(OWNER)), deadline: 2n ** 40n }
  const call = { from: address(OPERATOR), to: POSITION_MANAGER, value: '0x2386f26fc10000', gas: '0x2dc6c0' }
  await site.rpc('eth_sendTransaction', [{ ...call, data: write(layout, words) }])
}

test('a position moves into another range at a price, by an order that one click cancels', async () => {
  const { page, complaints } = visit
  await openRange()
  await open(page, '/positions')
  const card = page
    .getByRole('article', { name: /^v4 position ETH \/ DUSD/ })
    .filter({ hasText: 'Out of range' })
    .first()
  const openOrder = async () => {
    await card.getByRole('button', { name: 'Move range' }).click()
    await page.getByRole('button', { name: 'Move at a price instead' }).click()
  }
  await openOrder()
  await page.getByLabel(/^Price of 1 /).fill('2500')
  await page.getByText(/New range: [\d.,]+ to [\d.,]+ DUSD per ETH/).waitFor()
  await page.getByRole('button', { name: 'Review the worst case' }).click()
  const sheet = page.getByRole('dialog', { name: 'Review the move' })
  await sheet.waitFor()
  expect(await sheet.locator('section.body').innerText()).toMatch(
    /^Worst case: your position becomes [\d.,]+ ETH.*, the new range sells it for [\d.,]+ DUSD when the price returns/,
  )
  expect(await violationsOf(page)).toEqual([])
  await page.screenshot({ path: `${SCREENS}/move-review.png` })
  await sheet.getByRole('button', { name: 'Open wallet to sign, no gas' }).click()
  await sheet.waitFor({ state: 'detached' })
  await openOrder()
  await page.getByText(/^Moves once 1 ETH costs [\d.,]+ DUSD or less/).waitFor()
  await page.getByText('waiting', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Cancel', exact: true }).click()
  await page.getByText('waiting', { exact: true }).waitFor({ state: 'detached' })
  expect(complaints).toEqual([])
})
