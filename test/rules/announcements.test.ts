import { sql } from 'kysely'
import { toHex } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cli } from '../setup/cli.ts'
import { eventually } from '../setup/database/databaseService.ts'
import { type Credentials, newKey } from '../setup/keys/newKey.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'

const WRITES = 40
let service: ListeningService
let owner: Credentials
let stranger: Credentials
beforeAll(async () => {
  service = await startListeningService({ RATE_LIMIT_WRITE: String(WRITES), TRUST_PROXY: '127.0.0.1' })
  owner = await newKey(service.url)
  stranger = await newKey(service.url)
})
afterAll(() => service?.[Symbol.asyncDispose]())

// biome-ignore lint/suspicious/noExplicitAny: answers are read as a client without types reads them.
type Json = any
async function send(secret: string, path: string, body?: object, headers: Record<string, string> = {}): Promise<Json> {
  const response = await fetch(service.url + path, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${secret}`, 'content-type': 'application/json', ...headers },
    ...(body && { body: JSON.stringify(body) }),
  })
  return { status: response.status, ...((await response.json()) as object) }
}
async function createRule(secret: string, type: string, filter: object = {}): Promise<string> {
  const { status, id, message } = await send(secret, '/api/rules', { name: type, type, filter })
  expect([status, message]).toEqual([201, undefined])
  return id
}
const alertsOf = async (secret: string, ruleId: string): Promise<Json[]> =>
  (await send(secret, `/api/alerts?ruleId=${ruleId}`)).alerts
async function untilAlert(secret: string, ruleId: string): Promise<Json> {
  await eventually(async () => (await alertsOf(secret, ruleId)).length > 0, { what: 'an event', timeoutMs: 60_000 })
  const [alert, ...others] = await alertsOf(secret, ruleId)
  expect(others).toEqual([])
  return alert.event.data
}

test('a key that is used from a new network is reported to its owner alone, once', async () => {
  const rule = await createRule(owner.token, 'key.new_network')
  const foreign = await createRule(stranger.token, 'key.new_network')
  const from = (address: string) => send(owner.key, '/api/rules', undefined, { 'x-forwarded-for': address })
  await from('198.51.100.7')
  await eventually(async () => (await networks()) === 1, { what: 'the first network' })
  await from('198.51.100.9')
  await from('203.0.113.80')
  await from('203.0.113.81')
  expect(await untilAlert(owner.token, rule)).toMatchObject({ network: '203.0.113.0/24', name: 'test' })
  expect(await networks()).toBe(2)
  expect(await alertsOf(stranger.token, foreign)).toEqual([])
})

async function networks(): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from key_networks`.execute(service.database.kysely)
  return rows[0]?.count ?? 0
}

test('a rule about keys needs the right to manage them', async () => {
  const { status, code } = await send(owner.key, '/api/rules', { name: 'keys', type: 'key.expiring' })
  const { key } = await send(owner.token, '/api/developer/keys', { name: 'rules only', scopes: ['rules:write'] })
  const refused = await send(key, '/api/rules', { name: 'keys', type: 'key.expiring' })
  expect([refused.status, refused.code]).toEqual([403, 'permission_denied'])
  expect([status, code]).toEqual([403, 'permission_denied'])
})

test('a key is reported once when a quarter of its life is left', async () => {
  const rule = await createRule(owner.token, 'key.expiring')
  const expiresAt = new Date(Date.now() + 2 * 86_400_000).toISOString()
  const young = await send(owner.token, '/api/developer/keys', { name: 'young', scopes: ['api:*'], expiresAt })
  const old = await send(owner.token, '/api/developer/keys', { name: 'old', scopes: ['api:*'], expiresAt })
  await sql`update api_keys set created_at = now() - interval '30 days' where id = ${old.record.id}`.execute(
    service.database.kysely,
  )
  expect(await untilAlert(owner.token, rule)).toMatchObject({ keyId: old.record.id, name: 'old', expiresAt })
  expect(young.record.id).not.toBe(old.record.id)
})

test('a settled signal is reported to those who may read its room', async () => {
  const { room } = await send(owner.token, '/api/arena/rooms', { topic: 'Signals', visibility: 'PRIVATE' })
  await send(owner.token, `/api/arena/rooms/${room.id}/join`, { displayName: 'Ada' })
  const rule = await createRule(owner.token, 'signal.settled', { roomId: room.id })
  const other = await createRule(owner.token, 'signal.settled', { roomId: room.id, status: 'scored' })
  const refused = await send(stranger.token, '/api/rules', {
    name: 'theirs',
    type: 'signal.settled',
    filter: { roomId: room.id },
  })
  expect([refused.status, refused.code]).toEqual([404, 'not_found'])
  const data = { token: await launch(), side: 'buy', horizonSeconds: 60 }
  const posted = await send(owner.token, `/api/arena/rooms/${room.id}/messages`, {
    content: 'It rises.',
    kind: 'signal',
    data,
  })
  expect(posted.status).toBe(201)
  await sql`
    update arena_signals set posted_at = posted_at - interval '10 minutes', due_at = due_at - interval '10 minutes'`.execute(
    service.database.kysely,
  )
  expect(await untilAlert(owner.token, rule)).toEqual({
    roomId: room.id,
    messageId: posted.message.id,
    participantId: expect.stringMatching(/^part_/),
    ...data,
    status: 'unscored',
    scoreBps: null,
    weight: null,
  })
  expect(await alertsOf(owner.token, other)).toEqual([])
})

async function launch(): Promise<string> {
  const { privateKey } = service.devnet.account(2).getHdKey()
  const env = { SLIPWAY_URL: service.url, SLIPWAY_PRIVATE_KEY: toHex(privateKey!) }
  const { out } = await cli(['launch', 'Signal', 'SIG', '--yes', '--json'], { env })
  const { token } = JSON.parse(out)
  const isIndexed = async () => (await send(owner.token, '/api/launchpad/tokens?limit=5')).tokens.length > 0
  await eventually(isIndexed, { what: 'the indexed launch' })
  return token
}

test('a limit of which four fifths are used is reported once', async () => {
  const rule = await createRule(owner.token, 'limit.nearly_used', { policy: 'write' })
  for (let call = 0; call < WRITES; call++) await send(owner.token, `/api/rules/${rule}/test`, {})
  await eventually(async () => (await alertsOf(owner.token, rule)).some(({ event }) => event.test === undefined), {
    what: 'the report',
  })
  const reports = (await alertsOf(owner.token, rule)).filter(({ event }) => event.test === undefined)
  expect(reports.map(({ event }) => event.data)).toEqual([
    { policy: 'write', quota: WRITES, remaining: expect.any(Number), windowSeconds: 60 },
  ])
})
