import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectWallet, open, openSite, reload, SCREENS, type SiteUnderTest } from '../setup/web/openSite.ts'
import { violationsOf } from '../setup/web/violationsOf.ts'

/** The guides of the devnet through a first launch and a first position. */

let site: SiteUnderTest
beforeAll(async () => {
  site = await openSite({ isSeeded: false })
})
afterAll(() => site?.[Symbol.asyncDispose]())

test('the guide to a first launch is walked by keyboard, survives a reload, and ends', async () => {
  const { page, context, complaints } = await site.visit({ account: site.accounts[3], width: 390, theme: 'dark' })
  await open(page, '/launch/new')
  const guide = page.locator('.guide')
  await page.getByRole('button', { name: 'Show me how' }).press('Enter')
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Connect the test wallet')
  // The page stays usable while the guide is open.
  await connectWallet(page)
  await guide.getByRole('button', { name: 'Next' }).press('Enter')
  await expect.poll(() => page.evaluate<string>('document.activeElement.textContent')).toBe('Name your token')
  expect(await page.locator('[data-guided] input').count()).toBe(2)
  expect(await violationsOf(page)).toEqual([])
  await page.screenshot({ path: `${SCREENS}/guide-390-dark.png` })
  await reload(page)
  await guide.getByText('Step 2 of 4').waitFor()
  await guide.getByRole('button', { name: 'Next' }).click()
  await page.locator('[data-guided]').getByLabel('First buy in ETH').waitFor()
  await guide.getByRole('button', { name: 'Next' }).click()
  await page.locator('[data-guided]').getByRole('button', { name: 'Review launch' }).waitFor()
  await guide.getByRole('button', { name: 'Done' }).click()
  await guide.waitFor({ state: 'detached' })
  await reload(page)
  expect(await page.locator('.guide, [data-guided]').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('the guide to a first position is skipped with Escape, and not offered for other chains', async () => {
  const { page, context } = await site.visit()
  await open(page, '/positions/new')
  await page.getByRole('button', { name: 'Show me how' }).click()
  await page.locator('.guide').getByRole('button', { name: 'Next' }).click()
  await page.locator('.guide').getByText('Step 2 of 4').waitFor()
  await page.screenshot({ path: `${SCREENS}/guide-1440-light.png` })
  await page.keyboard.press('Escape')
  await page.locator('.guide').waitFor({ state: 'detached' })
  await open(page, '/positions/new?chainId=1')
  await page.getByRole('heading', { name: 'New position' }).waitFor()
  expect(await page.getByRole('button', { name: 'Show me how' }).count()).toBe(0)
  await context.close()
})
