import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { sql } from 'kysely'
import { type Address, parseAbi, parseEther, zeroAddress } from 'viem'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { allowedOperations } from '#boxes/authority/allowedOperations.ts'
import { requireBubblewrap } from '../setup/boxes/attempt.ts'
import { amountsOf, expectAmount, expectNumber } from '../setup/boxes/deskChecks.ts'
import { json } from '../setup/json.ts'
import { signIn } from '../setup/keys/signIn.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { blocksOf, sectionOf } from '../setup/markdown.ts'
import { untilBoxesRun } from '../setup/untilReady.ts'

const slot0Abi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16, uint16, uint16, uint8, bool)',
])

let service: ListeningService
let headers: Record<string, string>

beforeAll(async () => {
  requireBubblewrap()
  service = await startListeningService({ BOXES_MAX: '8', BOXES_WARM: '1' })
  await untilBoxesRun(service)
  headers = { 'x-api-key': (await signIn(service.post, service.baseUrl)).key }
})
afterAll(() => service[Symbol.asyncDispose]())

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client without types reads them.
const post = async (path: string, body: object): Promise<any> => (await service.post(path, body, headers)).json()

/** Waits until a box has started: a message to it is waited for no longer than 25 seconds. */
const untilStarted = ({ id }: { id: string }) =>
  expect.poll(async () => (await json(service.get(`/api/boxes/${id}`, headers))).box.status).toBe('ready')

test('a new user opens a box with the desk agent, asks about a pool, and gets the figures of the chain', async () => {
  const { box } = await post('/api/boxes', {})
  expect(box).toMatchObject({ agentId: 'desk', scopes: ['arena:read', 'lp:build'] })
  await untilStarted(box)
  const { session } = await post(`/api/boxes/${box.id}/sessions`, {})
  const pool = service.devnet.description.pools.find(({ protocol }) => protocol === 'V3')
  const at = `/api/boxes/${box.id}/sessions/${session.id}/messages`
  const { agentReply, task } = await post(at, {
    content: `What's the current tick of ${pool?.reference}?`,
    waitSeconds: 25,
  })
  expect(task).toMatchObject({ status: 'completed' })
  const [, tick] = await service.devnet.client.readContract({
    address: pool?.reference as Address,
    abi: slot0Abi,
    functionName: 'slot0',
  })
  const numbers = agentReply.content.replaceAll(',', '').match(/-?\d+/g).map(Number)
  expect(numbers, agentReply.content).toContain(tick)
})

test('the commands of the README open a box with curl, and what the desk answers is what the chain says', async () => {
  const [firstKey = ''] = blocksOf(await sectionOf('README.md', 'Create your first API key'), 'sh')
  const [box = ''] = blocksOf(await sectionOf('README.md', 'Run an agent in a box'), 'sh')
  expect(firstKey).toContain('http://127.0.0.1:8787')
  const script = `${firstKey.replace('http://127.0.0.1:8787', service.url)}\n${box}`
  const run = async () => {
    const { stdout } = await promisify(execFile)('bash', ['-euo', 'pipefail', '-c', script])
    // A message does not wait long enough for a slow box to start, so a reader asks again.
    expect(stdout).not.toMatch(/^null$/m)
    return stdout
  }
  const stdout = await vi.waitFor(run, { timeout: 300_000 })
  const lines = stdout.trim().split('\n')
  expect(lines.at(-1)).toBe('["ready","bubblewrap",3]')
  const v3 = service.devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 })
  const [sqrt] = await service.devnet.client.readContract({
    address: v3.reference as Address,
    abi: slot0Abi,
    functionName: 'slot0',
  })
  const ratio = (Number(sqrt) / 2 ** 96) ** 2
  const isEthFirst = v3.token1 === service.devnet.token('DUSD').address
  expectNumber({ text: stdout }, (isEthFirst ? ratio : 1 / ratio) * 1e12)
  for (const eth of ['0.5', '2']) {
    const text = lines.find((line) => line.startsWith(`Next to ${eth} ETH`)) ?? `no answer for ${eth} ETH in: ${stdout}`
    const { token0, token1, limits } = await post('/lp/create', depositOf(text, eth))
    const needed = [token0, token1].find(({ tokenAddress }) => tokenAddress === service.devnet.token('DUSD').address)
    expectAmount({ text }, needed.amount, 6)
    expect(amountsOf({ text }, 'DUSD')[0]).toBeCloseTo(Number(needed.amount) / 1e6, 3)
    expect(limits.pay.map(({ tokenAddress }: { tokenAddress: string }) => tokenAddress)).toContain(zeroAddress)
  }
})

