import { sql } from 'kysely'
import { type Address, parseAbi } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { allowedOperations } from '#boxes/authority/allowedOperations.ts'
import { requireBubblewrap } from './setup/boxes/attempt.ts'
import { signIn } from './setup/keys/signIn.ts'
import { startTestService, type TestService } from './setup/service.ts'

const slot0Abi = parseAbi([
  'function slot0() view returns (uint160 sqrtPriceX96, int24 tick, uint16, uint16, uint16, uint8, bool)',
])

let service: TestService
let headers: Record<string, string>

beforeAll(async () => {
  requireBubblewrap()
  service = await startTestService({ env: { BOXES_MAX: '4', BOXES_WARM: '1' } })
  headers = { 'x-api-key': (await signIn(service.post, service.baseUrl)).key }
})
afterAll(() => service[Symbol.asyncDispose]())

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client without types reads them.
const post = async (path: string, body: object): Promise<any> => (await service.post(path, body, headers)).json()

test('a newcomer opens a box with the desk agent, asks about a pool, and gets what the chain says', async () => {
  const { box } = await post('/api/boxes', {})
  expect(box).toMatchObject({ agentId: 'desk', scopes: ['arena:read', 'lp:build'] })
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

test('a box sits and posts in a room as itself, beside the key of its owner', async () => {
  const { room } = await post('/api/arena/rooms', { topic: 'A box among agents' })
  await post(`/api/arena/rooms/${room.id}/join`, { displayName: 'Captain' })
  const enter = async (scopes: string[]) => {
    const { box } = await post('/api/boxes', { agentId: 'echo', scopes })
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

test('what a box is served beyond reads is builds and preparations, and rooms it was given the scope for', () => {
  const allowed = allowedOperations(service.operations)
  const writes = allowed.filter(({ method }) => method !== 'GET').map(({ method, path }) => `${method} ${path}`)
  const isExpected = (line: string) => /^POST (\/lp\/|\/api\/launchpad\/(quote|prepare)$|\/api\/liquidity\/)/.test(line)
  const rooms = ['POST /api/arena/rooms/{roomId}/join', 'POST /api/arena/rooms/{roomId}/messages']
  expect(writes.filter((line) => !isExpected(line)).toSorted()).toEqual(rooms)
  const closed = /keys|audit|auth\/|\/api\/boxes|faucet|metrics|livez/
  expect(allowed.filter(({ path }) => closed.test(path))).toEqual([])
  expect(allowed.length).toBeGreaterThan(20)
})
