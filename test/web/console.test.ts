import type { Page } from 'playwright-core'
import type { Address } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNTS } from '#devnet/accounts.ts'
import { LOOKS } from '../setup/web/looks.ts'
import { connectWallet, open, openSite, SCREENS, type SiteUnderTest } from '../setup/web/openSite.ts'
import { problemsOf } from '../setup/web/violationsOf.ts'

const OPERATOR = ACCOUNTS[4] as Address

/** The developers that reach an edge of their cell or of the table, where a long wallet is cut. */
function touching(page: Page): Promise<(string | null)[]> {
  return page.locator('td bdi').evaluateAll((names) =>
    names
      .filter((name) => {
        const [text, cell] = [name.getBoundingClientRect(), name.closest('td')?.getBoundingClientRect()]
        const table = name.closest('.scroll-x')?.getBoundingClientRect()
        return !cell || !table || text.top - cell.top < 6 || text.right > Math.min(cell.right, table.right) - 6
      })
      .map((name) => name.textContent),
  )
}

let site: SiteUnderTest
beforeAll(async () => {
  site = await openSite({ isSeeded: false, env: { ADMIN_ADDRESSES: OPERATOR } })
})
afterAll(() => site?.[Symbol.asyncDispose]())

test('an operator sees load and providers, finds a developer and blocks them; others see nothing', async () => {
  const stranger = await site.visit({ account: site.accounts[5] })
  await open(stranger.page, '/console')
  await connectWallet(stranger.page)
  await stranger.page.getByRole('button', { name: /^Sign in as 0x/ }).click()
  await stranger.page.getByText('This call needs the scope admin:*').first().waitFor()

  const { page, complaints } = await site.visit({ account: OPERATOR })
  await open(page, '/console')
  await connectWallet(page)
  await page.getByRole('button', { name: /^Sign in as 0x/ }).click()
  await page.getByText('in service').first().waitFor()
  const wallet = String(site.accounts[5])
  await page.getByLabel('Find a developer').fill(wallet)
  await page.getByRole('button', { name: new RegExp(`^Block wallet:${wallet}`, 'i') }).click()
  await page.getByLabel('Reason').fill('spam')
  await page.getByRole('dialog').getByRole('button', { name: 'Block', exact: true }).click()
  await page.getByText('blocked', { exact: true }).waitFor()
  for (const { width, theme } of LOOKS) {
    await page.setViewportSize({ width, height: 900 })
    await page.emulateMedia({ colorScheme: theme })
    await page.evaluate('scrollTo(0, 0)')
    expect(await problemsOf(page)).toEqual([])
    expect(await touching(page)).toEqual([])
    await page.screenshot({ path: `${SCREENS}/console-${width}-${theme}.png` })
  }
  const refused = await stranger.page.reload()
  expect(refused?.status()).toBe(200)
  await stranger.page.getByText('This account is blocked: spam').first().waitFor()
  expect(complaints).toEqual([])
})
