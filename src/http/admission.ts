import { authorize, type Caller } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { andThen } from '#core/andThen.ts'
import type { LimitClass, Operation } from '#core/Operation.ts'
import type { Authenticate, Limit, Verdict } from '#core/ports.ts'
import { resourceOf } from '#core/Resource.ts'
import { withTimeout } from '#core/withTimeout.ts'
import { clientAddress, type TrustedProxies } from './clientAddress.ts'
import { secretOf } from './credentials.ts'
import { type Exchange, isPublicRead } from './Exchange.ts'
import type { Hosts } from './hosts.ts'

export type Admission = {
  authenticate: Authenticate
  limit: Limit
  hosts: Hosts
  proxies: TrustedProxies
  /** Called with a peer whose `X-Forwarded-For` is ignored because it is not a trusted proxy. */
  ignoredForwarding?(peer: string): void
}

/** Refuses unknown hosts, origins that are not allowed and unacceptable media types, before anything is read or counted. */
export function checkSurroundings(exchange: Exchange, hosts: Hosts): void {
  checkSite(exchange, hosts)
  checkAccept(exchange.header('accept'), exchange.operation)
}

/** Refuses unknown hosts and origins that are not allowed, also on unknown paths. */
export function checkSite(exchange: Exchange, hosts: Hosts): void {
  if (!exchange.operation?.anyHost && !hosts.isOurs(exchange.header('host') ?? new URL(exchange.request.url).host))
    throw new ApiError('permission_denied', 'Unknown host name. Use the base URL of the service.')
  checkOrigin(exchange, hosts)
}

function checkOrigin(exchange: Exchange, hosts: Hosts): void {
  const { headers } = exchange
  const isPublic = isPublicRead(exchange)
  // Sent without an Origin header too, because a cache may serve the response to a page.
  if (isPublic) headers['access-control-allow-origin'] = '*'
  const origin = exchange.header('origin')
  if (origin === undefined) return
  if (!isPublic) {
    if (!hosts.isAllowedOrigin(origin))
      throw new ApiError('permission_denied', 'Origin not allowed. Ask the operator to add it to ALLOWED_ORIGINS.')
    headers['access-control-allow-origin'] = origin
    headers['vary'] = 'origin'
  }
  headers['access-control-expose-headers'] = EXPOSED
}

const EXPOSED = [
  'x-request-id, ratelimit, ratelimit-policy, retry-after, etag, link, idempotency-replayed',
  'www-authenticate, mcp-protocol-version, mcp-session-id, a2a-version, a2a-extensions',
].join(', ')

function checkAccept(accept: string | undefined, operation: Operation | undefined): void {
  if (accept === undefined || accept === '*/*' || accept === 'application/json' || operation?.body === 'raw') return
  const [own = JSON_TYPE] = (operation?.contentType ?? JSON_TYPE).split(';', 1)
  const types = [own, ...(operation?.json ? [JSON_TYPE] : [])]
  const ranges = accept.split(',').filter((part) => part.trim() !== '')
  const wanted = ranges.filter((part) => !REFUSED.test(part)).map((part) => part.split(';', 1)[0]?.trim().toLowerCase())
  const good = new Set(['*/*', ...types.flatMap((type) => [type, `${type.split('/', 1)[0]}/*`])])
  if (ranges.length === 0 || wanted.some((one) => good.has(one ?? ''))) return
  const headers = types.map((type) => `"Accept: ${type}"`).join(' or ')
  throw new ApiError(
    'invalid_argument',
    `This path returns ${types.join(' or ')}. Send ${headers}, or omit the header.`,
  )
}

const JSON_TYPE = 'application/json'
const REFUSED = /;\s*q=0(?:\.0*)?\s*(?:;|$)/i

type Turn = (caller: Caller) => Promise<void>

/**
 * Authenticates the caller, counts the call against their rate limit, then authorizes it. Calls that the same database
 * answer authenticates continue in turn by caller, including refused ones.
 */
