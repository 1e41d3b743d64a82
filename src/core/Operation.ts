import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Access, Caller } from './Access.ts'
import type { ApiError, Code } from './ApiError.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * The rate-limit bucket of a call; the configuration sets its size. `control` is for calls that end something, such as
 * a box or a key: they must work while the caller's other buckets are empty.
 */
export type LimitClass = 'read' | 'build' | 'write' | 'control' | 'auth' | 'stream'

/** The outcome of a call inside a request, for logs, usage and metrics. */
export type Outcome = {
  name: string
  status: number
  code?: Code
  durationMs: number
  /** The cause of an internal error, for the log only. */
  cause?: unknown
}

/** The context of a call: everything a handler gets besides its request. */
export type Call = {
  requestId: string
  caller: Caller
  /** Aborted when the caller disconnects or the service stops; for streams and long waits. */
  signal(): AbortSignal
  /** The raw request, for headers and other parts outside its schema. */
  raw: Request
  /** The body of an operation with `body: 'raw'`; empty elsewhere. */
  bytes: Uint8Array
  /** Throws if the caller's credentials are no longer valid; for work that outlives the request. */
  reauthenticate(): void | Promise<void>
  /** Takes one call of a class from the caller's bucket or throws `resource_exhausted`; for `limit: 'own'`. */
  take(limitClass: LimitClass): void | Promise<void>
  /** Reports a call inside this request under its own name, instead of the request itself. */
  report(outcome: Outcome): void
  /** The `Idempotency-Key`, for operations with `idempotent: 'own'`. */
  idempotencyKey?: string
  /** Set when an `Idempotency-Key` was sent: write in it, so that key and effect commit together. */
  transaction?: Transaction<unknown>
  /**
   * Runs `work` after `transaction` commits, and never if it rolls back. Without one it runs at once, so call it after
   * your own commit.
   */
  afterCommit(work: () => void): void
}

export type Example = { summary: string; request?: unknown; response?: unknown }

export type Deprecation = {
  /** The first day, `2026-01-31`. */
  since: string
  /** The day from which the operation may be gone. */
  sunset: string
  /** The replacement, as a sentence: `Use GET /api/keys.` */
  use: string
}

type Described = {
  /** Unique and stable: the OpenAPI operationId and the name in logs, limits and usage. */
  name: string
  method: Method
  /** As OpenAPI writes it: `/api/developer/keys/{id}`. Path, query and body arrive as one request object. */
  path: string
  summary: string
  description?: string
  tag: string
  access: Access
  /**
   * The bucket of a call, or a function that derives it from the request. `own`: the operation calls `take` itself.
   * `none`: for liveness probes, which must not fail because another caller is busy.
   */
  limit: LimitClass | 'none' | 'own' | ((request: Request) => LimitClass)
  /** Codes besides those of every operation (invalid_argument, internal, resource_exhausted and those of its access). */
  errors: readonly Code[]
  examples?: readonly Example[]
  maxBodyBytes?: number
  timeoutMs?: number
  /** `Cache-Control` of a successful response, which then also gets an ETag. */
  cacheControl?: string
  /**
   * Names the state of everything that the response depends on besides the request. A response is sent again from memory
   * while the name stays the same. Only for JSON that is the same for every caller.
   */
  revision?: () => Promise<string>
  /** Added to a successful response, such as `vary` and `link`. */
  headers?: Readonly<Record<string, string>>
  /**
   * A creating POST that honours `Idempotency-Key`; `redact` removes secrets from the response before it is stored. With
   * `own` the operation stores the key itself, in the row it creates.
   */
  idempotent?: true | 'own' | { redact: (body: never) => unknown }
  /**
   * Ignores unknown query parameters, which other operations refuse: for documents, where they bust caches, and for
   * protocols that may add parameters.
   */
  ignoresUnknownQuery?: true
  /** Announced in headers and in the OpenAPI document; also list it in docs/changes.md. */
  deprecated?: Deprecation
  /** Accepts any `Host`, for probes that call a replica by its address. */
  anyHost?: true
}

type Handled<Request extends z.ZodType, Response extends z.ZodType> = Described & {
  request: Request
  response: Response
  /** Default: 200. 204 sends no body. */
  status?: 200 | 201 | 202 | 204
  /** Default: `application/json`. Any other type sends the response string unchanged. */
  contentType?: string
  handle(request: z.output<Request>, call: Call): Promise<z.output<Response>> | z.output<Response>
}

/** How a protocol formats an error, including errors raised before the handler; the status is unchanged. */
export type FailureFormat = { schema: z.ZodType; of(error: ApiError): unknown }

type Raw = Described & {
  /** With a raw body: path and query only. */
  request: z.ZodType
  response: z.ZodType
  contentType: string
  /** Passes the body as bytes and ignores `Accept`; for protocols with their own format. */
  body?: 'raw'
  failure?: FailureFormat
  /** Refuses in plain text as well, for a person in a browser. */
  refusesInText?: true
  /** The JSON alternative, for requests that ask for it. */
  json?: z.ZodType
  status?: 200 | 201 | 202 | 204
  /** For responses with their own framing: streams, images, protocols. */
  respond(request: unknown, call: Call): Promise<Response> | Response
}

type Text = Described & {
  contentType?: string
  response: z.ZodType
  cacheControl: string
}

/** One HTTP endpoint, as data. */
export type Operation = Described & {
  request: z.ZodType
  response: z.ZodType
  status: 200 | 201 | 202 | 204
  contentType: string
  json?: z.ZodType
  body?: 'raw'
  failure?: FailureFormat
  refusesInText?: true
  handle?: (request: never, call: Call) => unknown
  document?: (request: never, call: Call) => string
  respond?: (request: never, call: Call) => Promise<Response> | Response
}

export const Empty = z.strictObject({})

/** The `cacheControl` of public data that changes at any time: caches ask each time whether their copy is current. */
export const REVALIDATED = 'public, no-cache'

/** An operation whose handler is typed by its schemas: it gets the decoded request and returns the decoded response. */
export function define<Request extends z.ZodType, Response extends z.ZodType>(
  operation: Handled<Request, Response>,
): Operation {
  return { status: 200, contentType: 'application/json', ...operation }
}

export function defineRaw<Request extends z.ZodType>(
  operation: Omit<Raw, 'request' | 'respond'> & {
    request: Request
    respond(request: z.output<Request>, call: Call): Promise<Response> | Response
  },
): Operation {
  return { status: 200, ...operation }
}

/** An operation that returns a rarely changing text, cached in compressed form until it changes. */
export function defineDocument<Request extends z.ZodType>(
  operation: Text & { request: Request; document(request: z.output<Request>, call: Call): string },
): Operation {
  return { status: 200, contentType: 'application/json', ignoresUnknownQuery: true, ...operation }
}
