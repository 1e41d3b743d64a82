import { expect, test } from 'vitest'
import { startTestDevnet } from '../setup/chain/devnet.ts'
import { openReplicated } from '../setup/database/standby.ts'
import { json } from '../setup/json.ts'
import { signIn } from '../setup/keys/signIn.ts'
import { startServiceProcess, temporaryFolder } from '../setup/process.ts'
import { post } from '../setup/requests.ts'

/** A whole service starts on two servers. */
const SLOW = { timeout: 180_000 }
const BASE_URL = 'https://api.example.com'

test('a service reads the launches from the standby, and follows its promotion to the primary', SLOW, async () => {
  await using folder = await temporaryFolder()
  await using servers = await openReplicated()
  await using chain = await startTestDevnet()
  const [one, two] = [servers.primary, servers.standby].map(({ url }) => /@([^/]+)/.exec(url)?.[1])
  const hosts = servers.primary.url.replace(/@[^/]+/, `@${one},${two}`)
  await using service = await startServiceProcess({
    DATABASE_URL: `${hosts}?target_session_attrs=read-write`,
    DATABASE_READ_URL: `${hosts}?target_session_attrs=standby`,
    SECRET: 'of all replicas, and of nobody else',
    RPC_URL_4663: chain.rpcUrl,
    LAUNCH_FACTORY: chain.description.contracts.launchpad,
    BASE_URL,
    DATA_DIR: folder.path,
    LOG_LEVEL: 'info',
  })
  const lists = async () => (await fetch(`${service.url}/api/launchpad/tokens`)).status
  const createKey = () =>
    signIn((path, body, headers) => post(service.url + path, body as object, headers), BASE_URL).then(({ key }) => key)
  await expect.poll(service.output, { timeout: 30_000 }).toContain('launchpad reads use the standby')
  const statements = () =>
    servers.standby.ask<{ count: number }>(`select count(*)::int4 as count from pg_stat_activity
      where application_name = 'slipway' and query like '%pg_last_wal_replay_lsn%'`)
  await expect.poll(lists, { timeout: 30_000 }).toBe(200)
  expect((await statements())[0]?.count).toBeGreaterThan(0)
  const before = await createKey()
  const replicated = async () =>
    (await servers.standby.ask<{ n: number }>('select count(*)::int4 as n from api_keys'))[0]?.n
  await expect.poll(replicated).toBeGreaterThan(0)

  await servers.primary[Symbol.asyncDispose]()
  await servers.standby.ask('select pg_promote()')
  await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status, { timeout: 30_000 }).toBe(200)
  await expect.poll(lists, { timeout: 30_000 }).toBe(200)
  const after = await createKey()
  for (const key of [before, after]) {
    const answer = await fetch(`${service.url}/lp/pool_info`, { method: 'POST', headers: { 'x-api-key': key } })
    expect(answer.status).not.toBe(401)
  }
  expect(await json(fetch(`${service.url}/api/health`))).toMatchObject({ status: expect.any(String) })
  await expect.poll(service.output).toContain('database failed over: event readers start again')
})
