import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPosition, signInToBuild, takeSteps } from '../setup/web/builder.ts'
import {
  connectWallet,
  open,
  opened,
  openSite,
  SCREENS,
  type SiteUnderTest,
  sign,
  type Visit,
} from '../setup/web/openSite.ts'

let site: SiteUnderTest
let visit: Visit
let page: Page
beforeAll(async () => {
  site = await openSite({ isSeeded: false, env: { BOXES_MAX: '2' } })
  visit = await site.visit({ account: site.accounts[6] })
  page = visit.page
})
afterAll(() => site?.[Symbol.asyncDispose]())

const look = (name: string) => page.screenshot({ path: `${SCREENS}/whole-journey-${name}.png` })
const pay = (amount: string): Promise<void> => page.getByLabel('You pay, in ETH').first().fill(amount)

test('in one browser: a launch, its graduation, liquidity, fees, a room about it and the desk agent', async () => {
  await open(page, '/')
  await look('1-landing')
  await page.getByRole('banner').getByRole('link', { name: 'Launch', exact: true }).click()
  await opened(page, /\/launch$/)
  await page
    .getByRole('link', { name: /Launch a token/ })
    .first()
    .click()
  await opened(page, /\/launch\/new/)
  await connectWallet(page)
  await page.getByLabel('Name').fill('Ebb and Flow')
  await page.getByLabel('Symbol').fill('EBB')
  await page.getByLabel('First buy in ETH').fill('0.1')
  await page.getByRole('group', { name: 'Opening' }).getByRole('button', { name: 'None' }).click()
  await page.getByRole('button', { name: 'Review launch' }).click()
  await page.getByLabel('I understand that this is final').check()
  await page.getByRole('button', { name: 'Open wallet to sign' }).click()
  await opened(page, /\/launch\/0x[0-9a-fA-F]{40}$/)
  const tokenPath = new URL(page.url()).pathname
  await look('2-launched')

  await pay('3')
  await page.getByRole('button', { name: /Review buy of/ }).click()
  await page.getByLabel('Type 3 to confirm').fill('3')
  await sign(page, /^Bought [\d,]+ EBB/)
  await page.getByRole('heading', { name: /^Graduated/ }).waitFor()
  await look('3-graduated')

  await page.getByRole('link', { name: 'Provide liquidity' }).first().click()
  await opened(page, /\/positions\/new\?/)
  await page.getByLabel('ETH amount').fill('0.2')
  await signInToBuild(page)
  await look('4-builder')
  await takeSteps(page)
  await createPosition(page)

  await open(page, tokenPath)
  await pay('0.05')
  await page.getByRole('button', { name: /Review buy of/ }).click()
  await sign(page, /^Bought [\d,]+ EBB/)
  await page.getByRole('banner').getByRole('link', { name: 'Liquidity' }).click()
  await opened(page, /\/positions$/)
  const card = page.getByRole('article').filter({ hasText: 'EBB' })
  await card.getByRole('button', { name: 'Claim' }).click()
  await look('5-claim')
  await sign(page, /Claimed the fees/)

  await page.getByRole('banner').getByRole('link', { name: 'Arena' }).click()
  await opened(page, /\/arena$/)
  await page.getByRole('button', { name: 'New room' }).click()
  await page.getByLabel('Topic').fill('EBB after graduation')
  await page.getByRole('button', { name: 'Create room' }).click()
  await opened(page, /\/arena\/room_/)
  await page.getByRole('button', { name: 'Join this room' }).click()
  await page.getByRole('button', { name: /^Join as 0x/ }).click()
  await say(page.getByLabel('Message', { exact: true }), 'Fees come in both tokens. Who else provides?')
  await look('6-room')

  await page.getByRole('banner').getByRole('link', { name: 'Boxes' }).click()
  await opened(page, /\/boxes$/)
  await page.getByRole('button', { name: 'Start a box with Desk' }).click()
  await page.getByRole('button', { name: 'Start the box' }).click()
  await opened(page, /\/boxes\/box_/)
  await page.getByRole('status').getByText('ready').waitFor()
  await say(page.getByRole('textbox', { name: /^Message to/ }), 'How much EBB do I get for 0.1 ETH?')
  await page.locator('.message:not(.me)').last().getByText(/EBB/).first().waitFor()
  await page.getByRole('button', { name: 'Ask', exact: true }).waitFor()
  await look('7-desk')
  expect(visit.complaints).toEqual([])
})

async function say(field: Locator, text: string): Promise<void> {
  await field.fill(text)
  await field.press('Enter')
  await page.getByText(text).last().waitFor()
}
