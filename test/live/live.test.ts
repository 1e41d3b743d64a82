import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { open } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { defineRaw } from '#core/Operation.ts'
import type { Authenticate } from '#core/ports.ts'
import { type AppOptions, createApp } from '#http/createApp.ts'
import { createLive, type Live, limitOf } from '#live/createLive.ts'
import { numbered } from '#live/numbered.ts'
import { followRequest } from '#live/request.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { eventually } from '../setup/database/databaseService.ts'
import { readEvents } from '../setup/eventStream.ts'
import { json } from '../setup/json.ts'
import { createRoomSource, type RoomSource } from '../setup/live/roomSource.ts'

let room: RoomSource
let live: Live
let lost: string | undefined
beforeEach(() => {
  room = createRoomSource()
  live = createLive({ streamsMax: 3 })
  lost = undefined
})
afterEach(() => live[Symbol.dispose]())

const follow = () =>
  defineRaw({
    name: 'followRoom',
    method: 'GET',
    path: '/room',
    tag: 'test',
    summary: 'Follow a room.',
    access: open,
    limit: limitOf,
    errors: [],
    contentType: 'text/event-stream',
    request: z.strictObject({ only: z.string().optional(), ...followRequest }),
    response: z.string(),
    json: z.object({ events: z.array(z.unknown()), lastSeq: z.int(), reset: z.boolean() }),
    respond: ({ only, after, wait }, call) =>
      live.follow(call, {
        source: room,
        positions: numbered,
        isWanted: only === undefined ? undefined : ({ body }) => body.includes(only),
        after,
        waitSeconds: wait,
        ending: () => lost,
        toJson: ({ events, position, reset }) => ({
          events: events.map(({ seq, body }) => ({ seq, text: JSON.parse(body) })),
          lastSeq: position,
          reset,
        }),
      }),
  })

const revoked = new Set<string>()
const authenticate: Authenticate = ({ secret = '', address }) => {
  if (revoked.has(secret)) throw new ApiError('unauthenticated', 'Revoked.')
  return { kind: 'key', address, developerId: `dev_${secret}`, subject: 's', keyId: secret, scopes: [] }
}

function ask(query = '', headers: Record<string, string> = {}, changes: Partial<AppOptions> = {}) {
  const app = createApp(plainOptions([follow()], { authenticate, ...changes }))
  return Promise.resolve(app.fetch(new Request(`http://localhost/room${query}`, { headers })))
}

const texts = (frames: { event: string; data: unknown }[]) =>
  frames.filter(({ event }) => event === 'message').map(({ data }) => data)

describe('a stream', () => {
  test('starts with its position, then delivers new events', async () => {
    room.add('before')
    await using stream = readEvents(await ask())
    expect(await stream.until(() => true)).toEqual({ id: 1, event: 'ready', data: { seq: 1, lastSeq: 1 } })
    room.add('one', 'two')
    await stream.until(({ id }) => id === 3)
    expect(texts(stream.frames)).toEqual(['one', 'two'])
  })

  test('resumes after the reader’s last event, without loss or repetition', async () => {
    for (let i = 1; i <= 1200; i++) room.add(i)
    await using stream = readEvents(await ask('', { 'last-event-id': '7' }))
    room.add('live')
    await stream.until(({ id }) => id === 1201)
    expect(stream.frames.map(({ id }) => id)).toEqual([7, ...Array.from({ length: 1194 }, (_, i) => i + 8)])
  })

  test.each([
    ['never given out', '99'],
    ['not of ours', 'x y'],
    ['no longer kept', '1'],
  ])('says reset to a position %s', async (_, id) => {
    room.add('a', 'b', 'c')
    room.forget(2)
    await using stream = readEvents(await ask('', { 'last-event-id': id }))
    expect(await stream.until(() => true)).toMatchObject({ id: 3, event: 'reset' })
  })

  test('delivers only the requested events', async () => {
    await using stream = readEvents(await ask('?only=yes'))
    await stream.until(({ event }) => event === 'ready')
    room.add('yes 1', 'no', 'yes 2')
    room.add('no')
    room.add('yes 3')
    await stream.until(({ id }) => id === 5)
    expect(texts(stream.frames)).toEqual(['yes 1', 'yes 2', 'yes 3'])
  })

  test('serialises an event once, however many read it', async () => {
    const chunks = await Promise.all(
      Array.from({ length: 3 }, async () => {
        const reader = (await ask('', { 'x-api-key': String(Math.random()) })).body!.getReader()
        await reader.read()
        return reader
      }),
    )
    room.add('shared', 'twice')
    const [first, ...others] = await Promise.all(chunks.map(async (reader) => (await reader.read()).value))
    for (const other of others) expect(other).toBe(first)
    await Promise.all(chunks.map((reader) => reader.cancel()))
  })
})

