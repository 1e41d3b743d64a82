import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ArenaService, createArenaService } from '../setup/arena/arenaService.ts'

const operator = privateKeyToAccount(generatePrivateKey())
let clock = 0
let service: ArenaService
let ada: string
let bob: string
let cleo: string

beforeAll(async () => {
  service = await createArenaService({ adminAddresses: [operator.address], now: () => Date.now() + clock })
  ;[ada, bob, cleo] = await Promise.all([service.agent(), service.agent(), service.agent()])
})
afterEach(() => expect(service.failures.splice(0)).toEqual([]))
afterAll(() => service[Symbol.asyncDispose]())

const post = (path: string, as: string, body: object = {}) => service.send('POST', path, { as, body })
const get = (path: string, as?: string) => service.send('GET', path, { as })

async function createRoom(as: string, body: object = {}): Promise<string> {
  const reply = await post('/rooms', as, { topic: 'Where does MOON go?', ...body })
  expect(reply.status).toBe(201)
  return reply.body.room.id
}

async function join(roomId: string, as: string, displayName: string, more: object = {}): Promise<string> {
  const reply = await post(`/rooms/${roomId}/join`, as, { displayName, ...more })
  expect(reply.status).toBe(200)
  return reply.body.participant.id
}

const say = (roomId: string, as: string, content: string, more: object = {}) =>
  post(`/rooms/${roomId}/messages`, as, { content, ...more })

describe('a room', () => {
  test('is created open, with the defaults of the specification', async () => {
    const reply = await post('/rooms', ada, { topic: ' Launches of\u200b the week ', tags: ['Curve', 'curve', 'ETH'] })
    expect(reply.status).toBe(201)
    expect(reply.body.room).toMatchObject({
      id: expect.stringMatching(/^room_[0-9a-z]{26}$/),
      topic: 'Launches of the week',
      tags: ['curve', 'eth'],
      status: 'open',
      joinMode: 'OPEN',
      visibility: 'PUBLIC',
      maxAgents: 4,
      maxRounds: null,
      round: null,
      participantCount: 0,
      lastSeq: 0,
      untrusted: true,
    })
    expect(JSON.stringify(reply.body)).not.toMatch(/key_|dev_|owner/)
  })

  test('is made once for one Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'room-once' }
    const body = { topic: 'Only once' }
    const [first, second] = [
      await service.send('POST', '/rooms', { as: ada, body, headers }),
      await service.send('POST', '/rooms', { as: ada, body, headers }),
    ]
    expect(second.body).toEqual(first.body)
    const other = await service.send('POST', '/rooms', { as: ada, body: { topic: 'Another' }, headers })
    expect([other.status, other.body.code]).toEqual([422, 'failed_precondition'])
  })

  test('is joined once by one identity, however often it asks', async () => {
    const roomId = await createRoom(ada)
    const id = await join(roomId, bob, 'Bob')
    expect(await join(roomId, bob, 'Bob')).toBe(id)
    expect(await join(roomId, bob, 'Robert')).toBe(id)
    const { body } = await get(`/rooms/${roomId}`)
    expect(body.room.participants).toMatchObject([
      { id, name: 'Bob', type: 'agent', identity: 'key', owner: false, untrusted: true },
    ])
    expect(body.room.messages).toMatchObject([
      { seq: 1, kind: 'system', author: null, content: '“Bob” joined.', event: { type: 'joined', participantId: id } },
    ])
  })

  test('knows a key after its rotation as the same agent, and two keys of one developer as two', async () => {
    const token = await service.signIn()
    const { key, id } = await service.keys.createKey(token)
    const roomId = await createRoom(ada)
    const first = await join(roomId, key, 'Rotor')
    const rotated = await service.keys.send('POST', `/api/developer/keys/${id}/rotate`, { token })
    const next = String(rotated.body['key'])
    expect(await join(roomId, next, 'Rotor')).toBe(first)
    expect((await say(roomId, next, 'still me')).status).toBe(201)
    expect(await join(roomId, await service.agent({ token }), 'Second')).not.toBe(first)
    expect(await join(roomId, token, 'In person', { type: 'human' })).not.toBe(first)
    const { body } = await get(`/rooms/${roomId}`)
    expect(body.room.participants.map((one: { identity: string; type: string }) => [one.identity, one.type])).toEqual([
      ['key', 'agent'],
      ['key', 'agent'],
      ['wallet', 'human'],
    ])
  })

  test('has no more than its seats, also for those who come at once', async () => {
    const roomId = await createRoom(ada, { maxAgents: 2 })
    const agents = await Promise.all(Array.from({ length: 5 }, () => service.agent()))
    const replies = await Promise.all(
      agents.map((as, i) => post(`/rooms/${roomId}/join`, as, { displayName: `A${i}x` })),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 200, 400, 400, 400])
    const refused = replies.find(({ status }) => status === 400)
    expect(refused?.body).toMatchObject({ code: 'failed_precondition', message: expect.stringContaining('2 seats') })
    const seated = agents[replies.findIndex(({ status }) => status === 200)] as string
    expect((await post(`/rooms/${roomId}/leave`, seated)).status).toBe(200)
    const late = agents[replies.findIndex(({ status }) => status === 400)] as string
    expect((await post(`/rooms/${roomId}/join`, late, { displayName: 'Late' })).status).toBe(200)
  })

  test('becomes active with the first post and complete when its owner closes it', async () => {
    const roomId = await createRoom(ada)
    await join(roomId, ada, 'Ada')
    expect((await say(roomId, ada, 'first')).body.room.status).toBe('active')
    expect((await post(`/rooms/${roomId}/close`, bob)).status).toBe(403)
    const closed = await post(`/rooms/${roomId}/close`, ada)
    expect(closed.body.room).toMatchObject({ status: 'complete', closedAt: expect.any(String) })
    expect((await post(`/rooms/${roomId}/close`, ada)).body.room.lastSeq).toBe(closed.body.room.lastSeq)
    const refused = await say(roomId, ada, 'too late')
    expect(refused.body).toMatchObject({ code: 'failed_precondition', message: expect.stringContaining('complete') })
    expect((await post(`/rooms/${roomId}/join`, bob, { displayName: 'Bob' })).status).toBe(400)
    const { body } = await get(`/rooms/${roomId}/messages`)
    expect(body.messages.at(-1)).toMatchObject({ kind: 'system', event: { type: 'closed' } })
  })
})

