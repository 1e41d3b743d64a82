import { type Context, Hono } from 'hono'
import * as ApiError from '#core/ApiError.ts'
import { andThen } from '#core/andThen.ts'
import { principal } from '#core/Caller.ts'
import type { Idempotently, Served } from '#core/Door.ts'
import type { Operation } from '#core/Operation.ts'
import type { Asset, Page } from '#core/Page.ts'
import { type Admission, admit, checkSite, checkSurroundings } from './admission.ts'
import * as Prepared from './CachedBody.ts'
import { createFairQueue, type FairQueue } from './createFairQueue.ts'
import * as Exchange from './Exchange.ts'
import { readRequest } from './readRequest.ts'
import { createRequestIds } from './requestIds.ts'
import { type Performed, perform } from './runOperation.ts'
import { answer } from './sendText.ts'
import { type PageOperation, serveAsset, servePage, toOperation } from './servePage.ts'

export type Door = Admission & {
  operations: readonly Operation[]
  pages?: readonly Page[]
  assets?: readonly Asset[]
  /** The address of the metadata that says how to authenticate. */
  protectedResource?: string
  /** What a browser gets where nothing is. */
  notFound?: Page
  idempotently: Idempotently
  /** Aborted when the service is about to stop, so that no stream holds it up. */
  stopping?: AbortSignal
  /** Told once per answered request. */
  served(served: Served): void
  /** Told the cause of each answer that is our fault. */
  failed(error: unknown, requestId: string): void
  /** Where a page explains an error code. */
  helpUrl?: (code: string) => string
}

export type App = { fetch(request: Request, env?: object): Response | Promise<Response> }

/** Every operation behind one fetch handler: admit, decode, handle, encode. */
export function createApp(door: Door): App {
  const app = new Hono()
  const state = { door, nextId: createRequestIds(), queue: createFairQueue() }
  for (const [path, methods] of byPath([...door.operations, ...pagesOf(door)]))
    app.all(path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) => dispatch(context, methods, state))
  const nowhere = door.notFound && toOperation('*', servePage(door.notFound), 'read')
  app.notFound((context) => {
    const methods = nowhere && wantsHtml(context) ? new Map([['GET', nowhere]]) : NO_METHODS
    return dispatch(context, methods, state)
  })
  app.onError((error, context) => fail(Exchange.open(context, state.nextId(), undefined), door, error))
  return app
}

type Methods = ReadonlyMap<string, Operation>
const NO_METHODS: Methods = new Map()
type Params = Record<string, string>
const NO_PARAMS: Params = {}

type AppState = { door: Door; nextId: () => string; queue: FairQueue }

function pagesOf({ pages = [], assets = [] }: Door): Operation[] {
  return [
    ...pages.map((page) => toOperation(page.path, servePage(page), 'read')),
    ...assets.map((asset) => toOperation(asset.path, serveAsset(asset), 'none')),
  ]
}

function wantsHtml({ req }: Context): boolean {
  return (req.method === 'GET' || req.method === 'HEAD') && req.header('accept')?.includes('text/html') === true
}

/** By path, fixed ones before those with parameters, so that `/keys/report` is never taken for `/keys/{id}`. */
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

function dispatch(context: Context, methods: Methods, state: AppState): Response | Promise<Response> {
  const { door } = state
  const { method } = context.req
  const operation = methods.get(method === 'HEAD' ? 'GET' : method)
  const exchange = Exchange.open(context, state.nextId(), operation)
  try {
    if (!operation) return decline(exchange, methods, door)
    const done = serve(exchange, operation.path.includes('{') ? context.req.param() : NO_PARAMS, state)
    return done instanceof Promise ? done.catch((error) => fail(exchange, door, error)) : done
  } catch (error) {
    return fail(exchange, door, error)
  }
}

function serve(exchange: Exchange.Exchange, params: Params, { door, queue }: AppState): Response | Promise<Response> {
  checkSurroundings(exchange, door.hosts)
  const admitted = admit(exchange, door)
  if (!(admitted instanceof Promise)) return complete(exchange, params, door)
  return admitted.then(() => turnOf(exchange, queue)).then(() => complete(exchange, params, door))
}

/** Those who waited for the same answer go on one by one, the next of each caller in turn. */
function turnOf({ caller }: Exchange.Exchange, queue: FairQueue): Promise<void> | undefined {
  if (!caller) return undefined
  const { promise, resolve } = Promise.withResolvers<void>()
  queue.run(() => principal(caller), resolve)
  return promise
}

function complete(exchange: Exchange.Exchange, params: Params, door: Door): Response | Promise<Response> {
  const { page } = exchange.operation as Partial<PageOperation>
  if (page) return show(exchange, page(exchange, { params, query: queryOf(exchange.request.url) }), door)
  return andThen(readRequest(exchange, params), (input) => conclude(exchange, input, door))
}

function queryOf(url: string): URLSearchParams {
  const at = url.indexOf('?')
  return new URLSearchParams(at === -1 ? '' : url.slice(at))
}

async function show(exchange: Exchange.Exchange, page: Response | Promise<Response>, door: Door): Promise<Response> {
  const response = await page
  report(exchange, door, { status: response.status })
  return response
}

