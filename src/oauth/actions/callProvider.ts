import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'

/** A request in the form of Node's HTTP server, which the library expects. */
export type NodeExchange = { incoming: IncomingMessage; outgoing: ServerResponse; response: Promise<Response> }

type Input = { request: Request; bytes?: Uint8Array; baseUrl: string; url?: string }

const PASSED = ['accept', 'content-type']
/** Sign-ins are not remembered, so the library reads and sets only the cookies of the current one. */
const COOKIE = /^_interaction/

/** The request as the library sees it: on our public address, without the headers that only we read. */
export function nodeExchange({ request, bytes = new Uint8Array(), baseUrl, url }: Input): NodeExchange {
  const base = new URL(baseUrl)
  const incoming = new IncomingMessage(Object.assign(new Socket(), { encrypted: base.protocol === 'https:' }))
  const { pathname, search } = new URL(request.url)
  incoming.method = request.method
  incoming.url = url ?? pathname + search
  incoming.headers = headersOf(request, bytes, base.host)
  incoming.push(bytes.length > 0 ? bytes : null)
  if (bytes.length > 0) incoming.push(null)
  const outgoing = new ServerResponse(incoming)
  return { incoming, outgoing, response: captured(outgoing) }
}

function headersOf({ headers, method }: Request, bytes: Uint8Array, host: string): Record<string, string> {
  const passed = PASSED.flatMap((name) => {
    const value = headers.get(name)
    return value === null ? [] : [[name, value]]
  })
  const cookie = (headers.get('cookie') ?? '').split(/; */).filter((pair) => COOKIE.test(pair))
  return {
    host,
    ...Object.fromEntries(passed),
    ...(cookie.length > 0 && { cookie: cookie.join('; ') }),
    ...(method === 'POST' && { 'content-length': String(bytes.length) }),
  }
}

/** Resolves with the answer once the library ends it. */
function captured(outgoing: ServerResponse): Promise<Response> {
  const { promise, resolve } = Promise.withResolvers<Response>()
  const chunks: Buffer[] = []
  const take = (chunk: unknown) => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk as string))
  }
  outgoing.write = (chunk: unknown) => {
    take(chunk)
    return true
  }
  outgoing.end = (chunk?: unknown) => {
    take(chunk)
    resolve(toResponse(outgoing, Buffer.concat(chunks)))
    outgoing.emit('finish')
    return outgoing
  }
  return promise
}

function toResponse(outgoing: ServerResponse, body: Buffer): Response {
  const headers = new Headers()
  for (const [name, value = ''] of Object.entries(outgoing.getHeaders()))
    for (const one of [value].flat()) if (isKept(name, String(one))) headers.append(name, String(one))
  const { statusCode: status } = outgoing
  return new Response(body.length > 0 ? new Uint8Array(body) : null, { status, headers })
}

function isKept(name: string, value: string): boolean {
  if (name === 'set-cookie') return COOKIE.test(value)
  return name !== 'content-length' && name !== 'transfer-encoding'
}
