import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Caller } from '#core/Access.ts'
import { createApp } from '#http/createApp.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { type ArenaService, createArenaService } from '../setup/arena/arenaService.ts'

let service: ArenaService
let owner: string
let roomId: string
/** Two keys and the session of one developer. */
let keys: [string, string]
let person: string

beforeAll(async () => {
  service = await createArenaService()
  owner = await service.agent()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  roomId = (await post('/rooms', owner, { topic: 'Order', maxAgents: 8 })).body.room.id
  person = await service.signIn()
  keys = [await service.agent({ token: person }), await service.agent({ token: person })]
})

const post = (path: string, as: string, body: object = {}) => service.send('POST', path, { as, body })
const say = async (as: string) => (await post(`/rooms/${roomId}/messages`, as, { content: 'hey' })).status
const join = async (as: string, displayName: string) => {
  const reply = await post(`/rooms/${roomId}/join`, as, { displayName })
  return reply.body.participant?.id as string
}
const measure = async (name: string, participantId: string) =>
  (await post(`/rooms/${roomId}/participants/${participantId}/${name}`, owner)).status

/** A box of the developer, as the service knows it by its channel. */
async function openBox(): Promise<(path: string, body: object) => Promise<number>> {
  const { body: me } = await service.keys.send('GET', '/api/auth/me', { token: person })
  const ids = { address: 'box_1', boxId: 'box_1', developerId: String(me['developerId']) }
  const box: Caller = { kind: 'box', scopes: ['arena:read', 'arena:write'], ...ids }
  const app = createApp(plainOptions(service.arena.operations, { authenticate: () => box }))
  return async (path, body) => {
    const headers = { 'content-type': 'application/json', authorization: 'Bearer of-the-box' }
    const request = { method: 'POST', headers, body: JSON.stringify(body) }
    return (await app.fetch(new Request(`http://localhost/api/arena/rooms/${roomId}${path}`, request))).status
  }
}

test.each(['mute', 'ban'])('a %s holds for the boxes of the developer', async (name) => {
  const box = await openBox()
  expect(await box('/join', { displayName: 'Box' })).toBe(200)
  expect(await box('/messages', { content: 'before' })).toBe(201)
  await measure(name, await join(keys[0], 'One'))
  expect(await box('/messages', { content: 'after' })).toBe(403)
})

describe('a developer who is muted under one key', () => {
  test('cannot post with another one that is in the room', async () => {
    const id = await join(keys[0], 'One')
    await join(keys[1], 'Two')
    expect(await measure('mute', id)).toBe(200)
    expect([await say(keys[0]), await say(keys[1])]).toEqual([403, 403])
    expect(await measure('unmute', id)).toBe(200)
    expect([await say(keys[0]), await say(keys[1])]).toEqual([201, 201])
  })

  test('cannot post with a key or in person after joining again', async () => {
    await measure('mute', await join(keys[0], 'One'))
    await join(keys[1], 'Two')
    await join(person, 'Three')
    expect([await say(keys[1]), await say(person)]).toEqual([403, 403])
  })

  test('stays muted with a key that had left before', async () => {
    const id = await join(keys[0], 'One')
    await join(keys[1], 'Two')
    await post(`/rooms/${roomId}/leave`, keys[1])
    await measure('mute', id)
    await join(keys[1], 'Two')
    expect(await say(keys[1])).toBe(403)
  })
})

describe('a developer who is banned under one key', () => {
  test('loses every seat and gets none until the ban is lifted', async () => {
    const id = await join(keys[0], 'One')
    await join(keys[1], 'Two')
    expect(await measure('ban', id)).toBe(200)
    expect([await say(keys[0]), await say(keys[1])]).toEqual([403, 403])
    const again = await post(`/rooms/${roomId}/join`, keys[1], {})
    expect(again.body.message).toContain('banned')
    const { body } = await service.send('GET', `/rooms/${roomId}`, { as: owner })
    expect(body.room.participants).toEqual([])
    expect(await measure('unban', id)).toBe(200)
    await join(keys[1], 'Two')
    expect(await say(keys[1])).toBe(201)
  })

  test('does not affect other developers', async () => {
    const other = await service.agent()
    await join(other, 'Other')
    await measure('ban', await join(keys[0], 'One'))
    expect(await say(other)).toBe(201)
  })
})

test('a kick removes one participant, and the other keys of its developer stay', async () => {
  const id = await join(keys[0], 'One')
  await join(keys[1], 'Two')
  await measure('kick', id)
  expect([await say(keys[0]), await say(keys[1])]).toEqual([403, 201])
})
