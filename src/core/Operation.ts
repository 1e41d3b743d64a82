import type { Transaction } from 'kysely'
import { z } from 'zod'
import type { Access, Caller } from './Access.ts'
import type { Code } from './ApiError.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** Which bucket a call draws from; the figures stand in the configuration. */
export type LimitClass = 'read' | 'build' | 'write' | 'auth' | 'stream'

/** What a handler knows about the call beside its request. */
export type Call = {
  requestId: string
  caller: Caller
  /** Aborted once the caller is gone or the service is about to stop: for streams and long waits. */
  signal(): AbortSignal
  /** The request as it came, for what is not in its schema (headers, raw body of `respond`). */
  raw: Request
  /** Set when an `Idempotency-Key` came: the effect must happen in it, so that key and effect stand or fall together. */
  transaction?: Transaction<unknown>
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
  /** `none` for what tells whether the process lives: a busy neighbour must not make it look dead. */
  limit: LimitClass | 'none'
  /** Codes beyond those every operation may answer (invalid_argument, internal, resource_exhausted and those of its access). */
  errors: readonly Code[]
  examples?: readonly Example[]
  maxBodyBytes?: number
  timeoutMs?: number
  /** `Cache-Control` of a good answer; an answer with one also gets an ETag. */
  cacheControl?: string
  /** A creating POST that honours `Idempotency-Key`; `redact` removes secrets from the answer before it is stored. */
  idempotent?: true | { redact: (body: never) => unknown }
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
  request: z.ZodType
  response: z.ZodType
  contentType: string
  /** What it answers as JSON instead, where the request asks for that. */
  json?: z.ZodType
  status?: 200 | 201 | 202 | 204
  /** Brings its own framing: streams, images, protocols that fix their own body. */
  respond(request: unknown, call: Call): Promise<Response> | Response
}

/** One HTTP endpoint, as data. */
export type Operation = Described & {
  request: z.ZodType
  response: z.ZodType
  status: 200 | 201 | 202 | 204
  contentType: string
  json?: z.ZodType
  handle?: (request: never, call: Call) => unknown
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
