import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:https'
import type { AddressInfo, LookupFunction } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress } from '#core/publicAddress.ts'
import { fetchDocument } from '#oauth/actions/fetchDocument.ts'
import { BASE_URL, createKeysService, type KeysService } from '../setup/keys/keysService.ts'
import { approve, authorizationPath, createBrowser, createPkce, exchange } from '../setup/oauth/oauthClient.ts'
import { temporaryFolder } from '../setup/process.ts'

const REDIRECT = 'https://client.example/callback'

let server: Server
let port: number
let ca: string
let asked: string[] = []
const opened = new AsyncDisposableStack()

/** Every name is at the test's own server. */
const lookup: LookupFunction = (_, options, callback) =>
  options.all ? callback(null, [{ address: '127.0.0.1', family: 4 }]) : callback(null, '127.0.0.1', 4)

const documentOf = (id: string) => ({
  client_id: id,
  client_name: 'Document client',
  redirect_uris: [REDIRECT],
  token_endpoint_auth_method: 'none',
  grant_types: ['authorization_code', 'refresh_token'],
})

beforeAll(async () => {
  const folder = opened.use(await temporaryFolder())
  const [key, cert] = [join(folder.path, 'key.pem'), join(folder.path, 'cert.pem')]
  const names = ['-subj', '/CN=client.example', '-addext', 'subjectAltName=DNS:client.example']
  const form = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  execFileSync('openssl', [...form, ...names, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  ca = readFileSync(cert, 'utf8')
  server = createServer({ key: readFileSync(key), cert: ca }, (request, response) => {
    const url = `https://client.example:${port}${request.url}`
    asked.push(request.url ?? '')
    if (request.url === '/moved.json') response.writeHead(302, { location: '/client.json' }).end()
    else if (request.url === '/large.json') response.end(' '.repeat(20_000) + JSON.stringify(documentOf(url)))
    else if (request.url === '/slow.json') response.write('{')
    else if (request.url === '/other.json')
      response.end(JSON.stringify(documentOf('https://client.example/client.json')))
    else if (request.url === '/secret.json')
      response.end(JSON.stringify({ ...documentOf(url), token_endpoint_auth_method: 'client_secret_post' }))
    else if (request.url === '/plain.json')
      response.end(JSON.stringify({ ...documentOf(url), redirect_uris: ['http://client.example/callback'] }))
    else response.end(JSON.stringify(documentOf(url)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  port = (server.address() as AddressInfo).port
  opened.defer(() => new Promise<void>((resolve) => server.close(() => resolve())))
  opened.defer(() => server.closeAllConnections())
})
afterAll(() => opened.disposeAsync())

const urlOf = (path: string) => `https://client.example:${port}${path}`

describe('a client that is known by its metadata document', () => {
  let service: KeysService
  beforeAll(async () => {
    service = opened.use(
      await createKeysService({
        documents: { lookup, ca, isAllowed: () => true, timeoutMs: 2_000 },
        allowsRegistration: false,
      }),
    )
  })
  const startWith = (clientId: string) => {
    const path = authorizationPath(clientId, createPkce(), { redirect_uri: REDIRECT })
    return createBrowser(service.app, BASE_URL).visit('GET', path)
  }

  test('signs in without being registered, and is shown by the host of the document', async () => {
    const start = { clientId: urlOf('/client.json'), pkce: createPkce(), changes: { redirect_uri: REDIRECT } }
    const token = await service.signIn()
    const answer = await approve(service, { ...start, token })
    expect(answer.origin).toBe('https://client.example')
    const code = answer.searchParams.get('code') ?? ''
    expect((await exchange(service, start, code, { redirect_uri: REDIRECT })).status).toBe(200)
    const { body } = await service.send('GET', '/api/developer/connections', { token })
    expect(body['connections']).toMatchObject([{ clientName: 'Document client', clientHost: `client.example:${port}` }])
  })

  test.each(['/moved.json', '/large.json', '/slow.json', '/other.json', '/secret.json', '/plain.json'])(
    'is refused when its document is %s',
    async (path) => {
      const response = await startWith(urlOf(path))
      expect([response.status, response.headers.get('location')]).toEqual([400, null])
    },
  )

  test.each([
    'http://client.example/client.json',
    'https://client.example/a/../client.json',
    'https://me@client.example/x',
  ])('is not looked up at %s', async (clientId) => {
    asked = []
    expect((await startWith(clientId)).status).toBe(400)
    expect(asked).toEqual([])
  })
})

describe('the fetch of a document', () => {
  test.each([
    'https://127.0.0.1',
    'https://[::1]',
    'https://[::ffff:127.0.0.1]',
    'https://10.1.2.3',
    'https://169.254.169.254',
    'https://0.0.0.0',
    'https://2130706433',
    'https://0x7f.1',
  ])('refuses the address %s before it connects', async (host) => {
    asked = []
    await expect(fetchDocument(new URL(`${host}:${port}/client.json`), { ca })).rejects.toThrow(/not public/)
    expect(asked).toEqual([])
  })

  test('refuses a name that resolves to a private address, however it is resolved', async () => {
    asked = []
    await expect(fetchDocument(new URL(urlOf('/client.json')), { lookup, ca })).rejects.toThrow(/not public/)
    await expect(fetchDocument(new URL(`https://localhost:${port}/client.json`), { ca })).rejects.toThrow(/not public/)
    expect(asked).toEqual([])
  })

  test('knows public addresses from private ones', () => {
    for (const address of ['1.1.1.1', '8.8.8.8', '2606:4700::1111']) expect(isPublicAddress(address)).toBe(true)
    const special = [
      '192.168.0.1',
      '172.31.255.255',
      '100.64.0.1',
      'fd00::1',
      'fe80::1',
      '::ffff:10.0.0.1',
      '64:ff9b::a00:1',
    ]
    for (const address of [...special, 'localhost', '']) expect(isPublicAddress(address)).toBe(false)
  })
})
