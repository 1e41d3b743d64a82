import { expect, test } from 'vitest'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { defineDocument } from '#core/Operation.ts'
import type { Page } from '#core/Page.ts'
import { createApp } from '#http/createApp.ts'
import { plainOptions } from '../setup/appOptions.ts'

const page = (path: string, content: Page['content']): Page => ({
  path,
  title: 'A page',
  content,
  cacheControl: 'no-cache',
})
const pages = [
  page('/', { html: '<p>home</p>', markdown: '# home' }),
  page('/rooms/{id}', ({ params }) => ({ html: '<p>room</p>', markdown: `# ${params['id']}` })),
  page('/plain', { html: '<p>plain</p>' }),
]
const text = defineDocument({
  name: 'getText',
  method: 'GET',
  path: '/text',
  tag: 'test',
  summary: 'A text.',
  access: none,
  limit: 'read',
  errors: [],
  contentType: 'text/plain; charset=utf-8',
  cacheControl: 'no-cache',
  headers: { link: '</text>; rel="self"', vary: 'a2a-version' },
  request: z.object({}),
  response: z.string(),
  document: () => 'text',
})
const app = createApp(plainOptions([text], { pages }))
const get = async (path: string, headers: Record<string, string> = {}) =>
  app.fetch(new Request(`http://localhost${path}`, { headers }))

test.each([
  ['/index.md', '# home'],
  ['/rooms/7.md', '# 7'],
])('%s is the markdown of its page', async (path, markdown) => {
  const response = await get(path)
  expect(response.headers.get('content-type')).toBe('text/markdown; charset=utf-8')
  expect(await response.text()).toBe(markdown)
})

test('a page without markdown has no mirror, and pages are what they were', async () => {
  expect((await get('/plain.md')).status).toBe(404)
  expect(await (await get('/rooms/7')).text()).toBe('<p>room</p>')
})

test('a document is accepted by its type without parameters, and carries its own headers', async () => {
  const response = await get('/text', { accept: 'text/plain' })
  expect([response.status, response.headers.get('link')]).toEqual([200, '</text>; rel="self"'])
  expect(response.headers.get('vary')).toContain('a2a-version')
})
