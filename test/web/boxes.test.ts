import type { Page } from 'playwright-core'
import { type Address, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  open,
  opened,
  openSite,
  reload,
  SCREENS,
  type SiteUnderTest,
  signIn,
  type Visit,
} from '../setup/web/openSite.ts'
import { publishOrder } from '../setup/web/publishOrder.ts'
import { launch } from '../setup/web/seedLaunches.ts'
import { problemsOf } from '../setup/web/violationsOf.ts'

let site: SiteUnderTest
let visit: Visit
let page: Page
beforeAll(async () => {
  site = await openSite({ isSeeded: false, env: { BOXES_MAX: '6' } })
  const at = { factory: site.devnet.contracts.launchpad, from: site.accounts[4] as Address }
  await launch(site.rpc, at, { name: 'Harbour', symbol: 'HRBR', value: parseEther('0.05') })
  visit = await site.visit({ account: site.accounts[2] })
  page = visit.page
  await open(page, '/boxes')
  await signIn(page)
})
afterAll(() => site?.[Symbol.asyncDispose]())

async function startBox(agent: string, name: string): Promise<void> {
  await open(page, '/boxes')
  await page.getByRole('button', { name: `Start a box with ${agent}` }).click()
  await page.getByLabel('Name').fill(name)
  await page.getByRole('button', { name: 'Start the box' }).click()
  await opened(page, /\/boxes\/box_/)
  await page.getByRole('status').getByText('ready').waitFor()
}

async function ask(text: string): Promise<void> {
  const field = page.getByRole('textbox', { name: /^Message to/ })
  await field.fill(text)
  await field.press('Enter')
  await page.locator('.message.me', { hasText: text }).last().waitFor()
  await expect.poll(() => field.inputValue()).toBe('')
}

/** Every answer is there once nothing can be stopped any more. */
const answered = () => page.getByRole('button', { name: 'Ask', exact: true }).waitFor()

test('the desk agent is asked, proposes a buy, and the person signs it with the wallet', async () => {
  await startBox('Desk', 'HRBR and a pool')
  await ask('How many HRBR do I get for 0.1 ETH?')
  await answered()
  await ask(`prepare it for ${site.accounts[2]}`)
  const card = page.getByRole('article', { name: /^Proposed transaction/ })
  await card.getByText('not signed').waitFor()
  await page.screenshot({ path: `${SCREENS}/box-proposal-1440-light.png` })
  await card.getByRole('button', { name: 'Review and sign' }).click()
  await page.getByText('simulated').waitFor()
  await page.getByRole('dialog').locator('.dollars').first().waitFor()
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await page
    .getByRole('dialog', { name: 'Done' })
    .getByText(/^Bought [\d,]+ HRBR/)
    .waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await card.getByText('signed', { exact: true }).waitFor()

  // From an answer about a deposit to the builder, with everything carried over.
  await ask('How much DUSD do I need next to 0.5 ETH between 2500 and 3500?')
  await answered()
  await ask('prepare it')
  const builder = page.getByRole('link', { name: 'Open in the builder' })
  await builder.waitFor()
  const { pathname, searchParams } = new URL((await builder.getAttribute('href')) ?? '', site.url)
  expect(pathname).toBe('/positions/new')
  expect(Object.fromEntries(searchParams)).toMatchObject({ chainId: '4663', lower: expect.any(String) })
  expect([searchParams.get('amountA'), searchParams.get('amountB')]).toContain(String(parseEther('0.5')))
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await page.getByText('Create a position.').waitFor()
  await page.getByRole('button', { name: 'Close' }).click()

  // The conversation remains, and a proposal for another account cannot be signed.
  await reload(page)
  await page.getByText('How many HRBR do I get for 0.1 ETH?').waitFor()
  await ask(`prepare it for ${site.accounts[7]}`)
  await page.getByText('Your wallet holds another account.').first().waitFor()
  expect(visit.complaints).toEqual([])
})