describe('a stream ends, and its last frame says why', () => {
  const reasonOf = async (stream: ReturnType<typeof readEvents>) => {
    await stream.ended
    return stream.frames.at(-1)
  }

  test('when its key is revoked', async () => {
    await using stream = readEvents(await ask('', { 'x-api-key': 'k1' }))
    await stream.until(({ event }) => event === 'ready')
    revoked.add('k1')
    expect(await reasonOf(stream)).toMatchObject({ event: 'end', data: { reason: 'unauthenticated' } })
    expect([room.listeners, live.size()]).toEqual([0, 0])
  })

  test('when the operation withdraws its permission', async () => {
    await using stream = readEvents(await ask())
    await stream.until(({ event }) => event === 'ready')
    lost = 'no longer a member'
    expect(await reasonOf(stream)).toMatchObject({ event: 'end', data: { reason: 'no longer a member' } })
  })

  test('when its reader is too slow, after what was queued', async () => {
    const response = await ask()
    await eventually(() => room.listeners === 1, { what: 'the listener' })
    for (let i = 0; i < 40; i++) {
      room.add('x'.repeat(20_000))
      await new Promise((resolve) => setImmediate(resolve))
    }
    await using stream = readEvents(response)
    expect(await reasonOf(stream)).toMatchObject({ event: 'end', data: { reason: 'slow' } })
    expect(stream.frames.length).toBeLessThan(30)
    expect(room.listeners).toBe(0)
  })

  test('when the service stops', async () => {
    const stopping = new AbortController()
    await using stream = readEvents(await ask('', {}, { stopping: stopping.signal }))
    await stream.until(({ event }) => event === 'ready')
    stopping.abort()
    expect(await reasonOf(stream)).toMatchObject({ event: 'end', data: { reason: 'stopping' } })
  })

  test('and continues while the database cannot check the key', async () => {
    let isAway = false
    const flaky: Authenticate = (credentials) => {
      if (isAway) throw new ApiError('unavailable', 'Away.')
      return authenticate(credentials)
    }
    await using stream = readEvents(await ask('', { 'x-api-key': 'k2' }, { authenticate: flaky }))
    await stream.until(({ event }) => event === 'ready')
    isAway = true
    await new Promise((resolve) => setTimeout(resolve, 1_200))
    room.add('still')
    await stream.until(({ event }) => event === 'message')
  })
})

test('a developer or address has a limited number of streams, and a closed one is given back', async () => {
  const headers = { 'x-api-key': 'crowd' }
  const streams = await Promise.all([1, 2, 3].map(() => ask('', headers)))
  const refused = await ask('', headers)
  expect([refused.status, (await json(refused)).code]).toEqual([429, 'resource_exhausted'])
  expect((await ask('', { 'x-api-key': 'other' })).status).toBe(200)
  expect((await ask()).status).toBe(200)
  await streams[0]?.body?.cancel()
  expect((await ask('', headers)).status).toBe(200)
})

test('HEAD opens nothing', async () => {
  const app = createApp(plainOptions([follow()]))
  const response = await app.fetch(new Request('http://localhost/room', { method: 'HEAD' }))
  expect([response.status, room.listeners, live.size()]).toEqual([200, 0, 0])
})