describe('rounds', () => {
  test('end when everybody has posted, and the last one completes the room', async () => {
    const roomId = await createRoom(ada, { maxRounds: 2 })
    await join(roomId, ada, 'Ada')
    await join(roomId, bob, 'Bob')
    expect((await say(roomId, ada, 'one')).body).toMatchObject({
      room: { round: 1, status: 'active' },
      message: { round: 1 },
    })
    expect((await say(roomId, ada, 'one more')).body.room.round).toBe(1)
    expect((await say(roomId, bob, 'two')).body).toMatchObject({ room: { round: 2 }, message: { round: 1 } })
    await say(roomId, bob, 'three')
    expect((await say(roomId, ada, 'four')).body.room).toMatchObject({ status: 'complete', round: 2 })
    expect((await say(roomId, bob, 'five')).body.code).toBe('failed_precondition')
    const { body } = await get(`/rooms/${roomId}/messages`)
    const events = body.messages.flatMap((one: { event: { type: string } | null }) => one.event?.type ?? [])
    expect(events).toEqual(['joined', 'joined', 'round', 'round', 'closed'])
  })

  test('end when their time is over, even if no one posts', async () => {
    const roomId = await createRoom(ada, { maxRounds: 1, turnSeconds: 60 })
    await join(roomId, ada, 'Ada')
    await join(roomId, bob, 'Bob')
    await say(roomId, ada, 'anyone?')
    await service.arena.runScheduledJobs()
    expect((await get(`/rooms/${roomId}`)).body.room.status).toBe('active')
    clock += 61_000
    await service.arena.runScheduledJobs()
    expect((await get(`/rooms/${roomId}`)).body.room).toMatchObject({ status: 'complete', roundEndsAt: null })
  })

  test('do not wait for participants who left or are muted', async () => {
    const roomId = await createRoom(ada, { maxRounds: 3 })
    await join(roomId, ada, 'Ada')
    const muted = await join(roomId, bob, 'Bob')
    await join(roomId, cleo, 'Cleo')
    await say(roomId, ada, 'one')
    await post(`/rooms/${roomId}/participants/${muted}/mute`, ada)
    expect((await post(`/rooms/${roomId}/leave`, cleo)).body.room.round).toBe(2)
  })
})

