import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { quickstartSteps, readSamples } from '#site/pages/developers/quickstart.ts'
import type { Site } from '#site/Site.ts'
import { connectWallet, open, openSite, SCREENS, type SiteUnderTest } from '../setup/web/openSite.ts'

let site: SiteUnderTest
beforeAll(async () => {
  site = await openSite({ isSeeded: false })
})
afterAll(() => site?.[Symbol.asyncDispose]())

const callWith = (key: string) =>
  fetch(`${site.url}/lp/check_approval`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': key },
    body: '{}',
  })

test('somebody signs in, creates a key, uses it, sees the call and revokes the key', async () => {
  const { page, complaints } = await site.visit({ account: site.accounts[2] })
  await open(page, '/developers/keys')
  await connectWallet(page)
  await page.getByRole('button', { name: /^Sign in as 0x/ }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByLabel('Name').fill('laptop')
  await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('heading', { name: 'Key “laptop” is ready. Copy it now.' }).waitFor()
  const key = (await page.locator('code.key-value').textContent()) ?? ''
  expect(key).toMatch(/^svc_sk_[0-9A-Za-z]{49}$/)
  await page.screenshot({ path: `${SCREENS}/keys-signed-in-1440-light.png` })
  // The key is good: what is refused is the empty request.
  expect((await callWith(key)).status).toBe(400)

  await page.getByLabel('I have stored it. Hide the key.').click()
  await page.getByText(key).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'laptop', exact: true }).click()
  await page.getByText('lpCheckApproval').waitFor()

  await page.getByRole('button', { name: 'Revoke', exact: true }).click()
  await page.getByRole('button', { name: 'Revoke laptop' }).click()
  await page.getByText('revoked', { exact: true }).waitFor()
  await expect.poll(async () => (await callWith(key)).status).toBe(401)
  expect(complaints).toEqual([])
})

/** `jq -r .name`, for machines without it. */
const JQ = `jq() { node -pe "JSON.parse(require('node:fs').readFileSync(0, 'utf8'))$2"; }`

test('the quickstart runs from its first line to its last, as printed', async () => {
  const read = async () => (await fetch(`${site.url}/api/developer/devnet`)).json()
  const samples = await readSamples({ baseUrl: site.url, isDevnet: true, chainId: 4663, read } as unknown as Site)
  const steps = quickstartSteps(samples)
  const page = await (await fetch(`${site.url}/developers/quickstart`, { headers: { accept: 'text/markdown' } })).text()
  for (const { code } of steps) expect(page).toContain(code)
  const script = [JQ, ...steps.map(({ code }) => `${code}\necho`)].join('\n')
  const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script])
  const answers = stdout
    .trim()
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
  expect(answers).toHaveLength(4)
  expect(answers.map((answer) => answer.code)).toEqual(Array(4).fill(undefined))
  expect(answers[1].pools).toHaveLength(1)
  expect(answers[3].requestId).toMatch(/^req_/)
})
