import { once } from 'node:events'
import { request } from 'node:http'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet({ origins: ['https://dev.example'] })
})
afterAll(() => devnet[Symbol.asyncDispose]())

describe('requests', () => {
  test('a batch is answered in order, failures next to results', async () => {
    const answers = await post([
      call('eth_chainId', 'a'),
      call('no_such_method', 'b'),
      call('eth_call', 3, [{ to: devnet.token('MOON').address, data: '0xdeadbeef' }, 'latest']),
      { id: 4 },
      call('eth_getBalance', 5, [devnet.account(5).address, 'latest']),
    ])
    expect(answers).toMatchObject([
      { jsonrpc: '2.0', id: 'a', result: '0x1237' },
      { id: 'b', error: { code: -32004 } },
      { id: 3, error: { code: 3, data: '0x' } },
      { id: null, error: { code: -32600 } },
      { id: 5, result: '0x21e19e0c9bab2400000' },
    ])
  })

  test('a transaction of a batch is mined before the next is answered', async () => {
    const [from, to] = [devnet.account(5).address, devnet.account(6).address]
    const answers = await post([
      call('eth_getTransactionCount', 1, [from, 'latest']),
      call('eth_sendTransaction', 2, [{ from, to, value: '0x1' }]),
      call('eth_getTransactionCount', 3, [from, 'latest']),
    ])
    expect(Number(answers[2].result) - Number(answers[0].result)).toBe(1)
  })

  test.each([
    ['text that is not JSON', '{"id":1', -32700],
    ['an empty batch', '[]', -32600],
    ['a batch of 1,001', JSON.stringify(Array(1_001).fill(call('eth_chainId', 1))), -32600],
    ['a number', '7', -32600],
    ['params that are not an array', '{"id":1,"method":"eth_chainId","params":{}}', -32600],
  ])('%s is refused in the form of JSON-RPC', async (_, body, code) => {
    expect(await post(body)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } })
  })

  test('a notification gets no answer', async () => {
    const response = await fetch(devnet.rpcUrl, { method: 'POST', body: '{"method":"eth_chainId"}' })
    expect(response.status).toBe(204)
  })

  test('anything but POST is not allowed', async () => {
    const response = await fetch(devnet.rpcUrl)
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('POST, OPTIONS')
  })

  test('a body of more than 8 MiB is refused', async () => {
    const response = await fetch(devnet.rpcUrl, { method: 'POST', body: 'x'.repeat(8 * 2 ** 20 + 1) })
    expect(response.status).toBe(413)
  })

  test('eth_call runs with the code of an override', async () => {
    const to = devnet.account(6).address
    const [{ result }] = await post([
      call('eth_call', 1, [{ to }, 'latest', { [to]: { code: '0x602a60005260206000f3' } }]),
    ])
    expect(Number(result)).toBe(42)
  })

  test('gas is estimated for the time of the next block, not of the last', async () => {
    const to = '0x00000000000000000000000000000000000000c1'
    const { timestamp } = await devnet.client.getBlock()
    // Stores when the clock has moved on since the last block.
    const code = `0x63${timestamp.toString(16).padStart(8, '0')}4211600b57005b600160005500` as const
    await devnet.client.setCode({ address: to, bytecode: code })
    await devnet.setNextTimestamp(timestamp + 100n)
    expect(await devnet.client.estimateGas({ account: devnet.account(5).address, to })).toBeGreaterThan(40_000n)
  })
})

describe('who may call', () => {
  test.each([['https://evil.example'], ['null'], ['http://localhost.evil.example']])(
    'a page of %s may not',
    async (origin) => {
      expect(await status({ origin })).toBe(403)
      expect(await status({ origin, 'access-control-request-method': 'POST' }, 'OPTIONS')).toBe(403)
    },
  )

  test.each(['evil.example', 'localhost.evil.example:8545', '0.0.0.0'])(
    'a name rebound to this machine may not: %s',
    async (host) => {
      expect(await status({ host })).toBe(403)
    },
  )

  test.each(['http://127.0.0.1:8787', 'http://localhost:3000', 'https://dev.example'])(
    'a page of %s may',
    async (origin) => {
      const response = await fetch(devnet.rpcUrl, {
        method: 'POST',
        headers: { origin },
        body: JSON.stringify(call('eth_chainId', 1)),
      })
      expect(response.headers.get('access-control-allow-origin')).toBe(origin)
      expect(await response.json()).toMatchObject({ result: '0x1237' })
      expect(await status({ origin, 'access-control-request-method': 'POST' }, 'OPTIONS')).toBe(204)
    },
  )

  test('a refused call changes nothing', async () => {
    const before = await devnet.client.getBlockNumber()
    await fetch(devnet.rpcUrl, {
      method: 'POST',
      headers: { origin: 'https://evil.example' },
      body: JSON.stringify(call('evm_mine', 1)),
    })
    expect(await devnet.client.getBlockNumber()).toBe(before)
  })

  test('it listens on loopback only', async () => {
    const { port } = new URL(devnet.rpcUrl)
    const socket = connect(Number(port), '127.0.0.2')
    await expect(once(socket, 'connect')).rejects.toThrow('ECONNREFUSED')
  })
})

