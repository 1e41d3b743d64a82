import { type Address, getAddress, getContractAddress, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ACCOUNTS } from '#devnet/accounts.ts'
import { openRegistry } from '../setup/names/openRegistry.ts'
import { connectWallet, open, opened, openSite, type SiteUnderTest, sign } from '../setup/web/openSite.ts'
import { overflowOf } from '../setup/web/overflowOf.ts'
import { launch } from '../setup/web/seedLaunches.ts'

/** The names of accounts on pages, by the contracts of ENS on the development chain. */

const [creator, friend, thief, operator] = ACCOUNTS.slice(2, 6).map((account) => getAddress(account)) as Address[]
// The operator has sent nothing before, so the address of its first contract is known before the service starts.
const registry = getContractAddress({ from: operator as Address, nonce: 0n })
let site: SiteUnderTest
let token: Address

beforeAll(async () => {
  site = await openSite({ isSeeded: false, env: { NAME_REGISTRY: registry } })
  const names = await openRegistry(site.rpc, operator as Address)
  await names.register('harbour.eth', creator as Address)
  await names.claim(creator as Address, 'harbour.eth')
  await names.register('friend.eth', friend as Address)
  await names.claim(thief as Address, 'friend.eth')
  const at = { factory: site.devnet.contracts.launchpad, from: creator as Address }
  token = await launch(site.rpc, at, { name: 'Anchor', symbol: 'ANCH', value: parseEther('0.01') })
})
afterAll(() => site?.[Symbol.asyncDispose]())

test('lists show the name of an account, and its own page the whole address as well', async () => {
  const { page, complaints } = await site.visit({ width: 390 })
  await open(page, `/launch/${token}`)
  const link = page.locator('.token-head').getByRole('link', { name: 'harbour.eth' })
  await link.waitFor()
  expect(await link.getAttribute('title')).toBe(creator)
  expect(await overflowOf(page.locator('.token-head'))).toEqual([])
  await link.click()
  await opened(page, /\/portfolio\//)
  await page.locator('.identity bdi', { hasText: 'harbour.eth' }).waitFor()
  expect(await page.locator('.identity .whole-address').textContent()).toBe(creator)
  expect(complaints).toEqual([])
})

test('a page shows no name that its account only claims', async () => {
  const { page } = await site.visit()
  const answered = page.waitForResponse((response) => response.url().includes('/api/names'))
  await open(page, `/portfolio/${thief}`)
  expect(await (await answered).json()).toEqual({ names: [{ address: thief, name: null }] })
  expect(await page.getByText('friend.eth').count()).toBe(0)
})

test('a recipient is typed as a name, and its whole address is shown, reviewed and signed', async () => {
  const { page } = await site.visit({ account: creator })
  await open(page, `/launch/${token}`)
  await connectWallet(page)
  await page.getByRole('button', { name: 'Transfer the creator role' }).click()
  const field = page.getByLabel('New creator')
  const review = page.getByRole('button', { name: 'Review the offer' })
  await field.fill('nobody.eth')
  await page.getByText('No account has this name.').waitFor()
  expect(await review.isDisabled()).toBe(true)
  await field.fill('Friend.eth')
  await page
    .getByRole('dialog')
    .getByText(friend as string)
    .waitFor()
  await review.click()
  await page.getByText('simulated').waitFor()
  expect(await page.getByRole('dialog').locator('.whole-address').allTextContents()).toContain(friend)
  await sign(page, 'The creator role is offered')
  const pending = async () =>
    ((await (await fetch(`${site.url}/api/launchpad/token?address=${token}`)).json()) as { pendingCreator: string })
      .pendingCreator
  await expect.poll(pending).toBe(friend)
})

test('the search finds an account by its name', async () => {
  const { page } = await site.visit()
  await open(page, '/launch')
  await page.getByRole('button', { name: 'Search or jump to' }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill('friend.eth')
  await page.getByRole('group', { name: 'Accounts' }).getByRole('option', { name: 'friend.eth' }).click()
  await opened(page, new RegExp(`/portfolio/${friend}$`))
})
