import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { encodeFunctionData, type Hex, toHex } from 'viem'
import { ACCOUNTS } from '#devnet/accounts.ts'
import { startDevnet } from '#devnet/startDevnet.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { devnetLaunchpad } from '#launchpad/contract/launchpad.generated.ts'
import { readEvents } from '../../test/setup/eventStream.ts'
import type { Row } from '../Row.ts'
import { startServer } from './sideBySide.ts'

const SAMPLES = 1_000
const PAUSE_MS = 40

/** Milliseconds from the chain's own notice of a block to the trade in it reaching a listener. */
export async function measureLatency(databaseUrl: string): Promise<Row[]> {
  await using devnet = await startDevnet({ port: 0 })
  const { url, child } = await startServer(join(import.meta.dirname, 'launchServer.ts'), [
    databaseUrl,
    devnet.rpcUrl,
    'index',
  ])
  const send = sender(devnet.rpcUrl)
  await send('createToken', ['Timed', 'TIME', 0n])
  const token = await firstToken(url)
  const noticed = await watchBlocks(devnet.rpcUrl)
  await using events = readEvents(await fetch(`${url}/api/launchpad/events?address=${token}&kinds=trade`))
  await events.until(({ event }) => event === 'ready')
  const delays: number[] = []
  for (let sample = 0; sample < SAMPLES; sample++) {
    const seen = events.frames.length
    await send('buy', [token, 0n], 10n ** 12n + BigInt(sample))
    while (events.frames.length === seen) await delay(0)
    const { data } = events.frames.at(-1) ?? {}
    delays.push(performance.now() - (noticed.get(Number(data?.['block'])) ?? Number.NaN))
    await delay(PAUSE_MS)
  }
  child.kill()
  delays.sort((a, b) => a - b)
  const p99 = delays[Math.floor(delays.length * 0.99)] ?? Number.NaN
  return [{ name: 'block to listener, p99', ours: p99, unit: 'ms', target: '≤ 50', ok: p99 <= 50 }]
}

function sender(rpcUrl: string) {
  return async (functionName: 'createToken' | 'buy', args: readonly unknown[], value = 0n): Promise<void> => {
    const data = encodeFunctionData({ abi: launchpadAbi, functionName, args } as never)
    const transaction = {
      from: ACCOUNTS[0],
      to: devnetLaunchpad.address,
      data,
      value: toHex(value),
      gas: toHex(1_000_000),
    }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendTransaction', params: [transaction] })
    await (await fetch(rpcUrl, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).json()
  }
}

async function firstToken(url: string): Promise<Hex> {
  for (;;) {
    const { tokens } = (await (await fetch(`${url}/api/launchpad/tokens`)).json()) as { tokens?: { address: Hex }[] }
    if (tokens?.[0]) return tokens[0].address
    await delay(50)
  }
}

/** The time at which the chain's own subscription announced each block. */
async function watchBlocks(rpcUrl: string): Promise<Map<number, number>> {
  const noticed = new Map<number, number>()
  const socket = new WebSocket(rpcUrl.replace('http', 'ws'))
  await new Promise((resolve) => socket.addEventListener('open', resolve))
  socket.addEventListener('message', ({ data }) => {
    const { params } = JSON.parse(String(data)) as { params?: { result?: { number?: string } } }
    if (params?.result?.number) noticed.set(Number(params.result.number), performance.now())
  })
  socket.send(JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_subscribe', params: ['newHeads'] }))
  return noticed
}