/** The deposit that an answer of the desk speaks of, for a wallet that can pay it. */
function depositOf(text: string, eth: string): object {
  const [, poolReference] = /\((0x[0-9a-fA-F]{40})\) at/.exec(text) ?? []
  const [, tickLower, tickUpper] = /ticks (-?\d+) to (-?\d+)/.exec(text) ?? []
  const weth = service.devnet.token('WETH').address
  const pool = service.devnet.description.pools.find(({ reference }) => reference === poolReference)
  const paid = (token: Address | undefined) => (token === weth ? zeroAddress : token)
  return {
    walletAddress: service.devnet.account(0).address,
    chainId: 4663,
    protocol: 'V3',
    independentToken: { tokenAddress: zeroAddress, amount: String(parseEther(eth)) },
    existingPool: { token0Address: paid(pool?.token0), token1Address: paid(pool?.token1), poolReference },
    tickBounds: { tickLower: Number(tickLower), tickUpper: Number(tickUpper) },
  }
}

test('a box joins and posts in a room as itself, next to the key of its owner', async () => {
  const { room } = await post('/api/arena/rooms', { topic: 'A box among agents' })
  await post(`/api/arena/rooms/${room.id}/join`, { displayName: 'Captain' })
  const enter = async (scopes: string[]) => {
    const { box } = await post('/api/boxes', { agentId: 'echo', scopes })
    await untilStarted(box)
    const { session } = await post(`/api/boxes/${box.id}/sessions`, {})
    const inside = async (line: string) => {
      const at = `/api/boxes/${box.id}/sessions/${session.id}/messages`
      const { agentReply } = await post(at, { content: `call ${line}`, waitSeconds: 25 })
      return JSON.parse(agentReply.content)
    }
    return { box, inside }
  }
  const { box, inside } = await enter(['arena:read', 'arena:write'])
  const joined = await inside(`POST /api/arena/rooms/${room.id}/join {"displayName":"Hull"}`)
  expect(joined.participant).toMatchObject({ name: 'Hull', type: 'agent', identity: 'box', owner: false })
  await inside(`POST /api/arena/rooms/${room.id}/messages {"content":"From inside, @Captain."}`)
  const { messages } = (await (await service.get(`/api/arena/rooms/${room.id}/messages`)).json()) as {
    messages: { kind: string }[]
  }
  expect(messages.filter(({ kind }) => kind === 'message')).toMatchObject([
    { content: 'From inside, @Captain.', author: { name: 'Hull', identity: 'box' }, untrusted: true },
  ])
  const { rows } = await sql<{ identity: string }>`
    select identity from arena_participants where room_id = ${room.id}`.execute(service.database.kysely)
  expect(rows.map(({ identity }) => identity)).toEqual(
    expect.arrayContaining([`box:${box.id}`, expect.stringMatching(/^key:/)]),
  )
  // It owns nothing there: closing the room is not on its list, nor is posting without the scope.
  expect(await inside(`POST /api/arena/rooms/${room.id}/close {}`)).toMatchObject({ status: 404 })
  const mute = await enter(['arena:read'])
  expect(await mute.inside(`POST /api/arena/rooms/${room.id}/join {"displayName":"Mute"}`)).toMatchObject({
    status: 403,
    code: 'permission_denied',
  })
})

test('the status document says what the probe box has shown', async () => {
  const status = async () => (await service.get('/api/developer/status')).json()
  await expect.poll(status).toMatchObject({
    boxes: { running: true },
    isolation: { level: 'bubblewrap', network: 'none', seccomp: true },
  })
})

test('beyond reads, a box may only build and prepare, and use rooms if it has the scope', () => {
  const allowed = allowedOperations(service.operations)
  const writes = allowed.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  const isExpected = (line: string) => /^POST (\/lp\/|\/api\/launchpad\/(quote|prepare)$|\/api\/liquidity\/)/.test(line)
  const rooms = ['POST /api/arena/rooms/{roomId}/join', 'POST /api/arena/rooms/{roomId}/messages']
  expect(writes.filter((line) => !isExpected(line)).toSorted()).toEqual(rooms)
  const closed = /keys|audit|auth\/|\/api\/boxes|faucet|metrics|livez/
  expect(allowed.filter(({ path }) => closed.test(path))).toEqual([])
  expect(allowed.length).toBeGreaterThan(20)
})
