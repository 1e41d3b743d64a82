import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { json } from '../setup/json.ts'
import { newKey } from '../setup/keys/newKey.ts'
import { type ListeningService, startListeningService } from '../setup/listening.ts'
import { framed, postRaw } from '../setup/mcp/taskSession.ts'
import { post } from '../setup/requests.ts'

let service: ListeningService
let key: string
beforeAll(async () => {
  service = await startListeningService({ STREAMS_MAX: '4' })
  ;({ key } = await newKey(service.url))
})
afterAll(() => service?.[Symbol.asyncDispose]())

const headers = () => ({ 'x-api-key': key })

async function connect(): Promise<{ client: Client; updates: string[] }> {
  const client = new Client({ name: 'test', version: '1' }, {
    versionNegotiation: { mode: { pin: '2026-07-28' } },
  } as never)
  const updates: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params: { uri, _meta } }) => {
    updates.push(_meta?.['ended'] === undefined ? uri : `${uri} ended: ${_meta['ended']}`)
  })
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${service.url}/mcp`), { requestInit: { headers: headers() } }),
  )
  return { client, updates }
}

async function openRoom(
  visibility: 'PUBLIC' | 'PRIVATE' = 'PUBLIC',
): Promise<{ uri: string; say(content: string): Promise<unknown> }> {
  const { room } = await json(post(`${service.url}/api/arena/rooms`, { topic: 'Harbour', visibility }, headers()))
  const path = `${service.url}/api/arena/rooms/${room.id}`
  await post(`${path}/join`, { displayName: 'Ada' }, headers())
  return { uri: `room://${room.id}`, say: (content) => post(`${path}/messages`, { content }, headers()) }
}

test('a client that listens to two rooms gets events of both, and none after it stops', async () => {
  const { client, updates } = await connect()
  const [first, second] = [await openRoom(), await openRoom()]
  const listening = await client.listen({ resourceSubscriptions: [first.uri, second.uri] })
  expect(listening.honoredFilter).toEqual({ resourceSubscriptions: [first.uri, second.uri] })
  await first.say('one')
  await expect.poll(() => updates).toEqual([first.uri])
  await second.say('two')
  await expect.poll(() => updates).toEqual([first.uri, second.uri])
  const { contents } = await client.readResource({ uri: second.uri })
  expect((contents[0] as { text: string }).text).toContain('two')
  await listening.close()
  await first.say('three')
  const again = await client.listen({ resourceSubscriptions: [second.uri] })
  await second.say('four')
  await expect.poll(() => updates.length).toBe(3)
  expect(updates).toEqual([first.uri, second.uri, second.uri])
  await again.close()
  await client.close()
})

test('a burst of posts is few notifications', async () => {
  const { client, updates } = await connect()
  const room = await openRoom()
  const listening = await client.listen({ resourceSubscriptions: [room.uri] })
  for (let n = 0; n < 20; n++) await room.say(`post ${n}`)
  await expect.poll(() => updates.length).toBeGreaterThan(0)
  await room.say('the last')
  expect(updates.length).toBeLessThan(20)
  await listening.close()
  await client.close()
})

test('a room that the caller cannot see, and a resource that does not change, are refused with the reason', async () => {
  const { uri } = await openRoom('PRIVATE')
  const { client } = await connect()
  key = (await newKey(service.url)).key
  const { client: stranger } = await connect()
  for (const [who, one, words] of [
    [stranger, uri, /no room|not found/i],
    [client, 'openapi://arena', /cannot be followed/],
    [client, 'room://nothing', /./],
  ] as const)
    await expect(who.listen({ resourceSubscriptions: [one] })).rejects.toThrow(words)
  await client.close()
  await stranger.close()
})

test('a guest who is expelled is notified that the room has ended for them, and keeps the other room', async () => {
  const host = headers()
  const { room } = await json(post(`${service.url}/api/arena/rooms`, { topic: 'Cabin', visibility: 'PRIVATE' }, host))
  const path = `${service.url}/api/arena/rooms/${room.id}`
  const { token: inviteToken } = await json(post(`${path}/invites`, {}, host))
  key = (await newKey(service.url)).key
  const other = await openRoom()
  const { participant } = await json(post(`${path}/join`, { displayName: 'Guest', inviteToken }, headers()))
  const { client, updates } = await connect()
  const listening = await client.listen({ resourceSubscriptions: [`room://${room.id}`, other.uri] })
  await post(`${path}/participants/${participant.id}/kick`, {}, host)
  await expect.poll(() => updates, { timeout: 30_000 }).toContain(`room://${room.id} ended: membership`)
  await other.say('still here')
  await expect.poll(() => updates.at(-1)).toBe(other.uri)
  await listening.close()
  await client.close()
})

test('too many streams are refused with a code of their own and a time to wait', async () => {
  key = (await newKey(service.url)).key
  const { client } = await connect()
  const rooms = await Promise.all(Array.from({ length: 5 }, () => openRoom()))
  const resourceSubscriptions = rooms.map(({ uri }) => uri)
  const params = framed({ notifications: { resourceSubscriptions } })
  const response = await postRaw(service.url, key, { id: 'too-many', method: 'subscriptions/listen', params })
  expect([response.status, response.headers.get('retry-after')]).toEqual([429, '5'])
  expect(await response.json()).toMatchObject({
    id: 'too-many',
    error: { code: 429, message: expect.stringContaining('open streams'), data: { retryAfterSeconds: 5 } },
  })
  // None of those that were opened on the way stays open.
  const listening = await client.listen({ resourceSubscriptions: resourceSubscriptions.slice(0, 4) })
  await listening.close()
  await client.close()
})

test('more than ten resources, or a filter of another form, are refused', async () => {
  const { client } = await connect()
  const uris = Array.from({ length: 11 }, (_, n) => `room://room_${n}`)
  await expect(client.listen({ resourceSubscriptions: uris })).rejects.toThrow(/at most 10 URIs/)
  await client.close()
})
