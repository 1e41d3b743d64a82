import { type ClientHttp2Session, connect } from 'node:http2'
import { duplexPair } from 'node:stream'
import { afterEach, expect, test } from 'vitest'
import { serveChannel } from './serveChannel.ts'

const seen: Request[] = []
const open: ClientHttp2Session[] = []
afterEach(() => {
  seen.length = 0
  for (const session of open.splice(0)) session.destroy()
})

function channel() {
  const [inside, outside] = duplexPair()
  serveChannel(outside, {
    secret: 'of-this-box',
    callService(request) {
      seen.push(request)
      return Response.json({ ok: true }, { status: 201, headers: { 'x-secret': 'kept' } })
    },
  })
  const session = connect('http://slipway', { createConnection: () => inside })
  open.push(session)
  return session
}

async function ask(session: ClientHttp2Session, headers: Record<string, string>, body?: string | Buffer) {
  const stream = session.request({ ':method': 'POST', ...headers })
  const head = new Promise<Record<string, unknown>>((resolve) => stream.on('response', resolve))
  stream.end(body)
  const text = (await stream.toArray()).join('')
  return { head: await head, text }
}

test('the service sees the box, no matter which credential it presents', async () => {
  const forged = {
    authorization: 'Bearer svc_sk_another',
    'x-api-key': 'svc_sk_another',
    cookie: 'a=b',
    'x-forwarded-for': '8.8.8.8',
  }
  const { head } = await ask(
    channel(),
    { ':path': '/lp/create?x=1', 'content-type': 'application/json', ...forged },
    '{}',
  )
  expect(Object.fromEntries(seen[0]!.headers)).toEqual({
    authorization: 'Bearer of-this-box',
    'content-type': 'application/json',
  })
  expect(new URL(seen[0]!.url).pathname).toBe('/lp/create')
  expect(head).toMatchObject({ ':status': 201, 'content-type': 'application/json' })
  expect(head).not.toHaveProperty('x-secret')
})

test('no path leads to another host', async () => {
  const session = channel()
  for (const path of ['//evil.example/x', '/\\evil.example', '/%2e%2e/x']) await ask(session, { ':path': path })
  for (const { url } of seen) expect(new URL(url).host).toBe('slipway')
})

test('calls run concurrently, and only one that is too large is refused', async () => {
  const session = channel()
  const [large, ...small] = await Promise.all([
    ask(session, { ':path': '/large' }, Buffer.alloc(2 ** 20 + 1)),
    ...Array.from({ length: 20 }, (_, n) => ask(session, { ':path': `/${n}` }, '{}')),
  ])
  expect(large.head[':status']).toBe(413)
  expect(small.map(({ text }) => text)).toEqual(Array(20).fill('{"ok":true}'))
})
