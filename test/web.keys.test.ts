import { afterAll, beforeAll, expect, test } from 'vitest'
import { connectWallet, openSite, SCREENS, type SiteUnderTest } from './setup/web/openSite.ts'

let site: SiteUnderTest
beforeAll(async () => {
  site = await openSite({ isSeeded: false })
}, 120_000)
afterAll(() => site?.[Symbol.asyncDispose]())

const callWith = (key: string) =>
  fetch(`${site.url}/lp/check_approval`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: '{}',
  })

test('somebody signs in, creates a key, uses it, sees the call and revokes the key', async () => {
  const { page, complaints } = await site.visit({ account: site.accounts[2] })
  await page.goto('/developers/keys')
  await connectWallet(page)
  await page.getByRole('button', { name: /^Sign in as 0x/ }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Name').fill('laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('heading', { name: 'Key “laptop” is ready. Copy it now.' }).waitFor()
  const key = (await page.locator('code.keyval').textContent()) ?? ''
  expect(key).toMatch(/^svc_sk_[0-9A-Za-z]{49}$/)
  await page.screenshot({ path: `${SCREENS}/keys-signed-in-1440-light.png` })
  // The key is good: what is refused is the empty request.
  expect((await callWith(key)).status).toBe(400)

  await page.getByLabel('I have stored it. Hide the key.').click()
  expect(await page.getByText(key).count()).toBe(0)
  await page.getByRole('button', { name: 'laptop', exact: true }).click()
  await page.getByText('lpCheckApproval').waitFor()

  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByRole('button', { name: 'Revoke laptop' }).click()
  await page.getByText('revoked', { exact: true }).waitFor()
  await expect.poll(async () => (await callWith(key)).status, { timeout: 10_000 }).toBe(401)
  expect(complaints).toEqual([])
})
