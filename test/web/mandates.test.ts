import type { Page } from 'playwright-core'
import { type Address, encodeFunctionData, type Hex, parseAbi, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { V3_POSITION_MANAGER } from '#devnet/addresses.ts'
import { connectWallet, open, openSite, SCREENS, type SiteUnderTest, type Visit } from '../setup/web/openSite.ts'
import { violationsOf } from '../setup/web/violationsOf.ts'

const OWNER = 2
const AGENT = 6
const OPERATOR = 19
/** A token of the seed that trades on its curve. */
const SYMBOL = 'SXT'

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
  await page.getByLabel('Once it brings at least').fill('900000000')
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

/** The first v3 position of the seed becomes the owner's. */
async function givePosition(): Promise<void> {
  const abi = parseAbi(['function transferFrom(address from, address to, uint256 tokenId)'])
  const args = [address(OPERATOR), address(OWNER), 1n] as const
  const data = encodeFunctionData({ abi, functionName: 'transferFrom', args })
  await site.rpc('eth_sendTransaction', [{ from: address(OPERATOR), to: V3_POSITION_MANAGER, data }])
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
