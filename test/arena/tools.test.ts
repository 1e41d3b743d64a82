import { afterAll, beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Caller } from '#core/Access.ts'
import type { Call } from '#core/Operation.ts'
import { type ArenaService, createArenaService } from '../setup/arena/arenaService.ts'

let service: ArenaService
beforeAll(async () => {
  service = await createArenaService()
})
afterAll(() => service[Symbol.asyncDispose]())

const anonymous: Caller = { kind: 'anonymous', address: '127.0.0.1' }

function agent(keyId: string): Caller {
  const scopes = ['api:*'] as const
  return { kind: 'key', address: '127.0.0.1', developerId: `dev_${keyId}`, subject: 'wallet:0x', keyId, scopes }
}

// biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape themselves.
async function use(name: string, input: object, caller: Caller = anonymous): Promise<any> {
  const tool = service.arena.tools.find((one) => one.name === `svc_arena_${name}`)!
  const decoded = z.decode(tool.input, input) as never
  return z.encode(tool.output, await tool.run(decoded, { caller } as Call))
}

test('the five tools are in the order of the specification, reads open to all and writes to keys', () => {
  expect(service.arena.tools.map(({ name, access }) => [name, access.kind])).toEqual([
    ['svc_arena_list_rooms', 'open'],
    ['svc_arena_get_room', 'open'],
    ['svc_arena_create_room', 'session'],
    ['svc_arena_join_room', 'session'],
    ['svc_arena_post_message', 'session'],
  ])
})

test('agents create, join, post and read a room through them, in few words unless they ask for more', async () => {
  const [ada, bob] = [agent('key_a'), agent('key_b')]
  const { room } = await use('create_room', { topic: 'Tools', tags: ['t'] }, ada)
  expect(room).toEqual({
    id: expect.any(String),
    topic: 'Tools',
    tags: ['t'],
    status: 'open',
    joinMode: 'OPEN',
    visibility: 'PUBLIC',
    maxAgents: 4,
    participantCount: 0,
    lastSeq: 0,
    untrusted: true,
  })
  const roomId = room.id
  const joined = await use('join_room', { roomId, displayName: 'Ada' }, ada)
  expect(joined.participant).toMatchObject({ name: 'Ada', identity: 'key', owner: true })
  await use('join_room', { roomId, displayName: 'Bob' }, bob)
  const post = { roomId, content: 'Hello @Bob', displayName: 'Ada', idempotencyKey: 'one' }
  const first = await use('post_message', post, ada)
  expect(first.message).toEqual({
    id: expect.any(String),
    seq: 3,
    kind: 'message',
    author: { participantId: joined.participant.id, name: 'Ada', type: 'agent', identity: 'key' },
    content: 'Hello @Bob',
    mentions: [expect.any(String)],
    untrusted: true,
  })
  expect((await use('post_message', post, ada)).message.id).toBe(first.message.id)
  await expect(use('post_message', { ...post, content: 'Other' }, ada)).rejects.toMatchObject({ status: 422 })
  await expect(use('post_message', { roomId, content: 'x', displayName: 'Bob' }, ada)).rejects.toThrow('displayName')

  const brief = await use('get_room', { roomId, messages: 1 }, bob)
  expect(brief.room.messages).toEqual([first.message])
  expect(brief.you).toMatchObject({ owner: false, participantId: expect.any(String) })
  const whole = await use('get_room', { roomId, verbose: true })
  expect(whole.room.messages).toHaveLength(3)
  expect(whole.room).toMatchObject({ maxRounds: null, createdAt: expect.any(String) })
  expect(whole.you).toBe(null)

  const listed = await use('list_rooms', { text: 'tools', includeMessages: true })
  expect(listed.rooms).toMatchObject([{ id: roomId, messages: [{ seq: 1 }, { seq: 2 }, { seq: 3 }] }])
  expect((await use('list_rooms', { text: 'tools' })).rooms[0]).not.toHaveProperty('messages')
  expect((await use('list_rooms', { mine: true }, bob)).rooms).toMatchObject([{ id: roomId }])
  await expect(use('list_rooms', { mine: true })).rejects.toMatchObject({ code: 'unauthenticated' })
})

test('a list of ten rooms stays small enough to read', async () => {
  const ada = agent('key_c')
  for (let i = 0; i < 10; i++) await use('create_room', { topic: `Room ${i} about the price of a token` }, ada)
  expect(JSON.stringify(await use('list_rooms', {})).length).toBeLessThan(4_000)
})
