import { type Context, Hono } from 'hono'
import * as ApiError from '#core/ApiError.ts'
import { andThen } from '#core/andThen.ts'
import { principal } from '#core/Caller.ts'
import { runFor } from '#core/currentCaller.ts'
import type { Operation } from '#core/Operation.ts'
import type { Asset, Page } from '#core/Page.ts'
import type { Idempotently, Served } from '#core/ports.ts'
import { queryOf } from '#core/queryOf.ts'
import { type SpanStart, traced } from '#core/tracing.ts'
import { type Admission, admit, checkSite, checkSurroundings } from './admission.ts'
import * as Body from './Body.ts'
import { challengeOf } from './challenge.ts'
import { type AnswerCache, createAnswerCache } from './createAnswerCache.ts'
import { type ConcurrencyLimit, createConcurrencyLimit } from './createConcurrencyLimit.ts'
import { createFairQueue, type FairQueue } from './createFairQueue.ts'
import { deprecationHeaders } from './deprecationHeaders.ts'
import * as Exchange from './Exchange.ts'
import { readRequest } from './readRequest.ts'
import { createRequestIds } from './requestIds.ts'
import { type OperationResult, runOperation } from './runOperation.ts'
import { sendJson } from './sendJson.ts'
import { mirrorOf, type PageOperation, serveAsset, servePage, toOperation } from './servePage.ts'
import { answerInTurn, limitReads, turnOf } from './turns.ts'
import { withOperationTimeout } from './withOperationTimeout.ts'

export type AppOptions = Admission & {
  operations: readonly Operation[]
  pages?: readonly Page[]
  assets?: readonly Asset[]
  /** URL of the OAuth protected-resource metadata (RFC 9728). */
  protectedResource?: string
  /** The page for browsers on unknown paths. */
  notFound?: Page
  idempotently: Idempotently
  /** Aborted when the service stops, so that open streams end. */
  stopping?: AbortSignal
  /** Called once per response. */
  served(served: Served): void
  /** Called with the cause of each 5xx response. */
  failed(error: unknown, requestId: string): void
  /** URL of the page that explains an error code. */
  helpUrl?: (code: string) => string
}

export type App = { fetch(request: Request, env?: object): Response | Promise<Response> }

/** Serves every operation from one fetch handler: admit, decode, handle, encode. */
export function createApp(options: AppOptions): App {
  const app = new Hono()
  const reads = createConcurrencyLimit({ max: READS_MAX, shared: SHARED_READS })
  const state = { options, nextId: createRequestIds(), queue: createFairQueue(), reads, answers: createAnswerCache() }
  for (const [path, methods] of byPath([...options.operations, ...pagesOf(options)]))
    for (const route of routesOf(path, methods)) app.all(route, (context) => dispatch(context, methods, state))
  const notFound = options.notFound && toOperation('*', servePage(options.notFound), 'read')
  app.notFound((context) => {
    const trimmed = withoutSlash(context)
    if (trimmed !== undefined) return context.redirect(trimmed, 308)
    const methods = notFound && wantsHtml(context) ? new Map([['GET', notFound]]) : NO_METHODS
    return dispatch(context, methods, state)
  })
  app.onError((error, context) => fail(Exchange.open(context, state.nextId(), undefined), options, error))
  return app
}

/** The path of a page may end with a slash. */
function withoutSlash(context: Context): string | undefined {
  const { pathname, search } = new URL(context.req.url)
  const isPage = wantsHtml(context) && /^\/[^/\\].*[^/]\/$/.test(pathname)
  return isPage ? `${pathname.slice(0, -1)}${search}` : undefined
}

type Methods = ReadonlyMap<string, Operation>
const NO_METHODS: Methods = new Map()
type Params = Record<string, string>
const NO_PARAMS: Params = {}

type AppState = {
  options: AppOptions
  nextId: () => string
  queue: FairQueue
  reads: ConcurrencyLimit
  answers: AnswerCache
}
/** Reads and new streams of one known caller that are handled at a time; the others wait. */
const READS_MAX = 16
/** The same while there are other callers; long polls soon stop counting. */
const SHARED_READS = { max: 2, countedMs: 20 }

function pagesOf({ pages = [], assets = [] }: AppOptions): Operation[] {
  return [
    // Mirrors first, because a parameter of a page would match their suffix too.
    ...pages.map((page) => toOperation(mirrorOf(page), servePage(page, { isMirror: true }), 'read')),
    ...pages.map((page) => toOperation(page.path, servePage(page), 'read')),
    ...assets.map((asset) => toOperation(asset.path, serveAsset(asset), 'none')),
  ]
}

