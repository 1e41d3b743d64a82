import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Receiver, startReceiver, verify } from '../setup/rules/receiver.ts'
import { connectWallet, open, openSite, type SiteUnderTest } from '../setup/web/openSite.ts'

let receiver: Receiver
let site: SiteUnderTest
beforeAll(async () => {
  receiver = await startReceiver()
  site = await openSite({ isSeeded: false, env: { WEBHOOK_ALLOWED_HOSTS: receiver.host } })
})
afterAll(async () => {
  await site?.[Symbol.asyncDispose]()
  await receiver?.[Symbol.asyncDispose]()
})

test('somebody adds an endpoint and a rule, tests it, sees the delivery and sends it again', async () => {
  const { page, complaints } = await site.visit({ account: site.accounts[3] })
  await open(page, '/developers/webhooks')
  await connectWallet(page)
  await page.getByRole('button', { name: /^Sign in as 0x/ }).click()
  await page.getByRole('button', { name: 'Add endpoint' }).click()
  await page.getByLabel('URL').fill(receiver.url)
  await page.getByRole('dialog').getByRole('button', { name: 'Add endpoint' }).click()
  const secret = (await page.locator('code.key-value').textContent()) ?? ''
  expect(secret).toMatch(/^whsec_/)
  await page.getByLabel('I have stored it. Hide the secret.').click()

  await page.getByRole('button', { name: 'Create rule' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('graduations')
  await dialog.getByLabel('Event').selectOption('launch.graduated')
  await dialog.getByLabel('Send to').selectOption({ label: receiver.url })
  await dialog.getByRole('button', { name: 'Create rule' }).click()
  await page.getByRole('button', { name: 'Test graduations' }).click()
  await expect.poll(() => receiver.received.length).toBe(1)
  verify(secret, receiver.received[0]!)

  await page.getByRole('button', { name: receiver.url, exact: true }).click()
  await page.getByText('delivered', { exact: true }).first().waitFor()
  await page.getByRole('button', { name: 'Send event 1 again' }).first().click()
  await expect.poll(() => receiver.received.length).toBe(2)
  expect(receiver.received[1]?.id).toBe(receiver.received[0]?.id)
  await page.getByText('launch.graduated #1').last().waitFor()
  expect(complaints).toEqual([])
})
