import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { readdir, writeFile } from 'node:fs/promises'
import { createServer as createHttpServer } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { describe, expect, test, vi } from 'vitest'
import * as ApiKey from '#keys/ApiKey.ts'
import { startTestDevnet } from './setup/chain/devnet.ts'
import { json } from './setup/json.ts'
import { isAlive, launch, launchToEnd, startServiceProcess, temporaryFolder } from './setup/process.ts'
import { post, slowPost, takePort } from './setup/requests.ts'

// Whole services start in these, several in some: beside a busy neighbour that takes its time.
vi.setConfig({ testTimeout: 180_000 })

/** The index of launches follows the chain a moment after the first answer. */
async function untilReady(url: string): Promise<void> {
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
}

describe('npm start', () => {
  test('serves health, status and OpenAPI, and leaves nothing behind on SIGINT', async () => {
    await using folder = await temporaryFolder()
    await using service = await startServiceProcess({ DATA_DIR: folder.path })
    for (const path of ['/api/health', '/api/developer/status', '/api/developer/openapi.json'])
      expect([path, (await fetch(service.url + path)).status]).toEqual([path, 200])
    expect((await json(fetch(`${service.url}/api/developer/status`))).origins.base).toBe(service.url)
    await untilReady(service.url)
    const children = service.children()
    expect(children.length).toBeGreaterThan(1)
    expect(await service.stop('SIGINT')).toBe(0)
    expect(children.filter(isAlive)).toEqual([])
  })

  test('says that it is ready last, in one piece, when it is, also at the next start', async () => {
    await using folder = await temporaryFolder()
    for (const time of ['first', 'second']) {
      await using service = await startServiceProcess({ DATA_DIR: folder.path, LOG_LEVEL: 'info' })
      await expect.poll(async () => (await json(fetch(`${service.url}/readyz`))).status).toBe('ok')
      const shown = () => service.output().replaceAll(/^\{.*"msg":"served"\}\n/gm, '')
      await delay(1_000)
      const banner = /\n\nSlipway is ready\.\n( {2}\w+ +http.*\n){5} {2}Ctrl-C stops it\.\n\n$/
      expect([time, shown()]).toEqual([time, expect.stringMatching(banner)])
    }
  })

  test('passes a signal on to the service, so that nothing outlives npm', async () => {
    await using folder = await temporaryFolder()
    await using service = await startServiceProcess({ DATA_DIR: folder.path }, ['npm', 'start'])
    const children = service.children()
    await service.stop('SIGTERM')
    await expect.poll(() => children.filter(isAlive)).toEqual([])
  })

  test('starts again at once after SIGTERM, and after kill -9 with its database still running', async () => {
    await using folder = await temporaryFolder()
    const env = { DATA_DIR: folder.path }
    await using first = await startServiceProcess(env)
    expect(await first.stop('SIGTERM')).toBe(0)
    await using second = await startServiceProcess(env)
    expect(await second.stop('SIGKILL')).toBe('SIGKILL')
    await using third = await startServiceProcess(env)
    await untilReady(third.url)
    expect(await third.stop()).toBe(0)
  })
})

describe('stopping', () => {
  test('finishes requests in flight, which still find the database and the chain', async () => {
    await using folder = await temporaryFolder()
    await using service = await startServiceProcess({ DATA_DIR: folder.path, DEVNET_BLOCK_TIME: '1000' })
    const drip = post(`${service.url}/api/developer/devnet/faucet`, { address: `0x${'ab'.repeat(20)}` })
    const report = slowPost(`${service.url}/api/developer/keys/report`, { key: ApiKey.create() })
    await report.started
    const stopped = service.stop('SIGTERM')
    await delay(200)
    expect(await report.finish()).toBe(200)
    expect((await drip).status).toBe(200)
    expect([await stopped, service.output()]).toEqual([0, expect.any(String)])
  })

  test('a second signal right after the first is the same wish', async () => {
    await using folder = await temporaryFolder()
    await using service = await startServiceProcess({ DATA_DIR: folder.path })
    const report = slowPost(`${service.url}/api/developer/keys/report`, { key: ApiKey.create() })
    await report.started
    const stopped = service.stop('SIGINT')
    for (const signal of ['SIGINT', 'SIGTERM'] as const) {
      await delay(50)
      service.child.kill(signal)
    }
    await delay(200)
    expect(await report.finish()).toBe(200)
    expect(await stopped).toBe(0)
  })

  test('a signal later on insists: it ends at once, with requests in flight', async () => {
    await using folder = await temporaryFolder()
    await using service = await startServiceProcess({ DATA_DIR: folder.path })
    const report = slowPost(`${service.url}/api/developer/keys/report`, { key: ApiKey.create() })
    await report.started
    const stopped = service.stop('SIGINT')
    // A busy machine may hand over the first one late, and the next is then the same wish.
    while (isAlive(service.child.pid ?? 0)) {
      await delay(2_000)
      service.child.kill('SIGINT')
    }
    expect(await stopped).toBe(130)
    await expect(report.finish()).rejects.toThrow()
  })

  test('while it still starts is no failure', async () => {
    await using folder = await temporaryFolder()
    const { child, output } = launch({ DATA_DIR: folder.path, LOG_LEVEL: 'warn' })
    await expect.poll(() => existsSync(join(folder.path, 'secret')), { interval: 10 }).toBe(true)
    child.kill('SIGTERM')
    const [code] = await once(child, 'close')
    expect([code, output()]).toEqual([0, expect.stringMatching(/^(Still finishing .*\n)?$/)])
  })
})