function wantsHtml({ req }: Context): boolean {
  return (req.method === 'GET' || req.method === 'HEAD') && req.header('accept')?.includes('text/html') === true
}

/** By path, fixed paths first, so that `/keys/report` does not match `/keys/{id}`. */
function byPath(operations: readonly Operation[]): Map<string, Methods> {
  const paths = new Map<string, Map<string, Operation>>()
  const isFixed = ({ path }: Operation) => !path.includes('{')
  for (const operation of operations.toSorted((a, b) => Number(isFixed(b)) - Number(isFixed(a)))) {
    const methods = paths.get(operation.path) ?? new Map()
    if (methods.has(operation.method)) throw new Error(`Two operations at ${operation.method} ${operation.path}`)
    paths.set(operation.path, methods.set(operation.method, operation))
  }
  return paths
}

/** Protocol endpoints also answer with a slash at the end, which clients add to base URLs. */
function routesOf(path: string, methods: Methods): string[] {
  const route = path.replace(/\{(\w+)\}\.md$/, ':$1{[^/]+\\.md}').replaceAll(/\{(\w+)\}/g, ':$1')
  return [...methods.values()].some(({ failure }) => failure !== undefined) ? [route, `${route}/`] : [route]
}

function dispatch(context: Context, methods: Methods, state: AppState): Response | Promise<Response> {
  const { options } = state
  const { method } = context.req
  const operation = methods.get(method === 'HEAD' ? 'GET' : method)
  const exchange = Exchange.open(context, state.nextId(), operation)
  if (operation?.deprecated) Object.assign(exchange.headers, deprecationHeaders(operation.deprecated))
  return traced(
    () => spanOf(exchange),
    (span) => {
      exchange.span = span
      try {
        if (!operation) return decline(exchange, methods, options)
        const done = serve(exchange, paramsOf(context, operation), state)
        return done instanceof Promise ? done.catch((error) => fail(exchange, options, error)) : done
      } catch (error) {
        return fail(exchange, options, error)
      }
    },
  )
}

function spanOf({ request: { method }, operation, requestId, header }: Exchange.Exchange): SpanStart {
  const path = operation?.path ?? 'unknown path'
  const facts = { 'http.request.method': method, 'http.route': path, 'slipway.request_id': requestId }
  return { name: `${method} ${path}`, kind: 'server', facts, parent: header('traceparent') }
}

function paramsOf({ req }: Context, { path }: Operation): Params {
  if (!path.includes('{')) return NO_PARAMS
  const params = req.param()
  const suffixed = /\{(\w+)\}\.md$/.exec(path)?.[1]
  return suffixed === undefined ? params : { ...params, [suffixed]: (params[suffixed] ?? '').slice(0, -'.md'.length) }
}

function serve(
  exchange: Exchange.Exchange,
  params: Params,
  { options, queue, reads, answers }: AppState,
): Response | Promise<Response> {
  checkSurroundings(exchange, options.hosts)
  const admitted = admit(exchange, options, (caller) => turnOf(caller, queue))
  const reading = { params, turn: () => exchange.caller && turnOf(exchange.caller, queue) }
  const proceed = () =>
    runFor(exchange.caller ? principal(exchange.caller) : '', () => complete(exchange, reading, { options, answers }))
  if (!(admitted instanceof Promise)) return limitReads(exchange, reads, proceed)
  return admitted.then(() => limitReads(exchange, reads, proceed))
}

function complete(
  exchange: Exchange.Exchange,
  reading: Parameters<typeof readRequest>[1],
  { options, answers }: Pick<AppState, 'options' | 'answers'>,
): Response | Promise<Response> {
  const { params } = reading
  const { page } = exchange.operation as Partial<PageOperation>
  if (page) return sendPage(exchange, page(exchange, { params, query: queryOf(exchange.request.url) }), options)
  return andThen(readRequest(exchange, reading), (input) => {
    const run = () => runOperation(exchange, input, options)
    const result = exchange.operation?.revision ? withOperationTimeout(answers(exchange, run), exchange) : run()
    return answerInTurn(result, reading, (done) => succeed(exchange, options, done))
  })
}

async function sendPage(
  exchange: Exchange.Exchange,
  page: Response | Promise<Response>,
  options: AppOptions,
): Promise<Response> {
  const response = await page
  report(exchange, options, { status: response.status })
  return response
}

