import { createECDH, type ECDH, randomBytes } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { installPeer } from '../peers.ts'

/** The reference implementation of encrypted content encodings, which shares no code with the service. */
export const peer = await installPeer('web-push')

export type Pushed = { path: string; headers: IncomingHttpHeaders; body: Buffer }

export type PushService = AsyncDisposable & {
  url: string
  host: string
  pushed: Pushed[]
  statuses: Map<string, number>
}

/** A push service on a free port of this machine; it answers 201, or the status that a path has. */
export async function startPushService(): Promise<PushService> {
  const pushed: Pushed[] = []
  const statuses = new Map<string, number>()
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? ''
    pushed.push({ path, headers: request.headers, body: Buffer.concat(chunks) })
    response.writeHead(statuses.get(path) ?? 201).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    ...{ host, url: `http://${host}`, pushed, statuses },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

export type TestBrowser = { keys: { p256dh: string; auth: string }; read(pushed: Pushed): Promise<unknown> }

/** The keys of a browser, and what it reads. */
export function createBrowser(): TestBrowser {
  const privateKey = createECDH('prime256v1')
  const p256dh = privateKey.generateKeys('base64url')
  const auth = randomBytes(16).toString('base64url')
  return { keys: { p256dh, auth }, read: ({ body }) => decrypt(body, { privateKey, authSecret: auth }) }
}

type Secrets = { privateKey: ECDH; authSecret: string }
type Decrypt = (body: Buffer, secrets: Secrets & { version: 'aes128gcm' }) => Buffer

async function decrypt(body: Buffer, secrets: Secrets): Promise<unknown> {
  const { default: ece } = (await import(`${peer.folder}/node_modules/http_ece/ece.js`)) as {
    default: { decrypt: Decrypt }
  }
  return JSON.parse(ece.decrypt(body, { version: 'aes128gcm', ...secrets }).toString())
}
