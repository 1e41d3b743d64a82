import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { startTestDevnet } from '../setup/chain/devnet.ts'
import { createTestDatabase } from '../setup/database/database.ts'
import { json } from '../setup/json.ts'
import { signIn } from '../setup/keys/signIn.ts'
import { launchToEnd, startServiceProcess, temporaryFolder } from '../setup/process.ts'
import { post } from '../setup/requests.ts'

/** Several whole services start, one after the other. */
const SLOW = { timeout: 900_000 }
const SECRET = 'of all replicas, and of nobody else'

test('a second replica with a development chain of its own does not start, and says what to set', SLOW, async () => {
  await using folders = new AsyncDisposableStack()
  const [one, two] = [folders.use(await temporaryFolder()), folders.use(await temporaryFolder())]
  await using database = await createTestDatabase()
  const env = { DATABASE_URL: database.url, SECRET }
  await using first = await startServiceProcess({ ...env, DATA_DIR: one.path })
  const { code, output } = await launchToEnd({ ...env, DATA_DIR: two.path })
  expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringMatching(/^Another replica .* RPC_URL_4663 /)]])

  const { rpcUrl } = await json(fetch(`${first.url}/api/developer/devnet`))
  await using joined = await startServiceProcess({ ...env, DATA_DIR: two.path, RPC_URL_4663: rpcUrl })
  expect((await fetch(`${joined.url}/readyz`)).status).toBe(200)
})

test('the README’s recipe for replicas names all they need: two of them share keys', SLOW, async () => {
  const readme = await readFile('README.md', 'utf8')
  const [, recipe = ''] = /## Run several replicas\n[^`]*```sh\n([^`]+)```/.exec(readme) ?? []
  const named = [...recipe.matchAll(/^export ([A-Z0-9_]+)=/gm)].map(([, name]) => String(name))
  await using folders = new AsyncDisposableStack()
  await using database = await createTestDatabase()
  await using chain = await startTestDevnet()
  const values: Record<string, string> = {
    DATABASE_URL: database.url,
    SECRET,
    BASE_URL: 'https://api.example.com',
    RPC_URL_4663: chain.rpcUrl,
  }
  expect(named.sort()).toEqual(Object.keys(values).sort())
  expect(recipe).toContain('npm start')
  const open = async () =>
    folders.use(await startServiceProcess({ ...values, DATA_DIR: folders.use(await temporaryFolder()).path }))
  const [one, two] = await Promise.all([open(), open()])
  const { key } = await signIn(
    (path, body, headers) => post(one.url + path, body as object, headers),
    values['BASE_URL'] ?? '',
  )
  const status = async (url: string) =>
    (await fetch(`${url}/lp/pool_info`, { method: 'POST', headers: { 'x-api-key': key } })).status
  expect(await status(two.url)).not.toBe(401)
  const manage = await fetch(`${two.url}/api/developer/keys`, { headers: { 'x-api-key': key } })
  expect(manage.status).toBe(403)
})
