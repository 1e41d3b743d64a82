import type { Code } from './SlipwayError.ts'

/** One operation of the service, typed by its request, its response and the codes of its errors. */
export type Operation<Request = unknown, Response = unknown, Codes extends Code = Code> = Facts & {
  /** Never set: they carry the types. */
  readonly request?: Request
  readonly response?: Response
  readonly codes?: Codes
}

/** An operation whose response has further pages; `items` names its list. */
export type Paged<Request = unknown, Response = unknown, Codes extends Code = Code, Items = string> = Operation<
  Request,
  Response,
  Codes
> & { readonly items: Items }

/** An operation that sends numbered events. */
export type Streamed<Request = unknown, Response = unknown, Codes extends Code = Code, Data = unknown> = Operation<
  Request,
  Response,
  Codes
> & { readonly stream: true; readonly data?: Data }

type Facts = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  /** Left out if credentials are ignored. */
  readonly access?: 'optional' | 'open' | 'key' | 'session' | 'admin'
  readonly scope?: string
  /** Whether it honours an `Idempotency-Key`. */
  readonly idempotent?: true
  /** Whether it changes nothing, so that it can be sent again. */
  readonly safe?: true
  readonly stream?: true
  readonly items?: string
}

export type RequestOf<One> = One extends { readonly request?: infer Request } ? Request : never
export type ResponseOf<One> = One extends { readonly response?: infer Response } ? Response : never
export type CodesOf<One> = One extends { readonly codes?: infer Codes } ? Extract<Codes, Code> : never
