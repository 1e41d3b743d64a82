import type { Page } from 'playwright-core'
import { type Address, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DUSD } from '#devnet/addresses.ts'
import { positionUrl } from '#site/positionUrl.ts'
import { connectWallet, openSite, SCREENS, type SiteUnderTest, type Visit } from './setup/web/openSite.ts'

let site: SiteUnderTest
let visitor: Visit
let wallet: Address

beforeAll(async () => {
  site = await openSite({ isSeeded: false })
  wallet = site.accounts[3] as Address
  visitor = await site.visit({ account: wallet })
}, 120_000)
afterAll(() => site?.[Symbol.asyncDispose]())

type Position = {
  protocol: string
  tokenId?: string
  status: string
  liquidity: string
  fee: number
  token0: { symbol: string }
  tickLower?: number
}
async function positions(): Promise<Position[]> {
  const answer = await fetch(`${site.url}/api/liquidity/positions?owner=${wallet}&chainId=4663`)
  return ((await answer.json()) as { positions: Position[] }).positions
}

/** Goes through every step of the review until the position is on the chain. */
async function carryOut(page: Page): Promise<string[]> {
  await page.getByRole('button', { name: 'Review position' }).click()
  const sheet = page.getByRole('dialog', { name: 'Review what you will sign' })
  const taken: string[] = []
  for (;;) {
    const next = sheet.locator('.ft .btn.primary:not([aria-busy]):not([disabled])')
    await next.waitFor()
    const label = (await next.textContent()) ?? ''
    taken.push(label)
    await next.click()
    if (label === 'Open wallet to sign') break
    await sheet
      .locator('.steps li.done')
      .nth(taken.length - 1)
      .waitFor()
  }
  await page.getByRole('dialog', { name: 'Your position is created' }).waitFor()
  await page.getByRole('button', { name: 'Create another' }).click()
  return taken
}

test('a v4 position of ETH and a token is made with an approval and a permit', async () => {
  const { page } = visitor
  await page.goto('/positions/new')
  await page.getByText('Choose a token').first().waitFor()
  await page.goto(positionUrl({ protocol: 'v4', tokenA: zeroAddress, tokenB: DUSD }))
  await connectWallet(page)
  await page.getByRole('slider', { name: 'Lowest price' }).waitFor()
  await page.getByRole('button', { name: '±10 %' }).click()
  await page.getByLabel('ETH amount').fill('0.5')
  await page.getByRole('button', { name: 'Sign in with your wallet' }).click()
  await page.getByText('simulated').first().waitFor()
  await page.screenshot({ path: `${SCREENS}/positions-new-1440-light.png` })
  await page.waitForURL(/tokenA=ETH&tokenB=0x73D6.*&lower=-?\d+&upper=-?\d+&amountA=500000000000000000/)
  expect(await carryOut(page)).toEqual(['Approve DUSD for Permit2', 'Sign the permit', 'Open wallet to sign'])
  const [made] = await positions()
  expect(made).toMatchObject({ protocol: 'V4', status: 'IN_RANGE', fee: 500 })
}, 120_000)
