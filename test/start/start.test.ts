import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as ApiKey from '#keys/rules/ApiKey.ts'
import { startTestDevnet } from '../setup/chain/devnet.ts'
import { copySeed } from '../setup/database/copySeed.ts'
import { json } from '../setup/json.ts'
import {
  isAlive,
  launch,
  launchToEnd,
  type ServiceProcess,
  startServiceProcess,
  temporaryFolder,
} from '../setup/process.ts'
import { post, slowPost } from '../setup/requests.ts'

/** The index of launches follows the chain a moment after the first answer. */
async function untilReady(url: string): Promise<void> {
  await expect.poll(async () => (await fetch(`${url}/readyz`)).status).toBe(200)
}

// On a stalled machine the indexer may lose and regain its lease after the banner.
const BANNER =
  /\n\nSlipway is ready\.\n( {2}\w+ +http.*\n){5} {2}Press Ctrl-C to stop\.\n\n(\{.*("leader":|"level":"warn").*\}\n)*$/

/** Its output without the access log, once it is complete. */
async function shownBy(service: ServiceProcess): Promise<string> {
  await delay(1_000)
  return service.output().replaceAll(/^\{.*"msg":"served"\}\n/gm, '')
}

describe('one data folder, from its first start on', () => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let service: ServiceProcess
  const startAgain = async (command?: string[]) => {
    service = await startServiceProcess({ DATA_DIR: folder.path, LOG_LEVEL: 'info' }, command)
  }

  beforeAll(async () => {
    folder = await temporaryFolder()
    await startAgain()
  })
  afterAll(async () => {
    await service?.[Symbol.asyncDispose]()
    await folder?.[Symbol.asyncDispose]()
  })

  test('serves health, status and OpenAPI', async () => {
    for (const path of ['/api/health', '/api/developer/status', '/api/developer/openapi.json'])
      expect([path, (await fetch(service.url + path)).status]).toEqual([path, 200])
    expect((await json(fetch(`${service.url}/api/developer/status`))).origins.base).toBe(service.url)
    await untilReady(service.url)
  })

  test('says that it is ready last, in one piece, when it is', async () => {
    expect(await shownBy(service)).toMatch(BANNER)
    expect(await json(fetch(`${service.url}/readyz`))).toEqual({ status: 'ok', degraded: [] })
  })

  test('is refused to another service while it is in use, in one line with exit code 1', async () => {
    const { code, output } = await launchToEnd({ DATA_DIR: folder.path })
    expect([code, output.trim().split('\n')]).toEqual([1, [expect.stringContaining(String(service.child.pid))]])
    await untilReady(service.url)
  })

  test('has no process left after SIGINT', async () => {
    const children = service.children()
    expect(children.length).toBeGreaterThan(1)
    expect(await service.stop('SIGINT')).toBe(0)
    expect(children.filter(isAlive)).toEqual([])
  })

  test('restarts at once, and shows the same banner', async () => {
    await startAgain()
    expect(await shownBy(service)).toMatch(BANNER)
    expect(await service.stop('SIGTERM')).toBe(0)
  })

  test('is started again at once after SIGTERM, and after kill -9 with its database still running', async () => {
    await startAgain()
    expect(await service.stop('SIGKILL')).toBe('SIGKILL')
    await startAgain(['npm', 'start'])
    await untilReady(service.url)
  })

  test('ends when npm is stopped: the signal is passed on, and no process is left', async () => {
    const children = service.children()
    expect(children.length).toBeGreaterThan(2)
    await service.stop('SIGTERM')
    await expect.poll(() => children.filter(isAlive)).toEqual([])
  })
})

/** A folder for tests that are not about a first start. */
async function seededFolder(): ReturnType<typeof temporaryFolder> {
  const folder = await temporaryFolder()
  await copySeed(folder.path)
  return folder
}

describe('stopping', () => {
  test('finishes requests in flight, which still find the database and the chain', async () => {
    await using folder = await seededFolder()
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

  test('a second signal right after the first is ignored', async () => {
    await using folder = await seededFolder()
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

  test('a later signal ends it at once, with requests in flight', async () => {
    await using folder = await seededFolder()
    await using service = await startServiceProcess({ DATA_DIR: folder.path })
    const report = slowPost(`${service.url}/api/developer/keys/report`, { key: ApiKey.create() })
    await report.started
    const stopped = service.stop('SIGINT')
    // A busy machine may deliver the first one late, and the next then counts as the same.
    while (isAlive(service.child.pid ?? 0)) {
      await delay(2_000)
      service.child.kill('SIGINT')
    }
    expect(await stopped).toBe(130)
    await expect(report.finish()).rejects.toThrow()
  })

  test('during startup is not a failure', async () => {
    await using folder = await temporaryFolder()
    const { child, output } = launch({ DATA_DIR: folder.path, LOG_LEVEL: 'warn' })
    await expect.poll(() => existsSync(join(folder.path, 'secret')), { interval: 10 }).toBe(true)
    child.kill('SIGTERM')
    const [code] = await once(child, 'close')
    expect([code, output()]).toEqual([0, expect.stringMatching(/^(Still finishing .*\n)?$/)])
  })
})

test('a live chain is served without its contracts as degraded, and what is printed holds no key of its RPC', async () => {
  await using folder = await seededFolder()
  await using devnet = await startTestDevnet()
  const env = { DATA_DIR: folder.path, RPC_URL_4663: `${devnet.rpcUrl}/v2/api-key-of-ours` }
  await using service = await startServiceProcess(env)
  const health = () => json(fetch(`${service.url}/api/health`))
  await expect.poll(health).toMatchObject({ network: 'live', status: 'degraded', degraded: ['chain 4663'] })
  expect((await health()).trading.chains[0]).toMatchObject({ head: expect.any(String), contractsPresent: false })
  expect(await json(fetch(`${service.url}/readyz`))).toMatchObject({ status: 'degraded', degraded: ['chain 4663'] })
  expect(await service.stop()).toBe(0)
  expect(service.output()).toContain(`chain    4663 at ${devnet.rpcUrl}\n`)
  expect(service.output()).not.toContain('api-key-of-ours')
})
