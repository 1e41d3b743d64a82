import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { connect } from 'node:net'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import * as Access from '#core/Access.ts'
import { define, defineRaw } from '#core/Operation.ts'
import type { Authenticate, Served } from '#core/ports.ts'
import { createApp } from '#http/createApp.ts'
import { type Listener, listen } from '#http/listen.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { emptyOperation } from '../setup/operations.ts'

const shared = { tag: 'test', summary: 'For a test.', access: Access.none, limit: 'read', errors: [] } as const

const page = define({
  ...shared,
  name: 'page',
  method: 'GET',
  path: '/document',
  request: z.strictObject({}),
  response: z.object({}),
  handle: () => ({}),
})

const begun = vi.fn<() => void>()
const slow = define({
  ...shared,
  name: 'slow',
  method: 'GET',
  path: '/slow',
  request: z.strictObject({}),
  response: z.object({}),
  handle: () => {
    begun()
    return new Promise<Record<string, never>>((resolve) => setTimeout(() => resolve({}), 200))
  },
})

const probe = define({
  ...shared,
  name: 'probe',
  method: 'GET',
  path: '/probe',
  anyHost: true,
  request: z.strictObject({}),
  response: z.object({}),
  handle: () => ({}),
})

const guarded = define({
  ...shared,
  name: 'guarded',
  method: 'POST',
  path: '/guarded',
  access: Access.key('lp:build'),
  request: z.object({}),
  response: z.object({}),
  handle: () => ({}),
})

const served = vi.fn<(served: Served) => void>()
const failed = vi.fn<(error: unknown) => void>()
const app = createApp(plainOptions([emptyOperation, page, probe], { served, failed }))

/** Each secret is a caller of its own. */
function bySecret({ secret = '', address }: Parameters<Authenticate>[0]): Access.Caller {
  return { kind: 'box', address, developerId: secret, boxId: secret, scopes: [] }
}

