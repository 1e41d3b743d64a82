import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises'
import { type ClientHttp2Session, connect } from 'node:http2'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { duplexPair } from 'node:stream'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { forwardToModel } from '#boxes/authority/forwardToModel.ts'
import { serveChannel } from '#boxes/authority/serveChannel.ts'
import { createCatalogue } from '#boxes/catalogue/createCatalogue.ts'
import { startAgent } from '#boxes/host/startAgent.ts'
import { SIZES } from '#boxes/isolation/Limits.ts'
import { startUnderPermissions } from '#boxes/isolation/permissionDriver.ts'
import { attempt } from '../setup/boxes/attempt.ts'
import { temporaryFolder } from '../setup/process.ts'

afterEach(() => vi.restoreAllMocks())

describe('a template', () => {
  const template = {
    id: 'mine',
    title: 'Mine',
    description: 'x',
    category: 'other',
    openingMessage: 'hi',
    command: 'cat',
  }

  test('is a file that anyone can add', async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'mine.json'), JSON.stringify(template))
    const catalogue = createCatalogue({ folder: folder.path, credentials: {}, isolation: () => 'bubblewrap' })
    const mine = catalogue.get('mine')!
    expect(catalogue.problemOf(mine)).toBeUndefined()
    expect(catalogue.program(mine, { limits: SIZES.small, environment: {} }).command).toEqual(['/usr/bin/cat'])
  })

  test('that cannot be read is named with what is wrong in it', async () => {
    await using folder = await temporaryFolder()
    await writeFile(
      join(folder.path, 'bad.json'),
      JSON.stringify({ ...template, id: 'Bad Id', network: { host: 'x' } }),
    )
    const open = () => createCatalogue({ folder: folder.path, credentials: {}, isolation: () => undefined })
    expect(open).toThrow(/bad\.json is invalid/)
  })

  test('of a program that is not ours needs a sandbox, and one with a model needs its credential', async () => {
    await using folder = await temporaryFolder()
    const network = {
      host: 'model.example',
      header: 'x-api-key: {credential}',
      credential: 'MODEL_KEY',
      variable: 'MODEL_URL',
      models: ['m-*'],
    }
    await writeFile(join(folder.path, 'mine.json'), JSON.stringify(template))
    await writeFile(join(folder.path, 'model.json'), JSON.stringify({ ...template, id: 'model', network }))
    const weak = createCatalogue({ folder: folder.path, credentials: {}, isolation: () => 'none' })
    expect(weak.problemOf(weak.get('mine')!)).toMatch(/needs the isolation bubblewrap/)
    expect(weak.problemOf(weak.get('echo')!)).toBeUndefined()
    expect(weak.problemOf(weak.get('model')!)).toMatch(/MODEL_KEY is not configured/)
    const strong = createCatalogue({
      folder: folder.path,
      credentials: { MODEL_KEY: 'sesame' },
      isolation: () => 'bubblewrap',
    })
    const model = strong.get('model')!
    expect(strong.problemOf(model)).toBeUndefined()
    const program = strong.program(model, { limits: SIZES.large, environment: {} })
    expect(JSON.stringify(program)).not.toContain('sesame')
    expect(program.environment['MODEL_URL']).toBe('http://127.0.0.1:8780')
  })
})

describe('without a sandbox', () => {
  test('a built-in agent runs under the permission model of Node, and sees no file but its own and ours', async () => {
    await using folder = await temporaryFolder()
    await writeFile(join(folder.path, 'secret'), 'the-service-knows-this')
    const script = `const fs = require('node:fs'); const tries = { read: () => fs.readFileSync('${folder.path}/secret', 'utf8'),
      spawn: () => require('node:child_process').execSync('id'), write: () => fs.writeFileSync('${folder.path}/x', ''),
      own: () => fs.writeFileSync('mine.txt', 'ok') };
      for (const [name, run] of Object.entries(tries)) { try { run(); console.log(name, 'worked') } catch (error) { console.log(name, error.code) } }
      console.log(Object.keys(process.env).length)`
    await using box = await startUnderPermissions({
      command: ['/runtime/node', '-e', script],
      environment: {},
      limits: SIZES.small,
    })
    const output = (await box.stdout.toArray()).join('')
    expect(output).toBe('read ERR_ACCESS_DENIED\nspawn ERR_ACCESS_DENIED\nwrite ERR_ACCESS_DENIED\nown worked\n0\n')
    expect((await (await box.workspace()).read('mine.txt')).toString()).toBe('ok')
  })

  test('the echo agent answers, and no other program is started', async () => {
    const catalogue = createCatalogue({ credentials: {}, isolation: () => 'none' })
    const program = catalogue.program(catalogue.get('echo')!, { limits: SIZES.small, environment: {} })
    await using started = await startAgent({ start: startUnderPermissions }, program)
    const said: string[] = []
    started.agent.listen({
      updated: (_, update) =>
        said.push('content' in update && update.content && 'text' in update.content ? update.content.text : ''),
      asked: async () => undefined,
    })
    const session = await started.agent.openSession([])
    expect(await started.agent.prompt(session, { text: 'hello you', links: [] })).toBe('end_turn')
    expect(said.join('')).toBe('hello you')
    await expect(startUnderPermissions({ command: ['/bin/sh'], environment: {}, limits: SIZES.small })).rejects.toThrow(
      /only built-in agents/,
    )
  })
})