export function admit(exchange: Exchange, admission: Admission, turn: Turn): void | Promise<void> {
  const { operation } = exchange
  if (!operation) return
  const forwarded = exchange.header('x-forwarded-for') ?? null
  const address = clientAddress(exchange.peer, forwarded, admission.proxies)
  if (forwarded !== null && address === clientAddress(exchange.peer, null, admission.proxies))
    admission.ignoredForwarding?.(exchange.peer)
  const anonymous: Caller = { kind: 'anonymous', address }
  if (operation.access.kind === 'none') return settle(exchange, operation, { admission, caller: anonymous })
  const identified = identify(exchange, admission, anonymous)
  if (!(identified instanceof Promise)) return settle(exchange, operation, { admission, caller: identified })
  return identified.then(async (caller) => {
    await turn(caller)
    return settle(exchange, operation, { admission, caller })
  })
}

function settle(
  exchange: Exchange,
  operation: Operation,
  { admission, caller }: { admission: Admission; caller: Caller },
): void | Promise<void> {
  exchange.caller = caller
  const limitClass = limitOf(exchange, operation)
  if (limitClass === undefined) return letIn(exchange, operation)
  return andThen(draw(exchange, admission, limitClass), () => letIn(exchange, operation))
}

/** The class counted here; an invalid credential is counted even where the operation counts by itself. */
function limitOf({ request, failure }: Exchange, { limit }: Operation): LimitClass | undefined {
  if (typeof limit === 'function') return limit(request)
  if (limit === 'own') return failure ? 'read' : undefined
  return limit === 'none' ? undefined : limit
}

/** Counts one call, and reports the remaining quota in the response headers. */
export function draw(exchange: Exchange, { limit }: Admission, limitClass: LimitClass): void | Promise<void> {
  return andThen(limit(exchange.caller as Caller, limitClass), (verdict) => apply(exchange, verdict))
}

function apply(exchange: Exchange, verdict: Verdict): void {
  exchange.headers['ratelimit-policy'] = `"${verdict.policy}";q=${verdict.quota};w=${verdict.windowSeconds}`
  exchange.headers['ratelimit'] = `"${verdict.policy}";r=${verdict.remaining};t=${verdict.resetSeconds}`
  if (!verdict.allowed)
    throw new ApiError('resource_exhausted', `Too many calls. Wait ${verdict.resetSeconds} s, then try again.`, {
      headers: { 'retry-after': String(verdict.resetSeconds) },
    })
}

function letIn({ failure, caller }: Exchange, operation: Operation): void {
  if (failure) throw failure
  if (caller) authorize(operation.access, caller)
}

/**
 * With optional authentication an invalid credential counts as anonymous; otherwise the 401 is sent only after rate
 * limiting, so that guessing is throttled.
 */
function identify(exchange: Exchange, admission: Admission, anonymous: Caller): Caller | Promise<Caller> {
  const isOptional = exchange.operation?.access.kind === 'optional'
  const refuse = (error: unknown): Caller => {
    if (isOptional && error instanceof ApiError && FORGIVEN.has(error.code)) return anonymous
    if (!(error instanceof ApiError) || error.code !== 'unauthenticated') throw error
    exchange.failure = error
    return anonymous
  }
  try {
    const secret = secretOf(exchange.header('authorization'), exchange.header('x-api-key'))
    if (secret === undefined) return anonymous
    const resource = resourceOf(exchange.operation?.path ?? '')
    const caller = admission.authenticate({ secret, address: anonymous.address, resource })
    if (!(caller instanceof Promise)) return caller
    return (isOptional ? withTimeout(caller, OPTIONAL_AUTH_MS, authTimeout) : caller).catch(refuse)
  } catch (error) {
    return refuse(error)
  }
}

/** Throws once the credential of the request is no longer valid for the operation. */
export function reauthenticate(exchange: Exchange, admission: Admission): void | Promise<void> {
  const { caller, operation } = exchange
  const secret = secretOf(exchange.header('authorization'), exchange.header('x-api-key'))
  if (!operation || caller === undefined || caller.kind === 'anonymous' || secret === undefined) return
  return andThen(
    admission.authenticate({ secret, address: caller.address, resource: resourceOf(operation.path) }),
    (current) => authorize(operation.access, current),
  )
}

/** Operations with optional authentication stay available while the database is down. */
const FORGIVEN = new Set<string>(['unauthenticated', 'resource_exhausted', 'unavailable'])
const OPTIONAL_AUTH_MS = 40

function authTimeout(): ApiError {
  return new ApiError('unavailable', 'Authentication took too long.')
}
