import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { z } from 'zod'
import * as Access from '#core/Access.ts'
import { define } from '#core/Operation.ts'
import { createApp } from '#http/createApp.ts'
import { plainOptions } from '../setup/appOptions.ts'

const KILOBYTE = 1024
const File = z.object({ path: z.string(), content: z.string() })

const echo = define({
  name: 'echo',
  method: 'POST',
  path: '/echo',
  tag: 'test',
  summary: 'For a test.',
  access: Access.none,
  limit: 'read',
  errors: [],
  maxBodyBytes: 2048 * KILOBYTE,
  request: File.strict(),
  response: File,
  handle: (file) => file,
})

const app = createApp(plainOptions([echo]))

function post(body: string | Buffer, headers: Record<string, string> = {}) {
  const type = { 'content-type': 'application/json' }
  return app.fetch(new Request('http://localhost/echo', { method: 'POST', headers: { ...type, ...headers }, body }))
}

const file = { path: 'a/ä.txt', content: 'line "1"\n€ 😀 \\ \u0007'.repeat(20 * KILOBYTE) }

test('a body of half a megabyte comes back as it was sent, compressed or not', async () => {
  const plain = await post(JSON.stringify(file))
  expect([plain.status, await plain.json()]).toEqual([200, file])
  const packed = await post(JSON.stringify(file), { 'accept-encoding': 'gzip' })
  expect(packed.headers.get('content-encoding')).toBe('gzip')
  expect(JSON.parse(gunzipSync(await packed.arrayBuffer()).toString())).toEqual(file)
})

test('a large body may begin with a byte order mark, as a small one may', async () => {
  expect((await post(`\uFEFF${JSON.stringify(file)}`)).status).toBe(200)
})

test.each([
  ['many values', `{"path":[${'1,'.repeat(300 * KILOBYTE)}1]}`, 413, /besides the texts of its fields/],
  ['brackets only', '['.repeat(500 * KILOBYTE), 413, /besides the texts of its fields/],
  ['no JSON', `{"path": ${JSON.stringify(file.content)}]`, 400, /not valid JSON/],
  ['no object', JSON.stringify(file.content), 413, /besides the texts of its fields/],
  ['invalid UTF-8', Buffer.concat([Buffer.from(JSON.stringify(file)), Buffer.of(0xff)]), 400, /not valid UTF-8/],
])('a large body with %s is refused', async (_, body, status, message) => {
  const response = await post(body as string)
  const { message: said } = (await response.json()) as { message: string }
  expect([response.status, said]).toEqual([status, expect.stringMatching(message)])
})
