import type { IncomingMessage } from 'node:http'
import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { pipeline } from 'node:stream/promises'
import { readBody } from '#boxes/authority/readBody.ts'
import { ApiError } from '#core/ApiError.ts'
import { type OutboundOptions, openOutbound } from '#core/sendOutbound.ts'
import { limitBytes } from './limitBytes.ts'
import { pick } from './pick.ts'

const REQUEST_HEADERS = [
  ...['accept', 'content-type', 'content-encoding', 'git-protocol', 'range'],
  ...['if-none-match', 'if-modified-since', 'user-agent'],
]
const RESPONSE_HEADERS = ['content-type', 'content-range', 'etag', 'last-modified', 'cache-control', 'retry-after']
const BODY_BYTES_MAX = 8 * 2 ** 20
const RESPONSE_BYTES_MAX = 256 * 2 ** 20
const TIMEOUT_MS = 300_000
const CLONE = 'application/x-git-upload-pack-request'

/** The path inside a box under which a host of its template is read: /hosts/registry.npmjs.org/left-pad */
const HOST_PATH = /^\/egress\/hosts\/(?<host>[a-z0-9.:-]+)(?<rest>\/.*)$/

/** Reads from a host of the allow-list; a clone of git is the only POST. No credential is added, and none passes. */
export async function readHost(
  { hosts, outbound }: { hosts: readonly string[]; outbound: OutboundOptions },
  stream: ServerHttp2Stream,
  headers: IncomingHttpHeaders,
): Promise<void> {
  const url = allowedUrl(hosts, headers)
  const method = headers[':method'] as 'GET' | 'HEAD' | 'POST'
  const body = await readBody(stream, method === 'POST' ? BODY_BYTES_MAX : 0)
  if (!body)
    throw new ApiError('invalid_argument', 'The body is too large. Send at most 8 MiB, and no body with GET.', {
      status: 413,
    })
  const passed = { ...pick(headers, REQUEST_HEADERS), 'accept-encoding': 'identity' }
  const sent =
    method === 'POST' ? { body, headers: { ...passed, 'content-length': String(body.length) } } : { headers: passed }
  const incoming = await openOutbound(url, { timeoutMs: TIMEOUT_MS, ...outbound, method, ...sent }).catch((cause) => {
    throw new ApiError('unavailable', `${url.host} could not be reached. Try again later.`, { status: 502, cause })
  })
  if (stream.destroyed) return void incoming.destroy()
  const location = redirectOf(incoming, { url, hosts })
  stream.respond({ ':status': incoming.statusCode ?? 502, ...pick(incoming.headers, RESPONSE_HEADERS), ...location })
  await pipeline(incoming, limitBytes(RESPONSE_BYTES_MAX), stream).catch(() => stream.destroy())
}

function allowedUrl(
  hosts: readonly string[],
  { ':method': method = '', ':path': path = '', 'content-type': type }: IncomingHttpHeaders,
): URL {
  const { host = '', rest = '' } = HOST_PATH.exec(path)?.groups ?? {}
  if (!hosts.includes(host))
    throw new ApiError(
      'permission_denied',
      `A box can reach ${hosts.join(', ') || 'no host'}, not ${host.slice(0, 100)}.`,
    )
  const url = new URL(rest, `https://${host}`)
  if (url.host !== host || url.username !== '' || url.password !== '')
    throw new ApiError('permission_denied', 'The path must not name a host or a credential.')
  const isClone = method === 'POST' && url.pathname.endsWith('/git-upload-pack') && type === CLONE
  const isRead = method === 'GET' || method === 'HEAD' || isClone
  if (!isRead) throw new ApiError('permission_denied', `A box can only read from ${host}: ${method} is not forwarded.`)
  return url
}

/** A redirect leads to another path of the gateway, or nowhere. */
function redirectOf(
  { headers: { location } }: IncomingMessage,
  { url, hosts }: { url: URL; hosts: readonly string[] },
): Record<string, string> {
  if (!location || !URL.canParse(location, url)) return {}
  const { protocol, host, pathname, search } = new URL(location, url)
  return protocol === 'https:' && hosts.includes(host) ? { location: `/hosts/${host}${pathname}${search}` } : {}
}
