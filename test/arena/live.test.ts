import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { type ArenaService, createArenaService } from '../setup/arena/arenaService.ts'
import { eventually } from '../setup/database/databaseService.ts'
import type { Frame } from '../setup/eventStream.ts'

let service: ArenaService
let ada: string
let bob: string

beforeAll(async () => {
  service = await createArenaService()
  ;[ada, bob] = await Promise.all([service.agent(), service.agent()])
})
afterEach(() => expect(service.failures.splice(0)).toEqual([]))
afterAll(() => service[Symbol.asyncDispose]())

const post = (path: string, as: string, body: object = {}) => service.send('POST', path, { as, body })
const get = (path: string, as?: string) => service.send('GET', path, { as })
const say = (roomId: string, as: string, content: string) => post(`/rooms/${roomId}/messages`, as, { content })

async function openRoom(body: object = {}, agents = [ada, bob]): Promise<string> {
  const roomId = (await post('/rooms', ada, { topic: 'Live', ...body })).body.room.id
  const { token: inviteToken } = (await post(`/rooms/${roomId}/invites`, ada)).body
  for (const [i, as] of agents.entries())
    await post(`/rooms/${roomId}/join`, as, { displayName: `Agent ${'abc'[i]}`, inviteToken })
  return roomId
}

const entriesOf = (frames: Frame[]) => frames.filter(({ event }) => !['ready', 'reset', 'end'].includes(event))
const seqs = (messages: { seq: number }[]) => messages.map(({ seq }) => seq)
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => from + i)

describe('a stream of one room', () => {
  test('starts now and delivers each entry in order, with its kind and number', async () => {
    const roomId = await openRoom()
    await using stream = await service.follow(`/rooms/${roomId}/events`)
    expect(await stream.until(({ event }) => event === 'ready')).toMatchObject({ id: 2, data: { seq: 2, lastSeq: 2 } })
    const said = (await say(roomId, ada, 'one')).body.message
    await post(`/rooms/${roomId}/leave`, bob)
    await stream.until(({ event }) => event === 'system')
    expect(entriesOf(stream.frames)).toMatchObject([
      { id: 3, event: 'message', data: said },
      { id: 4, event: 'system', data: { event: { type: 'left' } } },
    ])
  })

  test('resumes after any gap with exactly the missed entries, while others post', async () => {
    const roomId = await openRoom()
    const posting = (async () => {
      for (let i = 0; i < 120; i++) await say(roomId, i % 2 ? ada : bob, `n${i}`)
    })()
    const seen: number[] = []
    let last = '0'
    for (let round = 0; seen.length < 122; round++) {
      await using stream = await service.follow(`/rooms/${roomId}/events`, { headers: { 'last-event-id': last } })
      await stream.until(({ id }) => id >= Math.min(122, Number(last) + 5 + (round % 7)))
      const got = entriesOf(stream.frames)
      seen.push(...got.map(({ id }) => id))
      last = String(got.at(-1)?.id ?? last)
      await delay(round % 3)
    }
    await posting
    expect(seen).toEqual(range(1, 122))
  })

  test('a number beyond the last entry gets a reset', async () => {
    const roomId = await openRoom()
    await using stream = await service.follow(`/rooms/${roomId}/events`, { headers: { 'last-event-id': '999' } })
    expect(await stream.until(() => true)).toMatchObject({ event: 'reset', id: 2 })
  })

  test('delivers every entry in order to many readers', async () => {
    const roomId = await openRoom()
    const streams = await Promise.all(range(1, 50).map(() => service.follow(`/rooms/${roomId}/events`)))
    await Promise.all(streams.map((stream) => stream.until(({ event }) => event === 'ready')))
    await Promise.all(range(1, 40).map((i) => say(roomId, i % 2 ? ada : bob, `n${i}`)))
    for (const stream of streams) {
      await stream.until(({ id }) => id === 42)
      expect(entriesOf(stream.frames).map(({ id }) => id)).toEqual(range(3, 42))
      await stream[Symbol.asyncDispose]()
    }
    await eventually(() => service.live.size() === 0)
  })

  test('ends with a reason for a reader that never reads, and the reader resumes without a loss', async () => {
    const roomId = await openRoom()
    const response = await service.app.fetch(new Request(`http://127.0.0.1:8787/api/arena/rooms/${roomId}/events`))
    const text = 'x'.repeat(1_400)
    for (let i = 0; i < 40; i++) await Promise.all(range(1, 10).map((n) => say(roomId, ada, `${i * 10 + n} ${text}`)))
    await eventually(() => service.live.size() === 0)
    const stream = new TextDecoder().decode(await new Response(response.body).arrayBuffer())
    expect(stream.length).toBeLessThan(1_000_000)
    expect(stream).toMatch(/event: end\ndata: {"reason":"slow"}\n\n$/)
    const last = [...stream.matchAll(/^id: (\d+)$/gm)].at(-1)?.[1] as string
    await using again = await service.follow(`/rooms/${roomId}/events`, { headers: { 'last-event-id': last } })
    await again.until(({ id }) => id === 402)
    expect(entriesOf(again.frames).map(({ id }) => id)).toEqual(range(Number(last) + 1, 402))
  })

  test('ends for a participant removed from a private room, before any later entry', async () => {
    const roomId = await openRoom({ visibility: 'PRIVATE' })
    const participantId = (await get(`/rooms/${roomId}`, bob)).body.you.participantId
    await using stream = await service.follow(`/rooms/${roomId}/events`, { as: bob })
    await stream.until(({ event }) => event === 'ready')
    await post(`/rooms/${roomId}/participants/${participantId}/kick`, ada)
    await say(roomId, ada, 'now that they are gone')
    expect(await stream.until(({ event }) => event === 'end')).toMatchObject({ data: { reason: 'membership' } })
    await stream.ended
    expect(entriesOf(stream.frames).map(({ data }) => data['event'])).toMatchObject([{ type: 'kicked' }])
  })

  test('ends when the key behind it is revoked', async () => {
    const token = await service.signIn()
    const { key, id } = await service.keys.createKey(token)
    const roomId = await openRoom()
    await using stream = await service.follow(`/rooms/${roomId}/events`, { as: key })
    await stream.until(({ event }) => event === 'ready')
    await service.keys.send('DELETE', `/api/developer/keys/${id}`, { token })
    expect(await stream.until(({ event }) => event === 'end')).toMatchObject({ data: { reason: 'unauthenticated' } })
  })
})

