import { lookup as resolveName } from 'node:dns'
import { request as send } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

const TIMEOUT_MS = 5_000
const BYTES_MAX = 10 * 1024

/** The addresses of IANA's special-purpose registries: a public document is at none of them. */
const SPECIAL: readonly [address: string, bits: number, family: 'ipv4' | 'ipv6'][] = [
  ['0.0.0.0', 8, 'ipv4'],
  ['10.0.0.0', 8, 'ipv4'],
  ['100.64.0.0', 10, 'ipv4'],
  ['127.0.0.0', 8, 'ipv4'],
  ['169.254.0.0', 16, 'ipv4'],
  ['172.16.0.0', 12, 'ipv4'],
  ['192.0.0.0', 24, 'ipv4'],
  ['192.0.2.0', 24, 'ipv4'],
  ['192.88.99.0', 24, 'ipv4'],
  ['192.168.0.0', 16, 'ipv4'],
  ['198.18.0.0', 15, 'ipv4'],
  ['198.51.100.0', 24, 'ipv4'],
  ['203.0.113.0', 24, 'ipv4'],
  ['224.0.0.0', 3, 'ipv4'],
  ['::', 96, 'ipv6'],
  ['64:ff9b::', 96, 'ipv6'],
  ['64:ff9b:1::', 48, 'ipv6'],
  ['100::', 64, 'ipv6'],
  ['2001::', 23, 'ipv6'],
  ['2001:db8::', 32, 'ipv6'],
  ['2002::', 16, 'ipv6'],
  ['3fff::', 20, 'ipv6'],
  ['5f00::', 16, 'ipv6'],
  ['fc00::', 7, 'ipv6'],
  ['fe80::', 10, 'ipv6'],
  ['ff00::', 8, 'ipv6'],
]

const special = new BlockList()
for (const [address, bits, family] of SPECIAL) special.addSubnet(address, bits, family)

/** Whether an address is on the public internet; an IPv4 address inside an IPv6 one counts as IPv4. */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address)
  return family !== 0 && !special.check(address, family === 6 ? 'ipv6' : 'ipv4')
}

export type FetchOptions = {
  /** Resolves a host name. Default: the system's resolver */
  lookup?: LookupFunction
  /** Default: only public addresses */
  isAllowed?: (address: string) => boolean
  /** Certificates to trust, for a server of a test. */
  ca?: string
  timeoutMs?: number
}

/**
 * Fetches a small JSON document over https from a public address. The address is checked where the connection is made,
 * so that a name cannot resolve to another one afterwards; redirects are not followed.
 */
export function fetchDocument(url: URL, options: FetchOptions = {}): Promise<Response> {
  const { isAllowed = isPublicAddress, ca, timeoutMs = TIMEOUT_MS } = options
  if (url.protocol !== 'https:') return Promise.reject(new Error('only https is fetched'))
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAllowed(host)) return Promise.reject(new Error('the address is not public'))
  const { promise, resolve, reject } = Promise.withResolvers<Response>()
  const lookup = checkedLookup(options.lookup ?? (resolveName as LookupFunction), isAllowed)
  const signal = AbortSignal.timeout(timeoutMs)
  const request = send(url, {
    lookup,
    signal,
    agent: false,
    headers: { accept: 'application/json' },
    ...(ca && { ca }),
  })
  request.on('error', reject).on('response', (response) => {
    const chunks: Buffer[] = []
    let size = 0
    response.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size > BYTES_MAX) request.destroy(new Error(`the document is larger than ${BYTES_MAX} bytes`))
      else chunks.push(chunk)
    })
    response.on('error', reject).on('end', () => resolve(toResponse(response, Buffer.concat(chunks))))
  })
  request.end()
  return promise
}

type Answer = { statusCode?: number | undefined; headers: Record<string, string | string[] | undefined> }

function toResponse({ statusCode = 502, headers }: Answer, body: Buffer): Response {
  const cacheControl = headers['cache-control']
  // A redirect is an answer other than 200, which the caller refuses.
  const status = statusCode >= 200 && statusCode < 600 ? statusCode : 502
  const text = [204, 205, 304].includes(status) ? null : new Uint8Array(body)
  return new Response(text, {
    status,
    headers: typeof cacheControl === 'string' ? { 'cache-control': cacheControl } : {},
  })
}

/** Refuses a name as soon as one of its addresses is not allowed. */
function checkedLookup(lookup: LookupFunction, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) =>
    lookup(hostname, options, (error, found, family) => {
      const addresses = Array.isArray(found) ? found.map(({ address }) => address) : [found]
      if (error || addresses.every(isAllowed)) callback(error, found, family)
      else callback(new Error('the name resolves to an address that is not public'), '', 4)
    })
}