function conclude(exchange: Exchange.Exchange, input: unknown, door: Door): Response | Promise<Response> {
  return andThen(perform(exchange, input, door), (performed) => succeed(exchange, door, performed))
}

function succeed(exchange: Exchange.Exchange, door: Door, performed: Performed): Response | Promise<Response> {
  if (!exchange.isReported) report(exchange, door, { status: performed.status })
  if (performed instanceof Response) return withOurHeaders(performed, exchange.headers)
  const operation = exchange.operation as Operation
  const { status, body } = performed
  if (operation.document) return giveDocument(exchange, operation, String(body))
  const isJson = operation.contentType === 'application/json'
  const validate = operation.cacheControl !== undefined
  if (!isJson) exchange.headers['content-type'] = operation.contentType
  if (operation.cacheControl) exchange.headers['cache-control'] = operation.cacheControl
  return answer(exchange, { status, text: textOf(status, body, isJson), validate })
}

const TEXTS_MAX = 100
const prepared = new WeakMap<Operation, Map<string, Prepared.Prepared>>()

/** A text that was given before goes out as it was prepared then. */
function giveDocument(exchange: Exchange.Exchange, operation: Operation, text: string): Promise<Response> {
  const known = prepared.get(operation) ?? new Map<string, Prepared.Prepared>()
  prepared.set(operation, known)
  const body = known.get(text) ?? Prepared.create(text)
  if (known.size >= TEXTS_MAX) known.clear()
  known.set(text, body)
  exchange.headers['content-type'] = operation.contentType
  exchange.headers['cache-control'] = operation.cacheControl ?? 'no-store'
  return Prepared.answer(exchange, body)
}

function textOf(status: number, body: unknown, isJson: boolean): string | null {
  if (status === 204) return null
  return isJson ? JSON.stringify(body) : String(body)
}

function withOurHeaders(response: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers))
    if (!response.headers.has(name)) response.headers.set(name, value)
  return response
}

function fail(exchange: Exchange.Exchange, door: Door, thrown: unknown): Response | Promise<Response> {
  const error = ApiError.from(thrown)
  if (isWorthTelling(error)) door.failed(error.cause ?? error, exchange.requestId)
  report(exchange, door, { status: error.status, code: error.code })
  if (error.status === 401) exchange.headers['www-authenticate'] = challenge(exchange, door)
  if (door.helpUrl) exchange.headers['link'] = `<${door.helpUrl(error.code)}>; rel="help"`
  Object.assign(exchange.headers, error.headers)
  const text = JSON.stringify(exchange.operation?.failure?.(error) ?? ApiError.body(error))
  return answer(exchange, { status: error.status, text, validate: false })
}

/** Where a client learns how to authenticate; a path with a protocol of its own has a document of its own (RFC 9728). */
function challenge({ operation }: Exchange.Exchange, { protectedResource }: Door): string {
  if (protectedResource === undefined) return 'Bearer realm="slipway"'
  const path = operation?.body === 'raw' ? operation.path : ''
  return `Bearer realm="slipway", resource_metadata="${protectedResource}${path}"`
}

/** What is our fault; a part that is known to be away is told by itself, not by everyone who asks meanwhile. */
function isWorthTelling({ status, code, cause }: ApiError.ApiError): boolean {
  return status >= 500 && (code !== 'unavailable' || cause !== undefined)
}

function report(exchange: Exchange.Exchange, door: Door, outcome: Pick<Served, 'status' | 'code'>): void {
  const { operation, caller, requestId, startedAt } = exchange
  door.served({ operation, caller, requestId, durationMs: performance.now() - startedAt, ...outcome })
}

/** What no operation takes: a preflight, an unknown path or a method the path does not have. */
function decline(exchange: Exchange.Exchange, methods: Methods, door: Door): Response {
  if (methods.size > 0 && exchange.request.method === 'OPTIONS') return preflight(exchange, methods, door)
  checkSite(exchange, door.hosts)
  if (methods.size > 0) throw methodNotAllowed(methods)
  const message = 'There is nothing at this path. GET /api/developer/openapi.json lists every path served.'
  throw new ApiError.ApiError('not_found', message)
}

function preflight(exchange: Exchange.Exchange, methods: Methods, door: Door): Response {
  exchange.operation = methods.get(exchange.header('access-control-request-method') ?? 'GET')
  checkSurroundings(exchange, door.hosts)
  report(exchange, door, { status: 204 })
  return new Response(null, {
    status: 204,
    headers: {
      ...exchange.headers,
      allow: allowed(methods),
      'access-control-allow-methods': allowed(methods),
      'access-control-allow-headers': 'authorization, content-type, idempotency-key, last-event-id, x-api-key',
      'access-control-max-age': '7200',
    },
  })
}

function methodNotAllowed(methods: Methods): ApiError.ApiError {
  const allow = allowed(methods)
  const options = { status: 405, headers: { allow } }
  return new ApiError.ApiError('unimplemented', `This path does not take this method. Use ${allow}.`, options)
}

function allowed(methods: Methods): string {
  return [...methods.keys(), ...(methods.has('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
}
