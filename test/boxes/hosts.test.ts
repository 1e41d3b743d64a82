import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type ClientHttp2Session, connect } from 'node:http2'
import { createServer } from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import { join } from 'node:path'
import { duplexPair } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serveChannel } from '#boxes/authority/serveChannel.ts'
import { createGateway } from '#boxes/gateway/createGateway.ts'
import type { Box } from '#boxes/store/boxes.ts'
import type { Store } from '#boxes/store/tables.ts'
import type { AuditEntry } from '#core/AuditLog.ts'
import type { OutboundOptions } from '#core/sendOutbound.ts'
import { temporaryFolder } from '../setup/process.ts'

const opened = new AsyncDisposableStack()
const seen: { url: string; method: string; headers: Record<string, unknown>; body: string }[] = []
const counted: AuditEntry[] = []
let outbound: OutboundOptions
let port: number

/** A server for every listed name, reached by the resolver of the test. */
beforeAll(async () => {
  const folder = opened.use(await temporaryFolder())
  const [key, cert] = ['key.pem', 'cert.pem'].map((name) => join(folder.path, name)) as [string, string]
  const subject = ['-subj', '/CN=registry.example', '-addext', 'subjectAltName=DNS:registry.example,DNS:git.example']
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', ['req', ...kind, ...subject, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const server = createServer({ key: await readFile(key), cert: await readFile(cert) }, async (request, response) => {
    const { url = '', method = '', headers } = request
    seen.push({ url, method, headers, body: (await request.toArray()).join('') })
    if (url === '/away') return void response.writeHead(302, { location: 'https://evil.example/x' }).end()
    if (url === '/moved') return void response.writeHead(302, { location: `https://git.example:${port}/new?a=1` }).end()
    response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': 'a=b', etag: '"1"' }).end(`read ${url}`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  opened.defer(() => void server.close())
  port = (server.address() as AddressInfo).port
  const lookup: LookupFunction = (_, options, callback) =>
    options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)
  outbound = { lookup, ca: await readFile(cert, 'utf8'), isAllowed: (address) => address === '127.0.0.1' }
})
afterAll(() => opened.disposeAsync())

function channel(options: OutboundOptions = outbound): ClientHttp2Session {
  const budget = { tokens: 0, usd: 0 }
  const gateway = createGateway({
    ...{
      store: {} as Store,
      endpoints: {},
      budgets: { box: budget, developer: budget, service: budget },
      outbound: options,
    },
    audit: { append: async () => {}, count: (entry) => void counted.push(entry) },
    log: { debug() {}, info() {}, warn() {}, error() {} },
    totals: { calls: 0, tokensIn: 0, tokensOut: 0, micros: 0 },
  })
  const [inside, outside] = duplexPair()
  const hosts = [`registry.example:${port}`, `git.example:${port}`]
  const egress = gateway.open({ id: 'box_1', developer_id: 'dev_1' } as Box, { speaks: undefined, hosts })
  serveChannel(outside, { secret: 's', callService: () => new Response(), egress })
  const session = connect('http://slipway', { createConnection: () => inside })
  opened.defer(() => session.destroy())
  return session
}

async function call(session: ClientHttp2Session, path: string, { method = 'GET', headers = {}, body = '' } = {}) {
  const stream = session.request({ ':method': method, ':path': `/egress${path}`, ...headers }, { endStream: false })
  const head = once(stream, 'response')
  stream.end(body)
  const text = (await stream.toArray()).join('')
  return { head: ((await head) as [Record<string, unknown>])[0], text }
}

const at = (host: string, path: string) => `/hosts/${host}.example:${port}${path}`

test('a box reads from the hosts of its template, without credentials', async () => {
  const session = channel()
  const forged = { authorization: 'Bearer x', cookie: 'a=b', 'x-data': 'y', accept: 'text/plain' }
  const { head, text } = await call(session, at('registry', '/left-pad?x=1'), { headers: forged })
  expect([head[':status'], head['etag'], text]).toEqual([200, '"1"', 'read /left-pad?x=1'])
  expect(head).not.toHaveProperty('set-cookie')
  const last = seen.at(-1)
  expect(last?.headers).toMatchObject({ accept: 'text/plain', host: `registry.example:${port}` })
  for (const name of ['authorization', 'cookie', 'x-data']) expect(last?.headers).not.toHaveProperty(name)
  const type = { 'content-type': 'application/x-git-upload-pack-request' }
  const clone = { method: 'POST', headers: { 'git-protocol': 'version=2', ...type }, body: 'want' }
  expect((await call(session, at('git', '/a/b/git-upload-pack'), clone)).head[':status']).toBe(200)
  expect(seen.at(-1)).toMatchObject({ method: 'POST', body: 'want', headers: { 'git-protocol': 'version=2' } })
  expect(counted.filter(({ event }) => event === 'box.host_read').length).toBe(2)
})

test('a redirect leads to another listed host through the gateway, or nowhere', async () => {
  const session = channel()
  expect((await call(session, at('registry', '/moved'))).head['location']).toBe(at('git', '/new?a=1'))
  expect((await call(session, at('registry', '/away'))).head).not.toHaveProperty('location')
})

test.each([
  ['another host', () => '/hosts/evil.example/x', {}],
  ['an address', () => '/hosts/169.254.169.254/latest', {}],
  ['a user in front of the host', () => '/hosts/registry.example@evil.example/x', {}],
  ['another host in the path', () => `/hosts/registry.example:${port}//evil.example/x`, {}],
  ['a credential in the path', () => `/hosts/registry.example:${port}//bob:secret@registry.example:${port}/x`, {}],
  ['a post that is not a clone', () => at('git', '/any/git-upload-pack'), { method: 'POST', body: 'secret' }],
  ['a push', () => at('git', '/a/b/git-receive-pack'), { method: 'POST' }],
  ['a publication', () => at('registry', '/left-pad'), { method: 'PUT' }],
  ['the model of another agent', () => '/v1/messages', { method: 'POST' }],
])('%s is refused', async (_, path, options) => {
  const before = seen.length
  const { head, text } = await call(channel(), path(), options)
  expect([head[':status'], JSON.parse(text).code]).toEqual([403, 'permission_denied'])
  expect(seen.length).toBe(before)
})

test('a listed name that resolves to a private address is not called', async () => {
  const { head } = await call(channel({ ...outbound, isAllowed: undefined }), at('registry', '/x'))
  expect(head[':status']).toBe(502)
})