describe('what keeps it from starting is said in one line, with exit code 1', () => {
  test('a broken environment, every problem at once', async () => {
    await using folder = await temporaryFolder()
    const { code, output } = await launchToEnd({ DATA_DIR: join(folder.path, 'data'), PORT: 'x', DEVNET: 'y' })
    expect(code).toBe(1)
    expect(output).toMatch(/PORT must be.*\n.*DEVNET must be/)
    expect(await readdir(folder.path)).toEqual([])
  })

  test('a taken port, before anything is written', async () => {
    await using folder = await temporaryFolder()
    await using taken = await takePort()
    const { code, output } = await launchToEnd({ DATA_DIR: join(folder.path, 'data'), PORT: String(taken.port) })
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(/^Port \d+ on 127\.0\.0\.1 is taken\..*PORT/)])
    expect(await readdir(folder.path)).toEqual([])
  })

  test('a taken port for metrics, before anything is written', async () => {
    await using folder = await temporaryFolder()
    await using taken = await takePort()
    const { code, output } = await launchToEnd({
      DATA_DIR: join(folder.path, 'data'),
      METRICS_PORT: String(taken.port),
    })
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(/^Port \d+ .* is taken\..* METRICS_PORT/)])
    expect(await readdir(folder.path)).toEqual([])
  })

  test('a taken port of the development chain, before anything is written', async () => {
    await using folder = await temporaryFolder()
    await using taken = await takePort()
    const { code, output } = await launchToEnd({ DATA_DIR: join(folder.path, 'data'), DEVNET_PORT: String(taken.port) })
    expect([code, output.trim()]).toEqual([1, expect.stringMatching(/^Port \d+ .* is taken\..* DEVNET_PORT/)])
    expect(await readdir(folder.path)).toEqual([])
  })

  test('a data folder that is a file', async () => {
    await using folder = await temporaryFolder()
    const file = join(folder.path, 'data')
    await writeFile(file, 'not a folder')
    const { code, output } = await launchToEnd({ DATA_DIR: file })
    expect(code).toBe(1)
    expect(output.trim().split('\n')).toHaveLength(1)
    expect(output).toMatch(/DATA_DIR|data folder|not a folder/i)
  })

  test('a database that does not answer', async () => {
    await using folder = await temporaryFolder()
    const DATABASE_URL = 'postgresql://nobody:x@127.0.0.1:9/none'
    const { code, output } = await launchToEnd({ DATA_DIR: folder.path, DATABASE_URL, SECRET: 's'.repeat(32) })
    expect([code, output]).toEqual([1, expect.stringMatching(/DATABASE_URL|database/i)])
    expect(output).not.toContain('nobody:x')
  })

  test('an RPC of chain 4663 that does not answer, before anything is written', async () => {
    await using folder = await temporaryFolder()
    const env = { DATA_DIR: join(folder.path, 'data'), RPC_URL_4663: 'http://127.0.0.1:9/v2/api-key-of-ours' }
    const { code, output } = await launchToEnd(env)
    expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringMatching(/^Chain 4663 .* RPC_URL_4663/)]])
    expect(output).not.toContain('api-key-of-ours')
    expect(await readdir(folder.path)).toEqual([])
  })

  test('an RPC of another chain', async () => {
    await using folder = await temporaryFolder()
    const server = createHttpServer((_, response) => response.end('[{"id":1,"result":"0x1"},{"id":2,"result":{}}]'))
    await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
    const { port } = server.address() as { port: number }
    const env = { DATA_DIR: join(folder.path, 'data'), RPC_URL_4663: `http://127.0.0.1:${port}` }
    const { code, output } = await launchToEnd(env)
    server.close()
    expect([code, output]).toEqual([1, expect.stringMatching(/serves another chain.*RPC_URL_4663/)])
  })

  test('a data folder in use by another service', async () => {
    await using folder = await temporaryFolder()
    await using service = await startServiceProcess({ DATA_DIR: folder.path })
    const { code, output } = await launchToEnd({ DATA_DIR: folder.path })
    expect([code, output]).toEqual([1, expect.stringContaining(String(service.child.pid))])
    await untilReady(service.url)
  })
})

test('a live chain is served without its contracts as degraded, and what is printed holds no key of its RPC', async () => {
  await using folder = await temporaryFolder()
  await using devnet = await startTestDevnet()
  const env = { DATA_DIR: folder.path, RPC_URL_4663: `${devnet.rpcUrl}/v2/api-key-of-ours` }
  await using service = await startServiceProcess(env)
  const health = () => json(fetch(`${service.url}/api/health`))
  await expect.poll(health).toMatchObject({ network: 'live', status: 'degraded', degraded: ['chain 4663'] })
  expect((await health()).trading.chains[0]).toMatchObject({ head: expect.any(String), contractsPresent: false })
  expect(await json(fetch(`${service.url}/readyz`))).toEqual({ status: 'degraded', degraded: ['chain 4663'] })
  expect(await service.stop()).toBe(0)
  expect(service.output()).toContain(`chain    4663 at ${devnet.rpcUrl}\n`)
  expect(service.output()).not.toContain('api-key-of-ours')
})