describe('a long poll', () => {
  test('answers at once with what there is, and otherwise as soon as there is something', async () => {
    const roomId = await openRoom()
    const poll = (query: string) => get(`/rooms/${roomId}/messages?${query}`)
    expect(seqs((await poll('after=0&wait=25')).body.messages)).toEqual([1, 2])
    const waiting = poll('after=2&wait=25')
    await delay(50)
    await say(roomId, ada, 'there')
    expect((await waiting).body).toMatchObject({
      messages: [{ seq: 3, content: 'there' }],
      lastSeq: 3,
      nextCursor: null,
    })
    const start = performance.now()
    expect((await poll('after=3&wait=1')).body).toMatchObject({ messages: [], lastSeq: 3 })
    expect(performance.now() - start).toBeGreaterThan(900)
  })

  test('of the events answers the same entries', async () => {
    const roomId = await openRoom()
    const { body } = await get(`/rooms/${roomId}/events?after=1`)
    expect(body).toMatchObject({ messages: [{ seq: 2, kind: 'system' }], position: '2', reset: false })
  })
})

describe('one stream over all rooms', () => {
  test('delivers every room the caller is in, also rooms joined meanwhile, and none that were left', async () => {
    const me = await service.agent()
    const [one, two] = [await openRoom({}, [ada, me]), await openRoom({ visibility: 'PRIVATE' }, [ada, me])]
    const other = await openRoom()
    await using stream = await service.follow('/events', { as: me })
    await stream.until(({ event }) => event === 'ready')
    await say(one, ada, 'in one')
    await stream.until(({ data }) => data['content'] === 'in one')
    await say(other, ada, 'elsewhere')
    await say(two, ada, 'in two')
    await stream.until(({ data }) => data['content'] === 'in two')
    const third = await openRoom({}, [ada, me])
    await say(third, ada, 'in three')
    await stream.until(({ data }) => data['content'] === 'in three')
    await post(`/rooms/${two}/leave`, me)
    await stream.until(({ data }) => data['roomId'] === two && data['kind'] === 'system')
    await say(two, ada, 'unheard')
    await say(one, ada, 'last')
    await stream.until(({ data }) => data['content'] === 'last')
    const delivered = entriesOf(stream.frames).map(({ data }) => [data['roomId'], data['seq']])
    expect(delivered).toEqual([
      [one, 3],
      [two, 3],
      [third, 2],
      [third, 3],
      [two, 4],
      [one, 4],
    ])
  })

  test('resumes after a gap from an opaque position, in rooms joined meanwhile from the join on', async () => {
    const me = await service.agent()
    const [one, two] = [await openRoom({}, [ada, me]), await openRoom({}, [ada, me])]
    const first = (await get('/events?after=', me)).body
    expect(first.messages.map((entry: { roomId: string; seq: number }) => [entry.roomId, entry.seq]).sort()).toEqual(
      [
        [one, 2],
        [two, 2],
      ].sort(),
    )
    await say(one, ada, 'missed')
    const three = await openRoom({}, [ada, me])
    await using stream = await service.follow('/events', { as: me, headers: { 'last-event-id': first.position } })
    await say(two, ada, 'live')
    await stream.until(({ data }) => data['content'] === 'live')
    const delivered = entriesOf(stream.frames).map(({ data }) => `${data['roomId']} ${data['seq']}`)
    expect(delivered.toSorted()).toEqual([`${one} 3`, `${three} 2`, `${two} 3`].toSorted())
    const again = (await get(`/events?after=${first.position}`, me)).body
    expect(again.messages).toHaveLength(3)
    expect((await get(`/events?after=${again.position}`, me)).body.messages).toEqual([])
  })

  test('refuses an anonymous caller', async () => {
    expect((await get('/events')).status).toBe(401)
  })
})

describe('presence', () => {
  test('is a lease: renewed by a stream or a post, and over when it ends', async () => {
    let clock = 0
    await using timed = await createArenaService({ database: service.database, now: () => Date.now() + clock })
    const roomId = await openRoom()
    const present = async () =>
      (await timed.send('GET', `/rooms/${roomId}`)).body.room.participants.map(
        (one: { present: boolean }) => one.present,
      )
    await using _stream = await timed.follow(`/rooms/${roomId}/events`, { as: bob })
    await eventually(async () => (await present())[1] === true)
    await _stream[Symbol.asyncDispose]()
    // Anything that was renewed at the last moment expires later.
    await eventually(async () => {
      clock += 60_000
      return !(await present()).includes(true)
    })
  })
})