describe('WebSocket', () => {
  test('brings new heads to those who subscribed, and to no other', async () => {
    const [subscriber, bystander] = [await open(), await open()]
    subscriber.socket.send(JSON.stringify(call('eth_subscribe', 1, ['newHeads'])))
    const { result: subscription } = await subscriber.next()
    await devnet.mine()
    const head = await subscriber.next()
    expect(head).toMatchObject({ method: 'eth_subscription', params: { subscription } })
    expect(BigInt(head.params.result.number)).toBe(await devnet.client.getBlockNumber())
    bystander.socket.send(JSON.stringify(call('eth_chainId', 2)))
    expect(await bystander.next()).toMatchObject({ id: 2, result: '0x1237' })
    for (const { socket } of [subscriber, bystander]) socket.close()
  })

  test('answers requests in their order, long and short ones, single and batched', async () => {
    const { socket, next } = await open()
    const long = Array.from({ length: 900 }, (_, id) => call('eth_getBlockByNumber', id, ['latest', false]))
    socket.send(JSON.stringify(long))
    socket.send(JSON.stringify(call('eth_chainId', 'last')))
    expect(await next()).toHaveLength(900)
    expect(await next()).toMatchObject({ id: 'last' })
    socket.send('{')
    expect(await next()).toMatchObject({ error: { code: -32700 } })
    socket.close()
    await once(socket, 'close')
  })

  test('is refused to foreign pages', async () => {
    const headers = {
      origin: 'https://evil.example',
      connection: 'Upgrade',
      upgrade: 'websocket',
      'sec-websocket-version': '13',
      'sec-websocket-key': 'AAAAAAAAAAAAAAAAAAAAAA==',
    }
    expect(await status(headers, 'GET')).toBe(403)
  })

  test('ends for a client that breaks the protocol', async () => {
    const { port } = new URL(devnet.rpcUrl)
    const socket = connect(Number(port), '127.0.0.1')
    socket.write(
      `GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    )
    const [greeting] = await once(socket, 'data')
    expect(String(greeting)).toMatch(/^HTTP\/1\.1 101 /)
    socket.write(Buffer.from([0x81, 0x02, 0x68, 0x69]))
    const [farewell] = await once(socket, 'data')
    expect([...farewell]).toEqual([0x88, 0x02, 0x03, 0xea])
    await once(socket, 'close')
  })
})

test('with a block time, blocks come by themselves and transactions wait for them', async () => {
  await using paced = await startTestDevnet({ blockTimeMs: 100 })
  const first = await paced.client.getBlockNumber()
  const { blockNumber } = await paced.send(1, { to: paced.account(2).address, value: 1n })
  expect(blockNumber).toBeGreaterThan(first)
  const unwatch = Promise.withResolvers<bigint>()
  const stop = paced.client.watchBlockNumber({
    pollingInterval: 20,
    onBlockNumber: (n) => n > blockNumber + 5n && unwatch.resolve(n),
  })
  expect(await unwatch.promise).toBeGreaterThan(blockNumber + 5n)
  stop()
  const { timestamp } = await paced.client.getBlock()
  expect(Number(timestamp)).toBeLessThanOrEqual(Date.now() / 1_000)
})

function call(method: string, id: number | string, params: unknown[] = []) {
  return { jsonrpc: '2.0', id, method, params }
}

// biome-ignore lint/suspicious/noExplicitAny: answers are checked by what the tests expect of them.
async function post(body: unknown): Promise<any> {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  return (await fetch(devnet.rpcUrl, { method: 'POST', body: text })).json()
}

/** The status of a request whose headers fetch would not let us forge. */
async function status(headers: Record<string, string>, method = 'POST'): Promise<number | undefined> {
  const outgoing = request(devnet.rpcUrl, { method, headers }).end(
    method === 'POST' ? JSON.stringify(call('eth_chainId', 1)) : '',
  )
  const [response] = await once(outgoing, 'response')
  response.resume()
  return response.statusCode
}

async function open() {
  const socket = new WebSocket(devnet.rpcUrl.replace('http', 'ws'))
  const messages: string[] = []
  const waiting: (() => void)[] = []
  socket.addEventListener('message', ({ data }) => {
    messages.push(data)
    waiting.shift()?.()
  })
  await once(socket, 'open')
  // biome-ignore lint/suspicious/noExplicitAny: answers are checked by what the tests expect of them.
  const next = async (): Promise<any> => {
    if (messages.length === 0) await new Promise<void>((resolve) => waiting.push(resolve))
    return JSON.parse(messages.shift() ?? '')
  }
  return { socket, next }
}
