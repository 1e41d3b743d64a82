import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { request } from 'node:https'
import { pipeline } from 'node:stream'
import type { Egress } from '#boxes/catalogue/Template.ts'
import { checkModelRequest } from '#boxes/rules/modelRequest.ts'
import { ApiError, body as errorBody, from } from '#core/ApiError.ts'
import { readBody } from './readBody.ts'

/** The headers that pass in each direction. Credentials and hop-by-hop headers never do. */
const REQUEST_HEADERS = ['content-type', 'accept', 'anthropic-version', 'anthropic-beta', 'user-agent']
const RESPONSE_HEADERS = ['content-type', 'retry-after', 'request-id', 'x-request-id', 'x-should-retry']
const BODY_BYTES_MAX = 8 * 2 ** 20
const RESPONSE_BYTES_MAX = 32 * 2 ** 20
const TIMEOUT_MS = 300_000

type Model = {
  egress: Egress
  credential: string
  port?: number
  /** A certificate authority to trust instead of the public ones. */
  ca?: Buffer
}

/** Forwards a question to the model's host and adds the credential, which the box never sees. */
export async function forwardToModel(
  model: Model,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): Promise<void> {
  try {
    const body = await readBody(stream, BODY_BYTES_MAX)
    if (!body) throw new ApiError('invalid_argument', 'The body is too large.', { status: 413 })
    const path = (headers[':path'] ?? '').replace(/^\/egress/, '')
    checkModelRequest(model.egress, { method: headers[':method'] ?? '', path, body })
    send(model, { stream, headers, path, body })
  } catch (error) {
    refuse(stream, from(error))
  }
}

type Forwarded = { stream: ServerHttp2Stream; headers: IncomingHttpHeaders; path: string; body: Buffer }

function send({ egress, credential, port = 443, ca }: Model, { stream, headers, path, body }: Forwarded): void {
  const outgoing = request({
    host: egress.host,
    servername: egress.host,
    port,
    method: 'POST',
    path,
    headers: {
      ...pick(headers, REQUEST_HEADERS),
      ...credentialHeader(egress, credential),
      host: egress.host,
      'accept-encoding': 'identity',
      'content-length': body.length,
    },
    timeout: TIMEOUT_MS,
    ...(ca && { ca }),
  })
  outgoing.on('response', (incoming) => {
    if (stream.destroyed) return void incoming.destroy()
    let received = 0
    incoming.on('data', (part: Buffer) => {
      received += part.length
      if (received > RESPONSE_BYTES_MAX) incoming.destroy(new Error('The response is too large.'))
    })
    stream.respond({ ':status': incoming.statusCode ?? 502, ...pick(incoming.headers, RESPONSE_HEADERS) })
    pipeline(incoming, stream, () => {})
  })
  const unreachable = new ApiError('unavailable', `${egress.host} could not be reached.`, { status: 502 })
  outgoing.on('error', () => refuse(stream, unreachable)).on('timeout', () => outgoing.destroy())
  stream.on('close', () => outgoing.destroy())
  outgoing.end(body)
}

function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])))
}

function credentialHeader({ header }: Egress, credential: string): Record<string, string> {
  const at = header.indexOf(': ')
  return { [header.slice(0, at)]: header.slice(at + 2).replace('{credential}', () => credential) }
}

function refuse(stream: ServerHttp2Stream, error: ApiError): void {
  if (stream.destroyed) return
  if (stream.headersSent) return void stream.destroy()
  stream.resume()
  stream.respond({ ':status': error.status, 'content-type': 'application/json' })
  stream.end(JSON.stringify(errorBody(error)))
}
