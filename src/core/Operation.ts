import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Access, Caller } from './Access.ts'
import type { ApiError, Code } from './ApiError.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Which bucket a call draws from; the figures stand in the configuration. */
export type LimitClass = 'read' | 'build' | 'write' | 'auth' | 'stream'

/** How a call that is part of a request ended, for logs, usage and metrics. */
export type Outcome = {
  name: string
  status: number
  code?: Code
  durationMs: number
  /** Of what is our fault; goes to the log only. */
  cause?: unknown
}

/** What a handler knows about the call beside its request. */
export type Call = {
  requestId: string
  caller: Caller
  /** Aborted once the caller is gone or the service is about to stop: for streams and long waits. */
  signal(): AbortSignal
  /** The request as it came, for what is not in its schema, such as its headers. */
  raw: Request
  /** The body of an operation with `body: 'raw'`; empty elsewhere. */
  bytes: Uint8Array
  /** Throws once what the caller presented no longer lets it in: for what goes on long after the request. */
  reauthenticate(): void | Promise<void>
  /** Draws one call of a class from the caller's bucket, or throws `resource_exhausted`: for operations with `limit: 'own'`. */
  take(limitClass: LimitClass): void | Promise<void>
  /** Tells of a call inside this request under its own name, which then stands for the request itself. */
  report(outcome: Outcome): void
  /** The `Idempotency-Key` of an operation that keeps it itself. */
  idempotencyKey?: string
  /** Set when an `Idempotency-Key` was sent: the effect belongs in it, so that key and effect commit together. */
  transaction?: Transaction<unknown>
  /**
   * Runs `work` after `transaction` commits, and never if it rolls back. Without one it runs at once, so call it after
   * your own commit.
   */
  afterCommit(work: () => void): void
}

export type Example = { summary: string; request?: unknown; response?: unknown }

type Described = {
  /** Unique and stable; the OpenAPI operationId, the name in logs, limits and usage. */
  name: string
  method: Method
  /** As OpenAPI writes it: `/api/developer/keys/{id}`. Path, query and body arrive as one request object. */
  path: string
  summary: string
  description?: string
  tag: string
  access: Access
  /**
   * What a call costs, where it depends on the request by that. `own` draws by itself, with `take`. `none` is for what
   * tells whether the process lives: a busy neighbour must not make it look dead.
   */
  limit: LimitClass | 'none' | 'own' | ((request: Request) => LimitClass)
  /** Codes beyond those every operation may answer (invalid_argument, internal, resource_exhausted and those of its access). */
  errors: readonly Code[]
  examples?: readonly Example[]
  maxBodyBytes?: number
  timeoutMs?: number
  /** `Cache-Control` of a good answer; an answer with one also gets an ETag. */
  cacheControl?: string
  /**
   * A creating POST that honours `Idempotency-Key`; `redact` removes secrets from the answer before it is stored. With
   * `own` the operation keeps the key itself, in the row it makes.
   */
  idempotent?: true | 'own' | { redact: (body: never) => unknown }
  /**
   * Leaves fields of the query aside that it does not know, which are refused elsewhere: for documents, whose caches are
   * told apart by them, and for protocols that may come to say more there.
   */
  ignoresUnknownQuery?: true
}

type Handled<Request extends z.ZodType, Response extends z.ZodType> = Described & {
  request: Request
  response: Response
  /** 200 unless said otherwise; 204 sends no body. */
  status?: 200 | 201 | 202 | 204
  /** `application/json` unless said otherwise; anything else sends the response string as it is. */
  contentType?: string
  handle(request: z.output<Request>, call: Call): Promise<z.output<Response>> | z.output<Response>
}

type Raw = Described & {
  /** With a raw body, path and query only. */
  request: z.ZodType
  response: z.ZodType
  contentType: string
  /** Hands the body over as bytes, of any type, and leaves `Accept` to the operation: for protocols with a form of their own. */
  body?: 'raw'
  /** The form in which such a protocol tells of a failure, also of one at the door; the status stays ours. */
  failure?(error: ApiError): unknown
  /** What it answers as JSON instead, where the request asks for that. */
  json?: z.ZodType
  status?: 200 | 201 | 202 | 204
  /** Brings its own framing: streams, images, protocols that fix their own body. */
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
  failure?: (error: ApiError) => unknown
  handle?: (request: never, call: Call) => unknown
  document?: (request: never, call: Call) => string
  respond?: (request: never, call: Call) => Promise<Response> | Response
}

export const Empty = z.strictObject({})

/** An operation whose handler is typed from its schemas: it gets the decoded request and returns the decoded response. */
export function define<Request extends z.ZodType, Response extends z.ZodType>(
  operation: Handled<Request, Response>,
): Operation {
  return { status: 200, contentType: 'application/json', ...operation }
}

/** An operation that answers with a raw `Response`. */
export function defineRaw<Request extends z.ZodType>(
  operation: Omit<Raw, 'request' | 'respond'> & {
    request: Request
    respond(request: z.output<Request>, call: Call): Promise<Response> | Response
  },
): Operation {
  return { status: 200, ...operation }
}

/** An operation that answers a text which seldom changes: it is sent as it is, and kept compressed while it stays the same. */
export function defineDocument<Request extends z.ZodType>(
  operation: Text & { request: Request; document(request: z.output<Request>, call: Call): string },
): Operation {
  return { status: 200, contentType: 'application/json', ignoresUnknownQuery: true, ...operation }
}
