import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Devnet, startDevnet } from '#devnet/startDevnet.ts'

describe('a chain, and the next one on its port', () => {
  let dataDir: string
  let devnet: Devnet
  beforeAll(async () => {
    dataDir = join(await mkdtemp(join(tmpdir(), 'devnet-')), 'data')
    const started = performance.now()
    devnet = await startDevnet({ port: 0, dataDir })
    process.stdout.write(`devnet: deployed, seeded and listening after ${Math.round(performance.now() - started)} ms\n`)
  })
  afterAll(async () => {
    await devnet?.[Symbol.asyncDispose]()
    await rm(join(dataDir, '..'), { recursive: true })
  })

  test('starts deployed and seeded', async () => {
    expect(await chainId(devnet.rpcUrl)).toBe('0x1237')
  })

  test('writes devnet.json whole, and the same object is handed over', async () => {
    expect(JSON.parse(await readFile(join(dataDir, 'devnet.json'), 'utf8'))).toEqual(devnet.description)
    expect(await readdir(dataDir)).toEqual(['devnet.json'])
    expect(Object.keys(devnet.description)).toEqual(['chainId', 'rpcUrl', 'mnemonic', 'contracts', 'tokens', 'pools'])
  })

  test('starts again at once on the same port, with the same addresses and none of the old state', async () => {
    const { description, rpcUrl } = devnet
    const height = await rpc(rpcUrl, 'eth_blockNumber')
    await rpc(rpcUrl, 'evm_mine')
    await devnet[Symbol.asyncDispose]()
    devnet = await startDevnet({ port: Number(new URL(rpcUrl).port) })
    expect(devnet.description).toEqual(description)
    expect(await rpc(rpcUrl, 'eth_blockNumber')).toBe(height)
  })

  test('outlives Ctrl-C, which the whole group gets, until its parent lets it go', async () => {
    for (const pid of await children()) process.kill(Number(pid), 'SIGINT')
    await delay(100)
    expect(await chainId(devnet.rpcUrl)).toBe('0x1237')
  })

  test('reports when it ends without having been stopped', async () => {
    for (const pid of await children()) process.kill(Number(pid), 'SIGKILL')
    await devnet.exited
    await expect(chainId(devnet.rpcUrl)).rejects.toThrow()
  })
})

test('a taken port is one clear error, and leaves no process', async () => {
  const squatter = createServer().listen(0, '127.0.0.1')
  await once(squatter, 'listening')
  const { port } = squatter.address() as { port: number }
  onTestFinished(() => void squatter.close())
  const before = await children()
  await expect(startDevnet({ port })).rejects.toThrow(
    `The development chain did not start. Port ${port} is in use. Stop the process that listens there, or set DEVNET_PORT to another port (0 picks a free one).`,
  )
  expect(await children()).toEqual(before)
})

test('a start that is called off leaves no process', async () => {
  const before = await children()
  const calledOff = new AbortController()
  const starting = startDevnet({ port: 0, signal: calledOff.signal })
  setTimeout(() => calledOff.abort(new Error('no longer wanted')), 100)
  await expect(starting).rejects.toThrow()
  expect(await children()).toEqual(before)
})

test('dies with a parent that was killed', async () => {
  const source = `
    import { startDevnet } from ${JSON.stringify(import.meta.resolve('#devnet/startDevnet.ts'))}
    const devnet = await startDevnet({ port: 0 })
    console.log(devnet.rpcUrl)
  `
  const parent = spawn(process.execPath, ['--input-type=module', '-e', source], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [rpcUrl] = await once(createInterface(parent.stdout), 'line')
  expect(await chainId(rpcUrl)).toBe('0x1237')
  parent.kill('SIGKILL')
  await once(parent, 'exit')
  await expect.poll(() => chainId(rpcUrl).catch(() => 'gone')).toBe('gone')
})

/** The processes that this one has started and not lost. */
async function children(): Promise<string[]> {
  const text = await readFile(`/proc/self/task/${process.pid}/children`, 'utf8')
  return text.split(' ').filter(Boolean)
}

function chainId(rpcUrl: string): Promise<unknown> {
  return rpc(rpcUrl, 'eth_chainId')
}

async function rpc(rpcUrl: string, method: string): Promise<unknown> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
  })
  return ((await response.json()) as { result: unknown }).result
}