describe('messages', () => {
  test('carry kind, reply, mentions, data and who wrote them', async () => {
    const roomId = await createRoom(ada)
    const adaId = await join(roomId, ada, 'Ada')
    const bobId = await join(roomId, bob, 'Bob')
    const first = (await say(roomId, ada, 'What about 0xfeed?\nSecond line')).body.message
    const reply = await say(roomId, bob, 'As @Ada says', {
      kind: 'proposal',
      replyTo: first.id,
      data: { price: [1, { a: null }] },
    })
    expect(reply.status).toBe(201)
    expect(reply.body.message).toEqual({
      id: expect.stringMatching(/^msg_/),
      roomId,
      seq: 4,
      kind: 'proposal',
      author: { participantId: bobId, name: 'Bob', type: 'agent', identity: 'key' },
      content: 'As @Ada says',
      data: { price: [1, { a: null }] },
      event: null,
      replyTo: first.id,
      mentions: [adaId],
      round: null,
      createdAt: expect.any(String),
      redacted: null,
      untrusted: true,
    })
    expect(first.content).toBe('What about 0xfeed?\nSecond line')
  })

  test('sent twice under one key are one, and another message under it is refused', async () => {
    const roomId = await createRoom(ada)
    await join(roomId, ada, 'Ada')
    const headers = { 'idempotency-key': 'm-1' }
    const send = (content: string) =>
      service.send('POST', `/rooms/${roomId}/messages`, { as: ada, body: { content }, headers })
    const replies = await Promise.all(Array.from({ length: 8 }, () => send('hello')))
    expect(new Set(replies.map(({ body }) => body.message.id)).size).toBe(1)
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([201]))
    const other = await send('something else')
    expect([other.status, other.body.code]).toEqual([422, 'failed_precondition'])
    await post(`/rooms/${roomId}/close`, ada)
    expect((await send('hello')).body.message.id).toBe(replies[0]?.body.message.id)
    expect((await get(`/rooms/${roomId}`)).body.room.lastSeq).toBe(3)
  })

  test('are numbered without gaps under concurrent posts, and paged in both directions', async () => {
    const roomId = await createRoom(ada)
    await join(roomId, ada, 'Ada')
    await join(roomId, bob, 'Bob')
    await Promise.all(Array.from({ length: 60 }, (_, i) => say(roomId, i % 2 ? ada : bob, `n${i}`)))
    const forward: number[] = []
    let cursor = ''
    do {
      const { body } = await get(`/rooms/${roomId}/messages?limit=25${cursor && `&cursor=${cursor}`}`)
      forward.push(...body.messages.map(({ seq }: { seq: number }) => seq))
      cursor = body.nextCursor
      expect(body.lastSeq).toBe(62)
    } while (cursor)
    expect(forward).toEqual(Array.from({ length: 62 }, (_, i) => i + 1))
    const last = (await get(`/rooms/${roomId}/messages?before=63&limit=10`)).body
    expect(last.messages.map(({ seq }: { seq: number }) => seq)).toEqual([53, 54, 55, 56, 57, 58, 59, 60, 61, 62])
    expect(last.nextCursor).toBe(null)
    const before = (await get(`/rooms/${roomId}/messages?limit=50&cursor=${last.previousCursor}`)).body
    expect(before.messages.map(({ seq }: { seq: number }) => seq)).toEqual(Array.from({ length: 50 }, (_, i) => i + 3))
    expect((await get(`/rooms/${roomId}/messages?after=61`)).body.messages).toHaveLength(1)
    expect((await get(`/rooms/${roomId}`)).body.room.messages).toHaveLength(40)
  })

  test('are limited per participant', async () => {
    await using strict = await createArenaService({ database: service.database, postsPerMinute: 2 })
    const roomId = await createRoom(ada)
    await join(roomId, ada, 'Ada')
    const again = () => strict.send('POST', `/rooms/${roomId}/messages`, { as: ada, body: { content: 'x' } })
    expect([(await again()).status, (await again()).status]).toEqual([201, 201])
    const refused = await again()
    expect([refused.status, refused.body.code]).toEqual([429, 'resource_exhausted'])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('above the limit are refused unread, but for repeats, until the minute is over', async () => {
    let time = Date.now()
    await using strict = await createArenaService({ database: service.database, postsPerMinute: 2, now: () => time })
    const roomId = await createRoom(ada)
    await join(roomId, ada, 'Ada')
    const unread = { content: `my key is ${generatePrivateKey()}` }
    const write = async (body: object, headers: Record<string, string> = {}) =>
      (await strict.send('POST', `/rooms/${roomId}/messages`, { as: ada, body, headers })).status
    const repeated = { 'idempotency-key': crypto.randomUUID() }
    expect(await write(unread)).toBe(400)
    expect([await write({ content: 'x' }, repeated), await write({ content: 'y' })]).toEqual([201, 201])
    expect([await write({ content: 'z' }), await write(unread)]).toEqual([429, 429])
    expect(await write({ content: 'x' }, repeated)).toBe(201)
    time += 60_000
    expect([await write(unread), await write({ content: 'z' })]).toEqual([400, 201])
  })
})

describe('listing', () => {
  test('shows public rooms by activity, filtered by tag, status and text, page by page', async () => {
    const topic = `listing ${crypto.randomUUID()}`
    const [one, two, three] = [
      await createRoom(ada, { topic: `${topic} 100% one`, tags: ['x-list'] }),
      await createRoom(ada, { topic: `${topic} two` }),
      await createRoom(ada, { topic: `${topic} three`, tags: ['x-list'] }),
    ]
    const hidden = await createRoom(ada, { topic: `${topic} hidden`, visibility: 'PRIVATE' })
    clock += 2_000
    await join(one, bob, 'Bob')
    const ids = async (query: string, as?: string) =>
      (await get(`/rooms?${query}`, as)).body.rooms.map(({ id }: { id: string }) => id)
    const text = encodeURIComponent(topic)
    expect(await ids(`text=${text}`)).toEqual([one, three, two])
    expect(await ids('tag=X-List')).toEqual([one, three])
    expect(await ids(`text=${encodeURIComponent(`${topic} 100% o`)}`)).toEqual([one])
    expect(await ids(`text=${text}&status=complete`)).toEqual([])
    expect(await ids(`text=${text}&mine=true`, ada)).toEqual([one, hidden, three, two])
    expect(await ids(`text=${text}&mine=true`, bob)).toEqual([one])
    const first = (await get(`/rooms?text=${text}&limit=2`)).body
    const rest = (await get(`/rooms?text=${text}&limit=2&cursor=${first.nextCursor}`)).body
    expect([...first.rooms, ...rest.rooms].map(({ id }) => id)).toEqual([one, three, two])
    expect(rest.nextCursor).toBe(null)
    expect((await get('/rooms?mine=true')).status).toBe(401)
    expect((await get(`/rooms?limit=2&cursor=${first.nextCursor}`)).status).toBe(400)
  })
})

describe('private rooms', () => {
  test('are seen by those in them, their owner and operators, and by nobody else', async () => {
    const roomId = await createRoom(ada, { visibility: 'PRIVATE' })
    const { token: inviteToken } = (await post(`/rooms/${roomId}/invites`, ada)).body
    await join(roomId, bob, 'Bob', { inviteToken })
    for (const path of ['', '/messages', '/events?after=0', '/leaderboard']) {
      expect((await get(`/rooms/${roomId}${path}`)).status).toBe(404)
      expect((await get(`/rooms/${roomId}${path}`, cleo)).status).toBe(404)
      expect((await get(`/rooms/${roomId}${path}`, bob)).status).toBe(200)
      expect((await get(`/rooms/${roomId}${path}`, ada)).status).toBe(200)
    }
    expect((await say(roomId, cleo, 'hello?')).status).toBe(404)
    expect((await post(`/rooms/${roomId}/close`, cleo)).status).toBe(404)
    const admin = await service.keys.signIn(operator)
    expect((await get(`/rooms/${roomId}`, admin)).status).toBe(200)
    const narrow = await service.agent({ scopes: ['lp:build'] })
    expect((await get(`/rooms/${roomId}`, narrow)).status).toBe(404)
  })

  test('a key without arena:write posts nothing, one without arena:read reads nothing private', async () => {
    const token = await service.signIn()
    const roomId = (await post('/rooms', token, { topic: 'Mine', visibility: 'PRIVATE' })).body.room.id
    const reader = await service.agent({ token, scopes: ['arena:read'] })
    expect((await post(`/rooms/${roomId}/join`, reader, { displayName: 'R' })).status).toBe(403)
    expect((await get(`/rooms/${roomId}`, token)).status).toBe(200)
  })
})

describe('invites', () => {
  test('admit their bearer, and are hashed, listed, revoked, used up and expired', async () => {
    const roomId = await createRoom(ada, { joinMode: 'INVITE' })
    const invite = async (body: object = {}) => (await post(`/rooms/${roomId}/invites`, ada, body)).body
    const enter = (as: string, inviteToken?: string) =>
      post(`/rooms/${roomId}/join`, as, { displayName: `N${as.slice(-5)}`, ...(inviteToken && { inviteToken }) })
    expect((await enter(bob)).body).toMatchObject({
      code: 'permission_denied',
      message: expect.stringContaining('inviteToken'),
    })
    expect((await enter(bob, 'svc_inv_wrong')).body.message).toContain('not an invite')
    const once = await invite({ maxUses: 1, label: 'for Bob' })
    expect(once.token).toMatch(/^svc_inv_/)
    expect((await enter(bob, once.token)).status).toBe(200)
    expect((await enter(bob)).status).toBe(200)
    expect((await enter(cleo, once.token)).body.message).toContain('no uses left')
    const short = await invite({ expiresInSeconds: 60 })
    const gone = await invite()
    expect(
      (await service.send('DELETE', `/rooms/${roomId}/invites/${gone.invite.id}`, { as: ada })).body.invite.status,
    ).toBe('revoked')
    expect((await enter(cleo, gone.token)).body.message).toContain('revoked')
    clock += 61_000
    expect((await enter(cleo, short.token)).body.message).toContain('expired')
    const list = await get(`/rooms/${roomId}/invites`, ada)
    expect(list.body.invites.map(({ status }: { status: string }) => status)).toEqual(['revoked', 'expired', 'used'])
    expect(list.body.invites[2]).toMatchObject({ label: 'for Bob', uses: 1, maxUses: 1 })
    expect(JSON.stringify(list.body)).not.toContain('svc_inv_')
    expect((await get(`/rooms/${roomId}/invites`, bob)).status).toBe(403)
    expect(JSON.stringify((await get(`/rooms/${roomId}`)).body)).not.toContain('inv_')
    expect((await enter(ada)).status).toBe(200)
  })

  test('an answer that is replayed does not hold the token again', async () => {
    const roomId = await createRoom(ada, { joinMode: 'INVITE' })
    const make = () =>
      service.send('POST', `/rooms/${roomId}/invites`, { as: ada, body: {}, headers: { 'idempotency-key': 'inv' } })
    const [first, again] = [await make(), await make()]
    expect(first.body.token).toMatch(/^svc_inv_/)
    expect(again.body).toEqual({ invite: first.body.invite })
  })
})

describe('moderation', () => {
  test('mutes, kicks, bans and unbans, announced in the room and in the audit log', async () => {
    const owner = await service.signIn()
    const roomId = (await post('/rooms', owner, { topic: 'Order' })).body.room.id
    const token = await service.signIn()
    const [loud, twin] = [await service.agent({ token }), await service.agent({ token })]
    const id = await join(roomId, loud, 'Loud')
    const measure = (name: string, as: string) =>
      post(`/rooms/${roomId}/participants/${id}/${name}`, as, { reason: 'noise' })
    expect((await measure('mute', bob)).status).toBe(403)
    expect((await measure('mute', loud)).status).toBe(403)
    expect((await measure('mute', owner)).body.participant).toMatchObject({ muted: true, status: 'active' })
    expect((await say(roomId, loud, 'hey')).body).toMatchObject({
      code: 'permission_denied',
      message: expect.stringContaining('muted'),
    })
    await measure('unmute', owner)
    expect((await say(roomId, loud, 'hey')).status).toBe(201)
    await measure('kick', owner)
    expect((await say(roomId, loud, 'hey')).status).toBe(403)
    expect((await post(`/rooms/${roomId}/join`, loud, {})).status).toBe(200)
    await measure('ban', owner)
    expect((await post(`/rooms/${roomId}/join`, loud, {})).body.message).toContain('banned')
    expect((await post(`/rooms/${roomId}/join`, twin, { displayName: 'Twin' })).body.message).toContain('banned')
    await measure('unban', owner)
    expect((await post(`/rooms/${roomId}/join`, twin, { displayName: 'Twin' })).status).toBe(200)
    const { body } = await get(`/rooms/${roomId}`)
    const announced = body.room.messages.flatMap(({ event }: { event: { type: string } | null }) => event?.type ?? [])
    expect(announced).toEqual(['joined', 'muted', 'unmuted', 'kicked', 'joined', 'banned', 'unbanned', 'joined'])
    const audit = await service.keys.send('GET', `/api/developer/audit?target=${roomId}`, { token: owner })
    expect(audit.body['events']).toMatchObject(
      ['room_unban', 'room_ban', 'room_kick', 'room_unmute', 'room_mute'].map((event) => ({ event, target: roomId })),
    )
  })

  test('redacts with a mark: by the author, the owner or an operator, never by others', async () => {
    const roomId = await createRoom(ada)
    await join(roomId, bob, 'Bob')
    const [one, two, three] = [
      (await say(roomId, bob, 'oops', { data: { a: 1 } })).body.message,
      (await say(roomId, bob, 'rude')).body.message,
      (await say(roomId, bob, 'worse')).body.message,
    ]
    const redact = (id: string, as: string) => post(`/rooms/${roomId}/messages/${id}/redact`, as)
    expect((await redact(one.id, cleo)).status).toBe(403)
    expect((await redact(one.id, bob)).body.message).toMatchObject({
      content: '',
      data: null,
      redacted: { by: 'author' },
    })
    expect((await redact(two.id, ada)).body.message.redacted.by).toBe('owner')
    expect((await redact(three.id, await service.keys.signIn(operator))).body.message.redacted.by).toBe('operator')
    expect((await redact(three.id, ada)).body.message.redacted.by).toBe('operator')
    const { body } = await get(`/rooms/${roomId}`)
    expect(body.room.messages.map(({ content }: { content: string }) => content)).toEqual([
      '“Bob” joined.',
      '',
      '',
      '',
      'Message 2 was redacted by its author.',
      'Message 3 was redacted by the owner of the room.',
      'Message 4 was redacted by an operator.',
    ])
    expect((await redact(body.room.messages[0].id, ada)).body.code).toBe('failed_precondition')
  })
})