describe('on a socket', () => {
  let server: Listener
  beforeAll(async () => {
    server = await listen(app, { host: '127.0.0.1', port: 0 })
  })
  afterAll(() => server[Symbol.asyncDispose]())

  test('a chunked body over the limit is refused before it is all read', async () => {
    const chunk = new TextEncoder().encode('x'.repeat(64 * 1024))
    let sent = 0
    const body = new ReadableStream({
      pull(controller) {
        if (++sent > 64) controller.close()
        else controller.enqueue(chunk)
      },
    })
    const init = {
      method: 'POST',
      body,
      duplex: 'half',
      headers: { 'content-type': 'application/json' },
    } as RequestInit
    const outcome = await fetch(`${server.url}/empty`, init).then(
      (r) => r.status,
      () => 'cut',
    )
    expect([413, 'cut']).toContain(outcome)
  })

  test('a port in use is reported', async () => {
    await expect(listen(app, { host: '127.0.0.1', port: server.port })).rejects.toThrow(/in use.*PORT/)
  })

  test.each([
    ['bytes that are not HTTP', 'NONSENSE\r\n\r\n', 400],
    ['no Host', 'GET /document HTTP/1.1\r\n\r\n', 400],
    ['a Host that is none', 'GET /document HTTP/1.1\r\nHost: a b\r\n\r\n', 400],
    ['two Hosts', 'GET /document HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n', 400],
    ['no path', 'OPTIONS * HTTP/1.1\r\nHost: localhost\r\n\r\n', 400],
    ['two lengths', 'POST /empty HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}', 400],
    ['40 kB of headers', `GET /document HTTP/1.1\r\nHost: localhost\r\nx-a: ${'a'.repeat(40_000)}\r\n\r\n`, 431],
  ])('%s gets the same kind of answer as any bad request, and the server lives on', async (_, text, status) => {
    const [head = '', body = ''] = (await exchangeRaw(server.port, text)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
    expect(head).toMatch(/^x-request-id: req_/m)
    expect(JSON.parse(body)).toEqual({ code: 'invalid_argument', message: expect.any(String) })
    expect((await fetch(`${server.url}/document`)).status).toBe(200)
  })

  // HAProxy probes this way by default.
  test('a probe in HTTP/1.0 needs no Host; any other request does', async () => {
    expect(await exchangeRaw(server.port, 'GET /probe HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 200 /)
    expect(await exchangeRaw(server.port, 'GET /document HTTP/1.0\r\n\r\n')).toMatch(/^HTTP\/1.1 403 /)
  })

  test('two keys under one name are refused, not the second ignored', async () => {
    const authenticate = vi.fn(plainOptions([]).authenticate)
    const own = await listen(createApp(plainOptions([guarded], { authenticate })), { host: '127.0.0.1', port: 0 })
    const twice = 'Authorization: Bearer one\r\nAuthorization: Bearer two\r\n'
    const answer = await exchangeRaw(own.port, `POST /guarded HTTP/1.1\r\nHost: localhost\r\n${twice}\r\n`)
    await own[Symbol.asyncDispose]()
    expect(answer).toMatch(/^HTTP\/1.1 401 /)
    expect(authenticate).not.toHaveBeenCalled()
  })

  test('an Expect header that cannot be met is ignored', async () => {
    const head = 'POST /empty HTTP/1.1\r\nHost: localhost\r\nExpect: magic\r\nConnection: close\r\n'
    const text = `${head}Content-Type: application/json\r\nContent-Length: 2\r\n\r\n{}`
    expect(await exchangeRaw(server.port, text)).toMatch(/^HTTP\/1.1 200 /)
  })

  test.each(['Content-Length: 100\r\n\r\n{', 'Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n'])(
    'a caller that hangs up within the body is not a failure of the service',
    async (rest) => {
      failed.mockClear()
      served.mockClear()
      const socket = connect(server.port, '127.0.0.1')
      const head = 'POST /empty HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n'
      socket.write(`${head}${rest}`, () => socket.destroy())
      await expect.poll(() => served.mock.calls[0]?.[0]).toMatchObject({ status: 400, code: 'invalid_argument' })
      expect(failed).not.toHaveBeenCalled()
    },
  )

  test('a body is complete however its bytes are split', async () => {
    const text = JSON.stringify({ text: 'één 🛥' })
    const bytes = Buffer.from(text)
    const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${bytes.length}`
    const answer = exchangeRaw(server.port, `POST /empty HTTP/1.1\r\n${head}\r\nConnection: close\r\n\r\n`, bytes)
    expect((await answer).split('\r\n\r\n')[1]).toBe(text)
  })

  test('a caller who hangs up while the call is being counted leaves nothing waiting', async () => {
    const verdict = await plainOptions([]).limit({ kind: 'anonymous', address: '127.0.0.1' }, 'read')
    const counted = Promise.withResolvers<typeof verdict>()
    const limit = vi.fn(() => counted.promise)
    const door = plainOptions([emptyOperation], { limit, served, failed })
    const own = await listen(createApp(door), { host: '127.0.0.1', port: 0 })
    served.mockClear()
    const socket = connect(own.port, '127.0.0.1')
    const head = 'Host: localhost\r\nContent-Type: application/json\r\nContent-Length: 100'
    socket.write(`POST /empty HTTP/1.1\r\n${head}\r\n\r\n{`)
    await expect.poll(() => limit.mock.calls.length).toBe(1)
    socket.destroy()
    await own[Symbol.asyncDispose]()
    counted.resolve(verdict)
    await expect.poll(() => served.mock.calls[0]?.[0]).toMatchObject({ status: 400, code: 'invalid_argument' })
    expect(failed).not.toHaveBeenCalled()
  })

  test('of a burst that one caller sends, a few are under way at a time, all are answered, and few of their connections stay', async () => {
    const verdict = await plainOptions([]).limit({ kind: 'anonymous', address: '127.0.0.1' }, 'read')
    const counted = Promise.withResolvers<typeof verdict>()
    const limit = vi.fn(() => counted.promise)
    const socket = { host: '127.0.0.1', port: 0, countedMs: 600_000 }
    await using own = await listen(createApp(plainOptions([emptyOperation], { limit })), socket)
    const arrived = vi.fn()
    subscribe('http.server.request.start', arrived)
    const headers = { 'content-type': 'application/json' }
    const burst = Array.from({ length: 300 }, () =>
      fetch(`${own.url}/empty`, { method: 'POST', headers, body: '{"text":"x"}' }),
    )
    await expect.poll(() => arrived.mock.calls.length).toBe(300)
    unsubscribe('http.server.request.start', arrived)
    await expect.poll(() => limit.mock.calls.length).toBe(64)
    counted.resolve(verdict)
    const answers = await Promise.all(burst)
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    const ended = answers.filter((answer) => answer.headers.get('connection') === 'close')
    expect(ended.length).toBeGreaterThan(0)
    expect(ended.length).toBeLessThan(300 - 64)
  })

  test('stopping ends streams, so that they do not hold it up', async () => {
    const stopping = new AbortController()
    const stream = defineRaw({
      ...shared,
      name: 'stream',
      method: 'GET',
      path: '/stream',
      contentType: 'text/event-stream',
      request: z.strictObject({}),
      response: z.string(),
      respond: (_, { signal }) => new Response(endlessUntil(signal())),
    })
    const door = { ...plainOptions([stream]), stopping: stopping.signal }
    const own = await listen(createApp(door), { host: '127.0.0.1', port: 0 })
    const response = await fetch(`${own.url}/stream`)
    stopping.abort()
    await own[Symbol.asyncDispose]()
    expect(await response.text()).toBe('first')
  })

  test('a caller who does not read the answer is cut off', async () => {
    const finished = vi.fn<() => void>()
    const long = defineRaw({
      ...shared,
      name: 'long',
      method: 'GET',
      path: '/long',
      contentType: 'application/octet-stream',
      request: z.strictObject({}),
      response: z.string(),
      respond: () => {
        const chunk = new Uint8Array(2 ** 20)
        return new Response(new ReadableStream({ pull: (out) => out.enqueue(chunk), cancel: finished }))
      },
    })
    const own = await listen(createApp(plainOptions([long])), { host: '127.0.0.1', port: 0, stalledMs: 200 })
    const socket = connect(own.port, '127.0.0.1', () => socket.write('GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n'))
    socket.on('error', () => {}).pause()
    await expect.poll(() => finished.mock.calls.length).toBe(1)
    socket.destroy()
    await own[Symbol.asyncDispose]()
  })

  test.each([
    ['questions', 'GET', ''],
    ['bodies', 'POST', '{}'],
  ] as const)(
    'a burst of %s keeps nobody else waiting: another who asks meanwhile is among the first',
    async (_, method, body) => {
      const callers: (string | null)[] = []
      const costly = define({
        ...slow,
        method,
        access: Access.open,
        handle(_, { raw }) {
          callers.push(raw.headers.get('authorization'))
          for (const end = performance.now() + 4; performance.now() < end; );
          return {}
        },
      })
      const own = await listen(createApp(plainOptions([costly], { authenticate: bySecret })), {
        host: '127.0.0.1',
        port: 0,
      })
      const [busy, other] = [connect(own.port, '127.0.0.1'), connect(own.port, '127.0.0.1')]
      const head = `Host: localhost\r\nContent-Type: application/json\r\nContent-Length: ${body.length}`
      const ask = (name: string) =>
        `${method} /slow HTTP/1.1\r\n${head}\r\nAuthorization: Bearer ${name}\r\n\r\n${body}`
      for (const socket of [busy, other]) socket.resume().write(ask('nobody'))
      await expect.poll(() => callers.length).toBe(2)
      busy.write(ask('busy').repeat(60))
      other.write(ask('other'))
      await expect.poll(() => callers.length).toBe(2 + 61)
      expect(callers.indexOf('Bearer other')).toBeLessThan(20)
      for (const socket of [busy, other]) socket.destroy()
      await own[Symbol.asyncDispose]()
    },
  )

  test('stopping lets a request in flight finish', async () => {
    const own = await listen(createApp(plainOptions([slow])), { host: '127.0.0.1', port: 0 })
    const inFlight = fetch(`${own.url}/slow`)
    await expect.poll(() => begun.mock.calls.length).toBe(1)
    const stopped = own[Symbol.asyncDispose]()
    expect((await inFlight).status).toBe(200)
    await stopped
    await expect(fetch(`${own.url}/slow`)).rejects.toThrow()
  })
})

function endlessUntil(signal: AbortSignal): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('first'))
      signal.addEventListener('abort', () => controller.close())
    },
  })
}

/** The response to these bytes, until the server closes or the body is complete. */
function exchangeRaw(port: number, text: string, bytes = Buffer.alloc(0)): Promise<string> {
  return new Promise((resolve) => {
    let answer = ''
    const socket = connect(port, '127.0.0.1', async () => {
      socket.write(text)
      for (const byte of bytes) {
        await new Promise((next) => setTimeout(next, 1))
        socket.write(Uint8Array.of(byte))
      }
    }).setNoDelay()
    socket.on('data', (data) => {
      answer += data.toString()
      if (answer.endsWith('}')) socket.end()
    })
    socket.on('close', () => resolve(answer))
  })
}
