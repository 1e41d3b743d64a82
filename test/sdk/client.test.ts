import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ClientOptions, createCaller, getLaunchStats, SlipwayError } from '../../packages/sdk/src/index.ts'
import { fetchOf, sdkClient } from '../setup/sdk/sdkClient.ts'
import { startTestService, type TestService } from '../setup/service.ts'

type Fetch = NonNullable<ClientOptions['fetch']>

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

const newWallet = () => privateKeyToAccount(generatePrivateKey())

/** Fails the first calls of an operation in a given way, after or before the service has seen them. */
function failing(
  times: number,
  fail: (url: string, init: RequestInit) => Promise<Response>,
): { fetch: Fetch; sent: RequestInit[] } {
  const sent: RequestInit[] = []
  const fetch: Fetch = (url, init) => {
    if (!url.endsWith('/api/arena/rooms') && !url.endsWith('/join')) return fetchOf(service)(url, init)
    sent.push(init)
    return sent.length <= times ? fail(url, init) : fetchOf(service)(url, init)
  }
  return { fetch, sent }
}

const lostAnswer = async (url: string, init: RequestInit) => {
  await fetchOf(service)(url, init)
  throw new TypeError('fetch failed')
}

test('a wallet signs in by itself, and a key that it makes works', async () => {
  const wallet = newWallet()
  const client = sdkClient(service, { wallet })
  const { address } = await client.whoAmI()
  expect(address).toBe(wallet.address)
  const { key } = await client.createKey({ name: 'laptop', scopes: ['arena:read', 'arena:write'] })
  const { room } = await sdkClient(service, { key: key! }).createRoom({ topic: 'Typed' })
  expect(room.topic).toBe('Typed')
})

test('a wallet that calls an operation for keys gets a key for an hour, once', async () => {
  const wallet = newWallet()
  const client = sdkClient(service, { wallet })
  const request = { walletAddress: wallet.address, protocol: 'V4', chainId: 4663, action: 'CREATE' } as const
  const lpTokens = [{ tokenAddress: service.devnet.token('DUSD').address, amount: '1000000' }]
  const answers = await Promise.all([1, 2].map(() => client.lpCheckApproval({ ...request, lpTokens })))
  expect(answers.map(({ transactions }) => transactions.length)).toEqual([1, 1])
  const { keys } = await client.listKeys()
  expect(keys).toMatchObject([{ scopes: ['lp:build'], status: 'active', expiresAt: expect.any(String) }])
})

test('an error is found by its code, with the message that says what to send', async () => {
  const client = sdkClient(service)
  const result = await client.try.getRoom({ roomId: 'room_00000000000000000000000000' })
  if (result.ok) throw new Error('there is such a room')
  expect(result.error.code === 'not_found' && result.error.status).toBe(404)
  expect(result.error.requestId).toMatch(/^req_/)
  await expect(client.createRoom({ topic: 'x' })).rejects.toMatchObject({ code: 'unauthenticated', status: 401 })
})

test('a list is read over all its pages', async () => {
  const client = sdkClient(service, { wallet: newWallet() })
  for (const name of ['a', 'b', 'c', 'd', 'e']) await client.createKey({ name })
  const page = await client.listKeys({ limit: 2 })
  expect(page.keys.length).toBe(2)
  const names: string[] = []
  for await (const { name } of client.each.listKeys({ limit: 2 })) names.push(name)
  expect(names.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e'])
})

test('a write whose answer is lost is sent again under its key, and happens once', async () => {
  const { fetch, sent } = failing(2, lostAnswer)
  const client = sdkClient(service, { wallet: newWallet(), fetch })
  const topic = `Once ${Math.random()}`
  await client.createRoom({ topic })
  const keys = sent.map(({ headers }) => (headers as Record<string, string>)['idempotency-key'])
  expect([keys.length, new Set(keys).size]).toEqual([3, 1])
  const found: string[] = []
  for await (const room of client.each.listRooms({})) if (room.topic === topic) found.push(room.id)
  expect(found.length).toBe(1)
})

test('a write without a key is not sent again when its answer is lost', async () => {
  const wallet = newWallet()
  const { room } = await sdkClient(service, { wallet }).createRoom({ topic: 'Not again' })
  const { fetch, sent } = failing(1, lostAnswer)
  const client = sdkClient(service, { wallet, fetch })
  await expect(client.joinRoom({ roomId: room.id, displayName: 'Ada' })).rejects.toMatchObject({ code: 'network' })
  expect(sent.length).toBe(1)
})

test('a refusal for too many calls waits as long as the service asks, unless that is long', async () => {
  const busy = (seconds: string) => async () =>
    Response.json(
      { code: 'resource_exhausted', message: 'Wait.' },
      { status: 429, headers: { 'retry-after': seconds } },
    )
  const short = failing(1, busy('0'))
  await expect(sdkClient(service, { fetch: short.fetch }).listRooms()).resolves.toHaveProperty('rooms')
  const long = failing(1, busy('60'))
  await expect(sdkClient(service, { fetch: long.fetch }).listRooms()).rejects.toMatchObject({ retryAfterMs: 60_000 })
})

test('a page of a proxy is an error like any other', async () => {
  const { fetch } = failing(9, async () => new Response('<h1>Bad gateway</h1>', { status: 502 }))
  const error = await sdkClient(service, { fetch, attempts: 2 })
    .listRooms()
    .catch((thrown) => thrown)
  expect(error).toBeInstanceOf(SlipwayError)
  expect(error).toMatchObject({ code: 'unavailable', status: 502 })
})

/** Cuts every stream after its first entry, in the middle of the next. */
function cutting(): Fetch {
  return async (url, init) => {
    const response = await fetchOf(service)(url, init)
    if (!url.includes('/events')) return response
    let entries = 0
    const cut = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        const text = new TextDecoder().decode(chunk)
        entries += text.split('event: ').length - 1
        controller.enqueue(entries > 2 ? chunk.slice(0, chunk.length - 5) : chunk)
        if (entries > 2) controller.terminate()
      },
    })
    return new Response(response.body!.pipeThrough(cut), { headers: response.headers })
  }
}

test('a stream that breaks goes on after the last event, without a gap or a repeat', async () => {
  const client = sdkClient(service, { wallet: newWallet(), fetch: cutting() })
  const { room } = await client.createRoom({ topic: 'Broken streams' })
  await client.joinRoom({ roomId: room.id, displayName: 'Ada' })
  const leaving = new AbortController()
  const heard: string[] = []
  const listening = (async () => {
    const options = { lastEventId: '0', signal: leaving.signal }
    for await (const { data } of client.followRoom({ roomId: room.id }, options)) {
      heard.push(data.content)
      if (data.content === '4') return
    }
  })()
  for (const content of ['1', '2', '3', '4']) await client.postMessage({ roomId: room.id, content })
  await listening
  expect(heard.filter((content) => /^\d$/.test(content))).toEqual(['1', '2', '3', '4'])
})

test('a stream of a room that does not exist is refused', async () => {
  const events = sdkClient(service).followRoom({ roomId: 'room_00000000000000000000000000' })
  await expect(events.next()).rejects.toMatchObject({ code: 'not_found' })
})

test('one operation alone is called by its constant', async () => {
  const call = createCaller({ url: `${service.baseUrl}/`, fetch: fetchOf(service) })
  expect((await call(getLaunchStats, {})).behindMs).toBeDefined()
})
