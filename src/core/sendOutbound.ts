import { lookup as resolveName } from 'node:dns'
import { type Agent, type IncomingMessage, request as sendPlain } from 'node:http'
import { request as sendSecure } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { isPublicAddress } from './publicAddress.ts'

export type OutboundOptions = {
  /** Resolves a host name. Default: the system's resolver */
  lookup?: LookupFunction | undefined
  /** Default: only public addresses */
  isAllowed?: ((address: string) => boolean) | undefined
  /** Certificates to trust, for a server of a test. */
  ca?: string | undefined
  timeoutMs?: number | undefined
}

type OutboundCall = OutboundOptions & {
  method?: 'GET' | 'HEAD' | 'POST'
  headers: Record<string, string>
  body?: string | Buffer
  /** Default: a connection of its own */
  agent?: Agent | undefined
  /** Whether http is allowed: for hosts that the operator has named. */
  isPlainAllowed?: boolean
}

type OutboundRequest = OutboundCall & {
  /** The answer is read up to here. */
  bytesMax: number
  /** Whether a longer answer is cut instead of refused. */
  isCut?: boolean
}

export type OutboundAnswer = { status: number; headers: IncomingMessage['headers']; body: Buffer }

const TIMEOUT_MS = 5_000

/** Calls a host that a third party has chosen, and reads the answer. */
export async function sendOutbound(url: URL, request: OutboundRequest): Promise<OutboundAnswer> {
  return readAnswer(await openOutbound(url, request), request)
}

/**
 * Calls a host that a third party has chosen; the answer is still to be read. The address is checked where the
 * connection is made, so that a name cannot resolve to another one afterwards; redirects are not followed.
 */
export async function openOutbound(url: URL, request: OutboundCall): Promise<IncomingMessage> {
  const { isAllowed = isPublicAddress, isPlainAllowed = false } = request
  if (url.protocol !== 'https:' && !(isPlainAllowed && url.protocol === 'http:'))
    throw new Error('only https is called')
  const host = url.hostname.replace(/^\[|\]$/g, '')
  if (isIP(host) !== 0 && !isAllowed(host)) throw new Error('the address is not public')
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const open = (url.protocol === 'https:' ? sendSecure : sendPlain)(url, {
    method: request.method ?? 'GET',
    lookup: checkedLookup(request.lookup ?? (resolveName as LookupFunction), isAllowed),
    signal: AbortSignal.timeout(request.timeoutMs ?? TIMEOUT_MS),
    agent: request.agent ?? false,
    headers: request.headers,
    ...(request.ca && { ca: request.ca }),
  })
  open.on('error', reject).on('response', resolve)
  open.end(request.body)
  return promise
}

async function readAnswer(response: IncomingMessage, { bytesMax, isCut }: OutboundRequest): Promise<OutboundAnswer> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response) {
    size += (chunk as Buffer).length
    if (size > bytesMax && !isCut) throw new Error(`the answer is larger than ${bytesMax} bytes`)
    chunks.push(chunk as Buffer)
    if (size > bytesMax) break
  }
  const body = Buffer.concat(chunks).subarray(0, bytesMax)
  return { status: response.statusCode ?? 502, headers: response.headers, body }
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