test('an answer streams, is stopped, and waits for a permission; files, log and the states of a box are at hand', async () => {
  await startBox('Echo', 'Integration test')
  await ask('wait 60000')
  await page.locator('.stream', { hasText: 'waiting' }).waitFor()
  await page.getByRole('button', { name: 'Stop', exact: true }).click()
  await answered()
  await ask('confirm May I write a file?')
  const asking = page.getByRole('alert', { name: 'The agent asks' })
  await asking.getByText('May I write a file?').waitFor()
  await asking.getByRole('button').first().click()
  await page.locator('.message', { hasText: 'allowed' }).waitFor()
  await ask('card <b>Not bold</b>')
  await page.getByRole('article', { name: '<b>Not bold</b>' }).waitFor()

  await page.getByRole('button', { name: 'New file' }).click()
  await page.getByLabel('Path').fill('notes/today.md')
  await page.getByLabel('Content').fill('Claim on Friday.')
  await page.getByRole('button', { name: 'Save the file' }).click()
  await page.getByRole('button', { name: 'notes', exact: true }).click()
  await page.getByRole('button', { name: 'today.md' }).click()
  await expect.poll(() => page.getByLabel('Content').inputValue()).toBe('Claim on Friday.')
  await page.getByRole('button', { name: 'Close' }).click()
  // The files are looked at again after each answer; that must not lead back to where somebody came from.
  await page.getByRole('button', { name: 'Up', exact: true }).click()
  await page.getByRole('button', { name: 'notes', exact: true }).waitFor()
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route(/\/files$/, async (route) => {
    await held
    await route.continue()
  })
  const looked = page.waitForRequest(/\/files$/)
  await ask('hello')
  await looked
  await page.getByRole('button', { name: 'notes', exact: true }).click()
  await page.getByRole('button', { name: 'today.md' }).waitFor()
  const late = page.waitForResponse(/\/files$/)
  letGo()
  await (await late).finished()
  await page.getByRole('button', { name: 'today.md' }).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.locator('pre.log').getByText('service').waitFor()

  await page.getByRole('button', { name: 'Pause box' }).click()
  await page.getByRole('button', { name: 'Resume box' }).click()
  await page.getByRole('status').getByText('ready').waitFor()
  await ask('still there')
  await page.locator('.message:not(.me)', { hasText: 'still there' }).waitFor()
  await page.getByRole('button', { name: 'Box menu' }).click()
  await page.getByRole('button', { name: 'Stop permanently' }).click()
  await page.getByRole('button', { name: 'Stop this box' }).click()
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByText('It can still be read.').waitFor()
  await page.getByRole('button', { name: 'Box menu' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete this box' }).click()
  await opened(page, /\/boxes$/)
})

test('a snapshot is taken, restored, forked and deleted; a schedule is created, disabled and deleted', async () => {
  await startBox('Echo', 'Kept')
  await page.getByRole('button', { name: 'Take a snapshot' }).click()
  const snapshot = page.getByRole('button', { name: 'Kept', exact: true })
  await snapshot.click()
  await page.getByText('Pause the box to restore a snapshot.').waitFor()
  await page.screenshot({ path: `${SCREENS}/box-snapshot-1440-light.png` })
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'New schedule' }).click()
  await page.getByLabel('Question').fill('gm')
  await page.getByLabel('Times').fill('0 9 * * 1-5')
  await page.getByRole('button', { name: 'Create the schedule' }).click()
  await page.getByRole('button', { name: 'Disable gm' }).click()
  await page.getByText('0 9 * * 1-5, disabled').waitFor()
  await page.getByRole('button', { name: 'Enable gm' }).click()
  await page.getByText(/0 9 \* \* 1-5, next \d{4}-/).waitFor()
  await page.setViewportSize({ width: 360, height: 800 })
  await page.getByRole('button', { name: 'Box menu' }).click()
  await page.getByRole('button', { name: 'Disable gm' }).scrollIntoViewIfNeeded()
  await page.screenshot({ path: `${SCREENS}/box-schedules-360-light.png` })
  expect(await problemsOf(page)).toEqual([])
  await page.getByRole('button', { name: 'Close' }).click()
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.getByRole('button', { name: 'Delete gm' }).click()
  await page.getByText('No schedules').waitFor()

  await page.getByRole('button', { name: 'Pause box' }).click()
  await page.getByRole('button', { name: 'Resume box' }).waitFor()
  await snapshot.click()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  const restored = page.waitForResponse(/\/restore$/)
  await page.getByRole('button', { name: 'Restore this snapshot' }).click()
  expect((await restored).status()).toBe(200)
  await snapshot.click()
  const first = page.url()
  await page.getByRole('button', { name: 'New box from it' }).click()
  await expect.poll(() => page.url()).not.toBe(first)
  await open(page, first)
  await snapshot.click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByText('No snapshots').waitFor()
})

test('in both themes, on phones and desktops, boxes have no serious violation and no horizontal overflow', async () => {
  const problems: string[] = []
  await open(page, '/boxes')
  await page.getByRole('link', { name: 'HRBR and a pool' }).click()
  await opened(page, /\/boxes\/box_/)
  const box = page.url()
  for (const theme of ['light', 'dark'] as const)
    for (const width of [360, 1440]) {
      await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: width < 768 ? 800 : 900 })
      await open(page, '/boxes')
      await page.locator('.room-list li').first().waitFor()
      await page.screenshot({ path: `${SCREENS}/boxes-${width}-${theme}.png` })
      problems.push(...(await problemsOf(page)).map((problem) => `boxes ${width} ${theme}: ${problem}`))
      await open(page, box)
      await page.getByText('How many HRBR').waitFor()
      await page.screenshot({ path: `${SCREENS}/box-${width}-${theme}.png` })
      problems.push(...(await problemsOf(page)).map((problem) => `box ${width} ${theme}: ${problem}`))
    }
  expect(problems).toEqual([])
}, 900_000)

