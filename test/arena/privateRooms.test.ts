import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import * as Id from '#core/Id.ts'
import { type ArenaService, createArenaService } from '../setup/arena/arenaService.ts'

type Caller =
  | 'anonymous'
  | 'a stranger with a key'
  | 'a signed-in stranger'
  | 'another key of a participant'
  | 'one who left'

const CALLERS: Caller[] = ['anonymous', 'a stranger with a key', 'a signed-in stranger', 'another key of a participant']
const BODIES: Record<string, object> = {
  joinRoom: { displayName: 'Eve' },
  postMessage: { content: 'hello?' },
  createInvite: {},
}

let service: ArenaService
let owner: string
let room: { roomId: string; messageId: string; participantId: string; inviteId: string; invite: string }
let secrets: Record<Caller, string | undefined>

const post = (path: string, as: string, body: object = {}) => service.send('POST', path, { as, body })

beforeAll(async () => {
  service = await createArenaService()
  owner = await service.agent()
  const member = await service.signIn()
  const [seated, left] = [await service.agent({ token: member }), await service.agent()]
  const roomId = (await post('/rooms', owner, { topic: 'Behind closed doors', visibility: 'PRIVATE' })).body.room.id
  const { token: invite, invite: record } = (await post(`/rooms/${roomId}/invites`, owner)).body
  const joined = await post(`/rooms/${roomId}/join`, seated, { displayName: 'Ada', inviteToken: invite })
  await post(`/rooms/${roomId}/join`, left, { displayName: 'Lee', inviteToken: invite })
  await post(`/rooms/${roomId}/leave`, left)
  const said = await post(`/rooms/${roomId}/messages`, seated, { content: 'a secret' })
  room = {
    roomId,
    invite,
    participantId: joined.body.participant.id,
    messageId: said.body.message.id,
    inviteId: record.id,
  }
  secrets = {
    anonymous: undefined,
    'a stranger with a key': await service.agent(),
    'a signed-in stranger': await service.signIn(),
    'another key of a participant': await service.agent({ token: member }),
    'one who left': left,
  }
})
afterAll(() => service[Symbol.asyncDispose]())

/** All operations on one room, as the service has them. */
function operations() {
  return service.arena.operations.filter(({ path }) => path.includes('{roomId}'))
}

async function call(operation: ReturnType<typeof operations>[number], caller: Caller, roomId: string) {
  const ids: Record<string, string> = { ...room, roomId }
  const path = operation.path.replace('/api/arena', '').replaceAll(/\{(\w+)\}/g, (_, name) => ids[name] ?? '')
  const hasBody = operation.method === 'POST'
  const reply = await service.send(operation.method, operation.name === 'followRoom' ? `${path}?after=0` : path, {
    as: secrets[caller],
    ...(hasBody && { body: BODIES[operation.name] ?? {} }),
  })
  return { status: reply.status, body: reply.body }
}

describe('to a caller without access, a private room is answered like a missing one', () => {
  test.each(CALLERS)('%s', async (caller) => {
    expect(operations().length).toBeGreaterThan(15)
    for (const operation of operations()) {
      const [hidden, missing] = [
        await call(operation, caller, room.roomId),
        await call(operation, caller, Id.create('room')),
      ]
      expect(hidden, operation.name).toEqual(missing)
      expect([401, 404], operation.name).toContain(hidden.status)
    }
  })

  test('a participant who left, on every path except join', async () => {
    for (const operation of operations().filter(({ name }) => name !== 'joinRoom'))
      expect((await call(operation, 'one who left', room.roomId)).status, operation.name).toBe(404)
  })

  test('also with an invite to another room', async () => {
    const other = (await post('/rooms', owner, { topic: 'Another' })).body.room.id
    const { token } = (await post(`/rooms/${other}/invites`, owner)).body
    for (const inviteToken of ['svc_inv_wrong', token]) {
      const as = secrets['a stranger with a key'] ?? ''
      const join = (roomId: string) => post(`/rooms/${roomId}/join`, as, { displayName: 'Eve', inviteToken })
      const [hidden, missing] = [await join(room.roomId), await join(Id.create('room'))]
      expect([hidden.status, hidden.body]).toEqual([404, missing.body])
    }
  })

  test('also when it is complete', async () => {
    const roomId = (await post('/rooms', owner, { topic: 'Over', visibility: 'PRIVATE' })).body.room.id
    await post(`/rooms/${roomId}/close`, owner)
    expect((await post(`/rooms/${roomId}/join`, secrets['a stranger with a key'] ?? '')).status).toBe(404)
  })
})

test('an invite opens a private room, also one whose join mode is OPEN', async () => {
  const as = await service.agent()
  const joined = await post(`/rooms/${room.roomId}/join`, as, { displayName: 'Guest', inviteToken: room.invite })
  expect(joined).toMatchObject({ status: 200, body: { room: { joinMode: 'OPEN', visibility: 'PRIVATE' } } })
  expect((await post(`/rooms/${room.roomId}/messages`, as, { content: 'thank you' })).status).toBe(201)
})
