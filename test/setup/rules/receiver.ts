import { execFileSync } from 'node:child_process'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { type AddressInfo, createServer as createSilentServer, type Socket } from 'node:net'
import { Webhook } from 'standardwebhooks'

export type Received = {
  id: string
  headers: IncomingHttpHeaders
  body: { type: string; sequence: number; rule: { id: string }; test?: true; data: Record<string, unknown> }
  /** As it came, for the signature. */
  text: string
}

export type Receiver = AsyncDisposable & {
  url: string
  host: string
  /** Every message that was answered with 200, in order of arrival. */
  received: Received[]
  /** Every message, whatever it was answered. */
  attempts: Received[]
}

type Options = { answer?: (message: Received, count: number) => { status: number; headers?: Record<string, string> } }

/** A receiver of webhooks on a free port of this machine. */
export async function startReceiver({ answer = () => ({ status: 200 }) }: Options = {}): Promise<Receiver> {
  const received: Received[] = []
  const attempts: Received[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const text = Buffer.concat(chunks).toString()
    const message = {
      id: String(request.headers['webhook-id']),
      headers: request.headers,
      body: JSON.parse(text),
      text,
    }
    attempts.push(message)
    const { status, headers } = answer(message, attempts.length)
    if (status === 200) received.push(message)
    response.writeHead(status, headers).end(`answered ${status}`)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    host,
    url: `http://${host}/hook`,
    received,
    attempts,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

/** Verifies a message with the reference library of Standard Webhooks; throws if it is not genuine. */
export function verify(secret: string, { text, headers }: Received): unknown {
  return new Webhook(secret).verify(text, headers as Record<string, string>)
}

const OPENSSL = `
key=$(printf %s "$SECRET" | sed s/^whsec_// | base64 -d | od -An -v -tx1 | tr -d ' \\n')
printf %s "$ID.$TIMESTAMP.$BODY" | openssl dgst -sha256 -mac HMAC -macopt "hexkey:$key" -binary | base64 -w0`

/** The signature of a message as a shell program computes it with OpenSSL, which shares no code with the service. */
export function signatureByOpenssl(secret: string, { text, headers }: Received): string {
  const { 'webhook-id': id, 'webhook-timestamp': timestamp } = headers
  const env = { ...process.env, SECRET: secret, ID: String(id), TIMESTAMP: String(timestamp), BODY: text }
  return `v1,${execFileSync('sh', ['-c', OPENSSL], { env, encoding: 'utf8' })}`
}

/** A host that accepts connections and never answers. */
export async function startSilence(): Promise<AsyncDisposable & { host: string }> {
  const sockets = new Set<Socket>()
  const server = createSilentServer((socket) => {
    sockets.add(socket.on('error', () => {}))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
