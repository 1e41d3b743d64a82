import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { startTestDevnet } from '../setup/chain/devnet.ts'
import { createTestDatabase } from '../setup/database/database.ts'
import { json } from '../setup/json.ts'
import { startServiceProcess, temporaryFolder } from '../setup/process.ts'
import { post } from '../setup/requests.ts'

/** A whole service starts in each test. */
const SLOW = { timeout: 180_000 }
const SECRET = 'of all replicas, and of nobody else'

async function call(url: string, headers: Record<string, string> = {}): Promise<IncomingMessage> {
  const sent = request(url, { headers }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  return response.resume()
}

test('behind a load balancer: probes by address, forwarded addresses, and a delayed stop', SLOW, async () => {
  await using folder = await temporaryFolder()
  await using database = await createTestDatabase()
  await using chain = await startTestDevnet()
  const env = { DATABASE_URL: database.url, SECRET, RPC_URL_4663: chain.rpcUrl, BASE_URL: 'https://api.example.com' }
  const options = { DATA_DIR: folder.path, SHUTDOWN_DELAY_SECONDS: '600', LOG_LEVEL: 'info' }
  await using service = await startServiceProcess({ ...env, ...options })

  const asPod = { host: '10.1.2.3:8787' }
  expect((await call(`${service.url}/readyz`, asPod)).statusCode).toBe(200)
  expect((await call(`${service.url}/livez`, asPod)).statusCode).toBe(200)
  expect((await call(`${service.url}/api/health`, asPod)).statusCode).toBe(403)

  for (const client of ['192.0.2.1', '192.0.2.2'])
    await call(`${service.url}/api/health`, { 'x-forwarded-for': client, host: 'api.example.com' })
  const warnings = () => service.output().match(/x-forwarded-for of an untrusted peer ignored/g)
  await expect.poll(warnings).toHaveLength(1)

  service.child.kill('SIGTERM')
  await expect.poll(async () => (await call(`${service.url}/readyz`)).statusCode).toBe(503)
  const served = await call(`${service.url}/api/health`)
  expect([served.statusCode, served.headers.connection]).toEqual([200, 'close'])
  expect((await call(`${service.url}/livez`)).statusCode).toBe(200)
  // A second signal ends the wait.
  expect(await service.stop('SIGTERM')).toBe(0)
})

test('without an RPC the service starts, says what is missing, and serves the rest', SLOW, async () => {
  await using folder = await temporaryFolder()
  await using database = await createTestDatabase()
  const RPC_URL_4663 = 'http://127.0.0.1:9/v2/api-key-of-ours'
  const env = { DATABASE_URL: database.url, SECRET, RPC_URL_4663, DATA_DIR: folder.path }
  await using service = await startServiceProcess({ ...env, LAUNCH_FACTORY: `0x${'ab'.repeat(20)}` })
  expect(await json(fetch(`${service.url}/readyz`))).toMatchObject({
    status: 'degraded',
    degraded: expect.arrayContaining(['chain 4663']),
    unavailable: expect.arrayContaining(['/lp/* on chain 4663']),
  })
  expect((await fetch(`${service.url}/api/arena/rooms`)).status).toBe(200)
  expect((await fetch(`${service.url}/api/launchpad/tokens`)).status).toBeLessThan(504)
  expect(service.output()).toContain('starting without chain 4663: its RPC does not respond')
  expect(await service.stop()).toBe(0)
  expect(service.output()).not.toContain('api-key-of-ours')
})

test('with a clock 300 s off the service is unready and signs no times', SLOW, async () => {
  await using folder = await temporaryFolder()
  await using database = await createTestDatabase()
  const slowClock = 'const now = Date.now; Date.now = () => now() - 300_000'
  const command = [process.execPath, '--import', `data:text/javascript,${encodeURIComponent(slowClock)}`, 'src/main.ts']
  const env = { DATABASE_URL: database.url, SECRET, RPC_URL_4663: 'http://127.0.0.1:9', DATA_DIR: folder.path }
  await using service = await startServiceProcess(env, command)
  const ready = await fetch(`${service.url}/readyz`)
  const { message } = (await ready.json()) as { message: string }
  expect([ready.status, message]).toEqual([503, expect.stringContaining('clock (300 s behind')])
  const nonce = await post(`${service.url}/api/auth/siwe/nonce`, {})
  expect([nonce.status, nonce.headers.get('retry-after')]).toEqual([503, '5'])
  expect((await fetch(`${service.url}/api/arena/rooms`)).status).toBe(200)
})
