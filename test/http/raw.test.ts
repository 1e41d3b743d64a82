import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { open } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { defineRaw } from '#core/Operation.ts'
import type { Served } from '#core/ports.ts'
import { type AppOptions, createApp } from '#http/createApp.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { json } from '../setup/json.ts'

/** A raw protocol: it counts bytes, charges for them, and has its own error format. */
const protocol = defineRaw({
  name: 'protocol',
  method: 'POST',
  path: '/protocol/{version}',
  tag: 'test',
  summary: 'Speaks a protocol of its own.',
  access: open,
  limit: 'own',
  errors: [],
  contentType: 'application/json',
  maxBodyBytes: 64,
  body: 'raw',
  request: z.strictObject({ version: z.string(), trace: z.string().optional() }),
  response: z.unknown(),
  failure: { schema: z.unknown(), of: ({ code, status }) => ({ fault: { code, status } }) },
  async respond({ version }, call) {
    const text = Buffer.from(call.bytes).toString()
    if (text === 'boom') throw new Error('boom')
    await call.take(text.startsWith('write') ? 'write' : 'read')
    call.report({ name: `part_of_${version}`, status: 200, durationMs: 1 })
    const accept = call.raw.headers.get('accept') ?? ''
    const type = accept.includes('text/event-stream') ? 'text/event-stream' : 'application/json'
    const body = JSON.stringify({ version, bytes: call.bytes.length, caller: call.caller.kind })
    return new Response(type === 'application/json' ? body : `data: ${body}\n\n`, { headers: { 'content-type': type } })
  },
})

function send(body: string | ReadableStream, headers: Record<string, string> = {}, changes: Partial<AppOptions> = {}) {
  const app = createApp(plainOptions([protocol], changes))
  return app.fetch(
    new Request('http://localhost/protocol/2', { method: 'POST', body, headers, duplex: 'half' } as never),
  )
}

describe('an operation with a raw body', () => {
  test.each([
    ['JSON that is none', '{"a":', 'application/json'],
    ['an array', '[1,2]', 'application/json'],
    ['any other type', 'hello', 'text/plain'],
    ['no body', '', 'application/octet-stream'],
  ])('gets the bytes as they came: %s', async (_, body, type) => {
    const answer = await json(send(body, { 'content-type': type }))
    expect(answer).toEqual({ version: '2', bytes: body.length, caller: 'anonymous' })
  })

  test('negotiates Accept by itself', async () => {
    const response = await send('x', { accept: 'application/json, text/event-stream' })
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    expect(response.headers.get('x-request-id')).toMatch(/^req_/)
  })

  test('refuses foreign hosts and pages, bad keys, long bodies and unknown queries in its own format', async () => {
    const refuse = () => Promise.reject(new ApiError('unauthenticated', 'No.'))
    const stream = new ReadableStream({
      start(controller) {
        for (let i = 0; i < 10; i++) controller.enqueue(new Uint8Array(10))
        controller.close()
      },
    })
    const answers = await Promise.all([
      send('x', { host: 'evil.example' }),
      send('x', { origin: 'https://evil.example' }),
      send('x', { 'x-api-key': 'bad' }, { authenticate: refuse }),
      send('x'.repeat(65)),
      send(stream),
    ])
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 401, 413, 413])
    for (const answer of answers)
      expect(await json(answer)).toEqual({ fault: { code: expect.any(String), status: answer.status } })
  })

  test('counts each call by itself, and counts a bad key as well', async () => {
    const classes: string[] = []
    const limit: AppOptions['limit'] = (_, limitClass) => {
      classes.push(limitClass)
      const allowed = limitClass === 'read'
      return { allowed, policy: limitClass, quota: 5, windowSeconds: 60, remaining: 4, resetSeconds: 9 }
    }
    const good = await send('read', {}, { limit })
    expect([good.status, good.headers.get('ratelimit')]).toEqual([200, '"read";r=4;t=9'])
    const bad = await send('write', {}, { limit })
    expect([bad.status, bad.headers.get('retry-after')]).toEqual([429, '9'])
    const authenticate = () => Promise.reject(new ApiError('unauthenticated', 'No.'))
    await send('x', { 'x-api-key': 'bad' }, { limit, authenticate })
    expect(classes).toEqual(['read', 'write', 'read'])
  })

  test('reports the calls inside it under their own names, and its failure under its own', async () => {
    const served = vi.fn<(served: Served) => void>()
    const failed = vi.fn()
    const response = await send('x', {}, { served, failed })
    await send('boom', {}, { served, failed })
    expect(served.mock.calls.map(([{ operation, status }]) => [operation?.name, operation?.path, status])).toEqual([
      ['part_of_2', '/protocol/{version}', 200],
      ['protocol', '/protocol/{version}', 500],
    ])
    expect(served.mock.calls[0]?.[0].requestId).toBe(response.headers.get('x-request-id'))
    expect(failed).toHaveBeenCalledOnce()
  })
})