describe('an agent with a model', () => {
  async function model() {
    const folder = await temporaryFolder()
    const [key, certificate] = ['key.pem', 'cert.pem'].map((name) => join(folder.path, name)) as [string, string]
    execFileSync(
      'openssl',
      [
        'req',
        '-x509',
        '-newkey',
        'ec',
        '-pkeyopt',
        'ec_paramgen_curve:prime256v1',
        '-nodes',
        '-days',
        '1',
        '-subj',
        '/CN=localhost',
        '-addext',
        'subjectAltName=DNS:localhost',
        '-keyout',
        key,
        '-out',
        certificate,
      ],
      { stdio: 'ignore' },
    )
    const seen: { url: string; headers: Record<string, unknown>; body: string }[] = []
    const server = createServer(
      { key: await readFile(key), cert: await readFile(certificate) },
      async (request, response) => {
        const body = (await request.toArray()).join('')
        seen.push({ url: request.url ?? '', headers: request.headers, body })
        const hopByHop = { 'proxy-connection': 'close', te: 'trailers' }
        response.writeHead(200, { 'content-type': 'text/event-stream', 'set-cookie': 'a=b', ...hopByHop })
        response.write('data: one\n\n')
        response.end('data: two\n\n')
      },
    )
    server.listen(0, 'localhost')
    await once(server, 'listening')
    return {
      seen,
      server,
      certificate: await readFile(certificate),
      port: (server.address() as AddressInfo).port,
      folder,
    }
  }

  async function channelTo({ port, certificate }: Awaited<ReturnType<typeof model>>) {
    const [inside, outside] = duplexPair()
    const egress = {
      host: 'localhost',
      header: 'x-api-key: {credential}',
      credential: 'MODEL_KEY',
      variable: 'MODEL_URL',
      paths: ['/v1/messages'],
      models: ['m-*'],
    }
    serveChannel(outside, {
      secret: 's',
      callService: () => new Response('', { status: 404 }),
      egress: (stream, headers) =>
        forwardToModel({ egress, credential: 'sesame', port, ca: certificate }, stream, headers),
    })
    return connect('http://slipway', { createConnection: () => inside })
  }

  async function ask(session: ClientHttp2Session, headers: Record<string, string>, body: string) {
    const stream = session.request({ ':method': 'POST', 'content-type': 'application/json', ...headers })
    const head = once(stream, 'response')
    stream.end(body)
    const text = (await stream.toArray()).join('')
    return { head: (await head)[0] as Record<string, unknown>, text }
  }

  test('reaches its one host through the service, which adds the credential', async () => {
    const opened = await model()
    const session = await channelTo(opened)
    const forged = { 'x-api-key': 'added-by-the-service', host: 'evil.example', 'x-other': 'y', trailer: 'x' }
    const body = '{"model":"m-1"}'
    const { head, text } = await ask(session, { ':path': '/egress/v1/messages?beta=true', ...forged }, body)
    expect(text).toBe('data: one\n\ndata: two\n\n')
    expect(head).toMatchObject({ ':status': 200, 'content-type': 'text/event-stream' })
    for (const name of ['set-cookie', 'proxy-connection', 'te']) expect(head).not.toHaveProperty(name)
    expect(opened.seen).toMatchObject([
      { url: '/v1/messages?beta=true', body, headers: { 'x-api-key': 'sesame', host: 'localhost' } },
    ])
    expect(opened.seen[0]?.headers).not.toHaveProperty('x-other')
    session.destroy()
    opened.server.close()
    await opened.folder[Symbol.asyncDispose]()
  })

  test('reaches nothing but the paths and models that the template allows', async () => {
    const opened = await model()
    const session = await channelTo(opened)
    const tries = [
      ['/egress/v1/files', '{"model":"m-1"}'],
      ['/egress/v1/messages', '{"model":"other"}'],
      ['/egress/v1/messages', '{"model":"m-1","tools":[{"type":"web_search_1","name":"web_search"}]}'],
    ] as const
    for (const [path, body] of tries) {
      const { head, text } = await ask(session, { ':path': path, trailer: 'x' }, body)
      expect([head[':status'], JSON.parse(text).code]).toEqual([403, 'permission_denied'])
    }
    expect((await ask(session, { ':path': '/egress/v1/messages' }, 'x'.repeat(9 * 2 ** 20))).head[':status']).toBe(413)
    expect(opened.seen).toEqual([])
    session.destroy()
    opened.server.close()
    await opened.folder[Symbol.asyncDispose]()
  })
})

test('the bridge inside a box takes requests on its loopback and starts the agent behind it', async () => {
  await using folder = await temporaryFolder()
  await mkdir(join(folder.path, 'x'))
  await chmod(folder.path, 0o755)
  const { SHARED_FILES, NODE_INSIDE, CODE_INSIDE } = await import('#boxes/isolation/sharedFiles.ts')
  const ask = `fetch(process.env.MODEL_URL + '/v1/x').then(async (r) => console.log(r.status, await r.text()), (e) => console.log('failed', e.message)).finally(() => process.exit(0))`
  const outcome = await attempt({
    command: [NODE_INSIDE, `${CODE_INSIDE}/src/agents/bridge/main.ts`, NODE_INSIDE, '-e', ask],
    environment: { MODEL_URL: 'http://127.0.0.1:8780' },
    shared: SHARED_FILES,
    limits: { memoryBytes: 2 ** 29, processes: 64 },
    serve: (channel) =>
      serveChannel(channel, {
        secret: 's',
        callService: () => new Response(),
        async egress(stream, headers) {
          stream.respond({ ':status': 200 })
          stream.end(`forwarded ${headers[':path']}`)
        },
      }),
  })
  expect(outcome.output).toBe('200 forwarded /egress/v1/x\n')
})
