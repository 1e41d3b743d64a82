import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { request } from 'node:https'
import type { Egress } from '#boxes/catalogue/Template.ts'

/** Hop-by-hop headers and credentials. */
const DROPPED = new Set([
  'host',
  'connection',
  'authorization',
  'x-api-key',
  'x-goog-api-key',
  'cookie',
  'transfer-encoding',
  'keep-alive',
  'upgrade',
])
const TIMEOUT_MS = 300_000

type Model = {
  egress: Egress
  credential: string
  port?: number
  /** A certificate authority to trust instead of the public ones. */
  ca?: Buffer
}

/** Forwards a request to the model's host and adds the credential, which the box never sees. */
export function forwardToModel(
  { egress, credential, port = 443, ca }: Model,
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): void {
  const [name = '', value = ''] = splitOnce(
    egress.header.replace('{credential}', () => credential),
    ': ',
  )
  const kept = Object.entries(headers).filter(([key]) => !key.startsWith(':') && !DROPPED.has(key))
  const outgoing = request({
    host: egress.host,
    servername: egress.host,
    port,
    method: headers[':method'],
    path: (headers[':path'] ?? '').replace(/^\/egress/, '') || '/',
    headers: { ...Object.fromEntries(kept), host: egress.host, [name]: value },
    timeout: TIMEOUT_MS,
    ...(ca && { ca }),
  })
  outgoing.on('response', (incoming) => {
    const answered = Object.entries(incoming.headers).filter(([key]) => !DROPPED.has(key) && key !== 'set-cookie')
    stream.respond({ ':status': incoming.statusCode ?? 502, ...Object.fromEntries(answered) })
    incoming.pipe(stream)
  })
  const fail = () => {
    if (stream.destroyed) return
    if (stream.headersSent) stream.destroy()
    else answerUnreachable(stream, egress.host)
  }
  outgoing.on('error', fail).on('timeout', () => outgoing.destroy())
  stream.on('close', () => outgoing.destroy())
  stream.pipe(outgoing)
}

function answerUnreachable(stream: ServerHttp2Stream, host: string): void {
  stream.respond({ ':status': 502, 'content-type': 'application/json' })
  stream.end(JSON.stringify({ code: 'unavailable', message: `${host} could not be reached.` }))
}

function splitOnce(text: string, separator: string): [string, string] {
  const at = text.indexOf(separator)
  return [text.slice(0, at), text.slice(at + separator.length)]
}