describe('a long poll', () => {
  test('answers at once with what was missed, or as soon as there is something', async () => {
    room.add('a', 'b')
    expect(await json(ask('?after=1'))).toEqual({ events: [{ seq: 2, text: 'b' }], lastSeq: 2, reset: false })
    const waiting = json(ask('?after=2&wait=20&only=yes'))
    await eventually(() => room.listeners === 1, { what: 'the listener' })
    room.add('no')
    room.add('yes')
    expect(await waiting).toEqual({ events: [{ seq: 4, text: 'yes' }], lastSeq: 4, reset: false })
    expect(room.listeners).toBe(0)
  })

  test('moves on past what was not asked for, and gives up quietly', async () => {
    room.add('no', 'no')
    expect(await json(ask('?after=0&only=yes'))).toEqual({ events: [], lastSeq: 2, reset: false })
  })

  test.each([['99'], ['0']])('sends reset for %s, an unknown position', async (after) => {
    room.add('a', 'b', 'c')
    room.forget(2)
    expect(await json(ask(`?after=${after}`))).toEqual({ events: [], lastSeq: 3, reset: true })
  })

  test('costs a read, where a stream costs a stream', async () => {
    const classes: string[] = []
    const limit: AppOptions['limit'] = (_, limitClass) => {
      classes.push(limitClass)
      return { allowed: true, policy: 'x', quota: 1, windowSeconds: 60, remaining: 1, resetSeconds: 1 }
    }
    await ask('?after=0', {}, { limit })
    await (await ask('', {}, { limit })).body?.cancel()
    expect(classes).toEqual(['read', 'stream'])
  })

  test('refuses a malformed position', async () => {
    const response = await ask('?after=yesterday')
    expect([response.status, (await json(response)).message]).toEqual([400, 'after must be the number of an event.'])
  })
})

describe('after a failover of the database', () => {
  let number = 1
  const listeners = new Set<() => void>()
  const incarnation = {
    current: () => number,
    onChange(listener: () => void) {
      listeners.add(listener)
      return { [Symbol.dispose]: () => void listeners.delete(listener) }
    },
  }
  const failOver = () => {
    number++
    for (const listener of listeners) listener()
  }
  beforeEach(() => {
    number = 1
    live[Symbol.dispose]()
    live = createLive({ streamsMax: 3, incarnation })
  })
  const firstFrame = async (id: string) => {
    const reader = (await ask('', { 'last-event-id': id })).body?.getReader()
    const { value } = (await reader?.read()) ?? {}
    await reader?.cancel()
    return new TextDecoder().decode(value)
  }

  test('an open stream ends, and its reader gets reset, though its number is in use again', async () => {
    room.add('a', 'b')
    await using stream = readEvents(await ask())
    await stream.until(({ event }) => event === 'ready')
    failOver()
    await stream.ended
    expect(stream.frames.at(-1)).toMatchObject({ event: 'end', data: { reason: 'failover' } })
    room.add('another c', 'another d')
    expect(await firstFrame('2')).toMatch(/id: 4~2\nevent: reset\ndata: {"seq":4,"lastSeq":4}/)
  })

  test('a reader of the new history resumes where it was', async () => {
    failOver()
    room.add('a', 'b', 'c')
    expect(await firstFrame('2~2')).toMatch(/id: 2~2\nevent: ready\n[\s\S]*id: 3~2\nevent: message\ndata: "c"/)
    expect(await firstFrame('2~3')).toMatch(/event: reset/)
  })

  test('a poll carries the history in its position, and gets reset with one of another', async () => {
    failOver()
    room.add('a', 'b')
    expect(await json(ask('?after=1'))).toMatchObject({ lastSeq: 2, position: '2~2', reset: false })
    failOver()
    expect(await json(ask('?after=2~2'))).toMatchObject({ position: '2~3', reset: true, events: [] })
    expect(await json(ask('?after=1~3'))).toMatchObject({ events: [{ seq: 2, text: 'b' }], reset: false })
  })
})