function succeed(
  exchange: Exchange.Exchange,
  options: AppOptions,
  result: OperationResult,
): Response | Promise<Response> {
  if (!exchange.isReported) report(exchange, options, { status: result.status })
  if (result instanceof Response) return withOurHeaders(result, exchange.headers)
  const { headers } = exchange
  const operation = exchange.operation as Operation
  const { contentType, cacheControl, headers: own } = operation
  const { status } = result
  headers['content-type'] = contentType
  if (cacheControl) headers['cache-control'] = cacheControl
  Object.assign(headers, own, own?.['vary'] && { vary: [headers['vary'], own['vary']].filter(Boolean).join(', ') })
  if (status === 204) return new Response(null, { status, headers })
  if ('encoded' in result) return Body.send(exchange, result.encoded)
  const { body } = result
  if (operation.document) return Body.send(exchange, documentCache(operation)(String(body)))
  if (contentType === 'application/json') return sendJson(exchange, body, status)
  return Body.send(exchange, Body.once(String(body), { validate: cacheControl !== undefined }), status)
}

const documents = new WeakMap<Operation, ReturnType<typeof Body.createCache>>()

function documentCache(operation: Operation): ReturnType<typeof Body.createCache> {
  const known = documents.get(operation) ?? Body.createCache()
  documents.set(operation, known)
  return known
}

function withOurHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers))
    if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}

function fail(exchange: Exchange.Exchange, options: AppOptions, thrown: unknown): Response | Promise<Response> {
  const error = ApiError.from(thrown)
  const { headers } = exchange
  if (isUnexpected(error)) options.failed(error.cause ?? error, exchange.requestId)
  report(exchange, options, { status: error.status, code: error.code })
  if (error.status === 401 || error.details?.some(({ type }) => type === 'scope'))
    headers['www-authenticate'] = challengeOf(exchange, error, options.protectedResource)
  if (options.helpUrl) headers['link'] = `<${options.helpUrl(error.code)}>; rel="help"`
  Object.assign(headers, error.headers)
  if (exchange.operation?.failure) headers['content-type'] = exchange.operation.contentType
  const text = JSON.stringify(exchange.operation?.failure?.of(error) ?? ApiError.body(error))
  return Body.send(exchange, Body.once(text, { validate: false }), error.status)
}

/** A 5xx; a known outage is logged once where it is detected, not by every request that it affects. */
function isUnexpected({ status, code, cause }: ApiError.ApiError): boolean {
  return status >= 500 && (code !== 'unavailable' || cause !== undefined)
}

function report(exchange: Exchange.Exchange, options: AppOptions, outcome: Pick<Served, 'status' | 'code'>): void {
  const { operation, caller, requestId, startedAt, span } = exchange
  span.add({ 'http.response.status_code': outcome.status })
  if (outcome.status >= 500) span.fail()
  options.served({ operation, caller, requestId, durationMs: performance.now() - startedAt, ...outcome })
}

/** Answers a preflight, an unknown path or a method the path does not have. */
function decline(exchange: Exchange.Exchange, methods: Methods, options: AppOptions): Response {
  if (methods.size > 0 && exchange.request.method === 'OPTIONS') return preflight(exchange, methods, options)
  checkSite(exchange, options.hosts)
  if (methods.size > 0) throw methodNotAllowed(methods)
  const message = 'Unknown path. GET /api/developer/openapi.json lists every path.'
  throw new ApiError.ApiError('not_found', message)
}

/** Our own headers, and those that MCP and A2A require of a client. */
const ALLOWED_HEADERS = [
  'authorization, content-type, idempotency-key, if-none-match, last-event-id, x-api-key',
  'mcp-protocol-version, mcp-session-id, mcp-method, mcp-name, traceparent, tracestate, baggage',
  'a2a-version, a2a-extensions, x-a2a-extensions',
].join(', ')

function preflight(exchange: Exchange.Exchange, methods: Methods, options: AppOptions): Response {
  exchange.operation = methods.get(exchange.header('access-control-request-method') ?? 'GET')
  checkSurroundings(exchange, options.hosts)
  report(exchange, options, { status: 204 })
  return new Response(null, {
    status: 204,
    headers: {
      ...exchange.headers,
      allow: allowed(methods),
      'access-control-allow-methods': allowed(methods),
      'access-control-allow-headers': ALLOWED_HEADERS,
      'access-control-max-age': '7200',
    },
  })
}

function methodNotAllowed(methods: Methods): ApiError.ApiError {
  const allow = allowed(methods)
  const options = { status: 405, headers: { allow } }
  return new ApiError.ApiError('unimplemented', `Method not allowed on this path. Use ${allow}.`, options)
}

function allowed(methods: Methods): string {
  return [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}