test('a review from a box has all safeguards, goes on while the answer is completed, and is remembered after a reload', async () => {
  const from = site.accounts[2]
  const at = { factory: site.devnet.contracts.launchpad, from: site.accounts[4] as Address }
  const token = await launch(site.rpc, at, { name: 'Quay', symbol: 'QUAY', value: 0n })
  const body = { action: 'buy', from, token, value: '1500000000000000000' }
  await startBox('Echo', 'A proposal')
  const rebuild = { method: 'POST', path: '/api/launchpad/prepare', body }
  await ask(`propose ${JSON.stringify({ chainId: 4663, wallet: from, rebuild })}`)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  await page.getByText('simulated').waitFor()
  const asking = page.getByRole('alert', { name: 'The agent asks', includeHidden: true })
  await asking.getByRole('button', { includeHidden: true }).first().dispatchEvent('click')
  await page.locator('.message:not(.me):not([aria-busy])', { hasText: 'seen' }).waitFor()
  await page.getByRole('dialog').getByText('“Quay”').waitFor()
  const toWallet = page.getByRole('button', { name: 'Open wallet to sign' })
  expect(await toWallet.isDisabled()).toBe(true)
  await page.getByLabel('Type 1.5 to confirm').fill('1.5')
  await toWallet.click()
  const card = page.getByRole('article', { name: /^Proposed transaction/ })
  await card.getByText('signed', { exact: true }).waitFor()
  await reload(page)
  await card.getByText('signed', { exact: true }).waitFor()
})

test('an execution that a box proposes is read from the service again, the worst case first, and signed', async () => {
  const at = { factory: site.devnet.contracts.launchpad, from: site.accounts[4] as Address }
  const token = await launch(site.rpc, at, { name: 'Pier', symbol: 'PIER', value: 0n })
  const order = await publishOrder(site, 7, token)
  await startBox('Echo', 'An execution')
  // The agent's own transaction is never signed.
  const lie = { transaction: { to: site.accounts[5], data: '0x', value: '0xde0b6b3a7640000' } }
  await ask(`propose ${JSON.stringify({ chainId: 4663, wallet: site.accounts[2], order, steps: [lie] })}`)
  await page.getByRole('button', { name: 'Review and sign' }).click()
  const sheet = page.getByRole('dialog', { name: 'Review the execution' })
  await sheet.getByText(/^Executes an order of 0x\w+ and pays you its tip of 0\.0001 ETH/).waitFor()
  expect(await sheet.locator('section.body').innerText()).toMatch(/^Worst case: somebody else comes first/)
  expect(await problemsOf(page)).toEqual([])
  await sheet.getByRole('button', { name: 'Open wallet to sign' }).click()
  await sheet.waitFor({ state: 'detached' })
  const { status } = (await (await fetch(`${site.url}/api/orders/${order}`)).json()) as { status: string }
  expect(status).toBe('executed')
})

/** Has the echo agent propose a request, and answers its question so that the run ends. */
async function propose(path: string, body: object): Promise<void> {
  const shown = page.getByRole('article', { name: /^Proposed transaction/ })
  const before = await shown.count()
  await ask(`propose ${JSON.stringify({ chainId: 4663, rebuild: { method: 'POST', path, body } })}`)
  await page.getByRole('alert', { name: 'The agent asks' }).getByRole('button', { name: 'Answer “Allow”' }).click()
  await answered()
  await expect.poll(() => shown.count()).toBe(before + 1)
}

test('proposals that lack fields leave the page whole, and one with an imitated token names it first', async () => {
  const walletAddress = site.accounts[2]
  await startBox('Echo', 'Hostile proposals')
  for (const part of [{ newPool: {} }, { independentToken: {} }, { protocol: 4 }])
    await propose('/lp/create', { walletAddress, chainId: 4663, ...part })
  const at = { factory: site.devnet.contracts.launchpad, from: site.accounts[4] as Address }
  const imposter = await launch(site.rpc, at, { name: 'Dollar', symbol: 'DUSD', value: 0n })
  const initialPrice = String(2n ** 96n)
  await propose('/lp/create', {
    walletAddress,
    chainId: 4663,
    protocol: 'V4',
    newPool: { token0Address: zeroAddress, token1Address: imposter, fee: 3000, tickSpacing: 60, initialPrice },
    tickBounds: { tickLower: 60, tickUpper: 1200 },
    independentToken: { tokenAddress: zeroAddress, amount: String(parseEther('0.1')) },
  })
  await page.getByRole('button', { name: 'Review and sign' }).last().click()
  const review = page.getByRole('dialog')
  await review.getByText('Create a position.').waitFor()
  const first = (await review.getByRole('alert').first().textContent())?.toLowerCase()
  expect(first).toContain('looks like dusd')
  expect(first).toContain(imposter.toLowerCase())
  expect((await review.locator('dl').first().textContent())?.toLowerCase()).toContain(imposter.toLowerCase())
  await page.getByRole('button', { name: 'Close' }).click()
  expect(visit.complaints).toEqual([])
})
