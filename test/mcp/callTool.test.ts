import { expect, test, vi } from 'vitest'
import { z } from 'zod'
import { open, session } from '#core/Access.ts'
import { ApiError, body } from '#core/ApiError.ts'
import { defineRaw } from '#core/Operation.ts'
import type { Served } from '#core/ports.ts'
import * as Tool from '#core/Tool.ts'
import { Timestamp } from '#core/wire.ts'
import { type AppOptions, createApp } from '#http/createApp.ts'
import { callTool } from '#mcp/callTool.ts'
import { plainOptions } from '../setup/appOptions.ts'
import { json } from '../setup/json.ts'

const shared = {
  title: 'Sample',
  description: 'A sample.',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
} as const

const tools = [
  Tool.define({
    ...shared,
    name: 'svc_double',
    access: open,
    limit: 'read',
    input: z.strictObject({ count: z.int() }),
    output: z.object({ doubled: z.int(), at: Timestamp }),
    run: ({ count }) => ({ doubled: count * 2, at: new Date(0) }),
  }),
  Tool.define({
    ...shared,
    name: 'svc_write',
    access: session('arena:write'),
    limit: 'write',
    input: z.strictObject({}),
    output: z.object({}),
    run: () => ({}),
  }),
  Tool.define({
    ...shared,
    name: 'svc_broken',
    access: open,
    limit: 'read',
    input: z.strictObject({}),
    output: z.object({ count: z.int() }),
    run: () => ({ count: 'three' }) as never,
  }),
]

const endpoint = defineRaw({
  name: 'tools',
  method: 'POST',
  path: '/tools/{name}',
  tag: 'test',
  summary: 'Calls a tool.',
  access: open,
  limit: 'own',
  errors: [],
  contentType: 'application/json',
  body: 'raw',
  request: z.strictObject({ name: z.string() }),
  response: z.unknown(),
  async respond({ name }, call) {
    const tool = tools.find((one) => one.name === name)!
    const outcome = await callTool(tool, JSON.parse(Buffer.from(call.bytes).toString()), { call })
    return Response.json('error' in outcome ? { isError: true, ...body(outcome.error) } : outcome.output)
  },
})

const served = vi.fn<(served: Served) => void>()
const failed = vi.fn()
const limit = vi.fn<AppOptions['limit']>(plainOptions([]).limit)
const app = createApp(plainOptions([endpoint], { served, failed, limit }))
const call = (name: string, input: unknown) =>
  app.fetch(new Request(`http://localhost/tools/${name}`, { method: 'POST', body: JSON.stringify(input) }))

test('a tool gets its decoded input, and its output is encoded for the wire', async () => {
  expect(await json(call('svc_double', { count: 21 }))).toEqual({ doubled: 42, at: '1970-01-01T00:00:00.000Z' })
})

test('a tool call is counted in its own class and reported once, under its own name', async () => {
  served.mockClear()
  limit.mockClear()
  await call('svc_double', { count: 1 })
  expect(limit.mock.calls.map(([, limitClass]) => limitClass)).toEqual(['read'])
  expect(served.mock.calls.map(([{ operation, status }]) => [operation?.name, status])).toEqual([['svc_double', 200]])
})

test('a tool refuses callers without access, and counts the refused call', async () => {
  limit.mockClear()
  expect(await json(call('svc_write', {}))).toMatchObject({ isError: true, code: 'unauthenticated' })
  expect(limit.mock.calls.map(([, limitClass]) => limitClass)).toEqual(['write'])
  expect(served.mock.calls.at(-1)?.[0]).toMatchObject({
    operation: { name: 'svc_write' },
    status: 401,
    code: 'unauthenticated',
  })
})

test('a wrong input names its field, and an exhausted limit says how long to wait', async () => {
  expect(await json(call('svc_double', { count: 'x' }))).toMatchObject({
    code: 'invalid_argument',
    details: [{ value: 'count' }],
  })
  limit.mockReturnValueOnce({
    allowed: false,
    policy: 'read',
    quota: 1,
    windowSeconds: 60,
    remaining: 0,
    resetSeconds: 7,
  })
  expect(await json(call('svc_double', { count: 1 }))).toMatchObject({
    code: 'resource_exhausted',
    message: expect.stringContaining('7 s'),
  })
})

test('a tool that breaks its own schema is an internal error, whose cause only the log has', async () => {
  const answer = await json(call('svc_broken', {}))
  expect(answer).toMatchObject({ code: 'internal', message: expect.not.stringContaining('schema') })
  expect(failed.mock.calls.at(-1)?.[0]).toMatchObject({ message: expect.stringContaining('svc_broken') })
  expect(failed.mock.calls.at(-1)?.[0]).not.toBeInstanceOf(ApiError)
})
