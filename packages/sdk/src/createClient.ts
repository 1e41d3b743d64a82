import { type Caller, type CallOptions, type ClientOptions, createCaller } from './createCaller.ts'
import { type Event, type FollowOptions, followEvents } from './followEvents.ts'
import type { CodesOf, Operation, RequestOf, ResponseOf, Streamed } from './Operation.ts'
import * as operations from './operations.generated.ts'
import { type ClientCode, SlipwayError } from './SlipwayError.ts'

type Operations = typeof operations
type NameOf<Kind> = { [Name in keyof Operations]: Operations[Name] extends Kind ? Name : never }[keyof Operations]
type StreamName = NameOf<{ readonly stream: true }>
type PagedName = NameOf<{ readonly items: string }>
type CallName = Exclude<keyof Operations, StreamName>

/** A request without required fields can be left out. */
type Arguments<One, Options> =
  Record<never, never> extends RequestOf<One>
    ? [request?: RequestOf<One>, options?: Options]
    : [request: RequestOf<One>, options?: Options]

type ItemOf<One> = One extends { readonly items: infer Items extends string }
  ? ResponseOf<One> extends { [Name in Items]: readonly (infer Item)[] }
    ? Item
    : never
  : never
type DataOf<One> = One extends { readonly data?: infer Data } ? Data : never

/** Errors by their code: `if (result.error.code === 'not_found')`. */
export type Failure<Codes extends string> = Codes extends string ? SlipwayError<Codes> : never
export type Result<Response, Codes extends string> =
  | { ok: true; value: Response; error?: undefined }
  | { ok: false; error: Failure<Codes | ClientCode>; value?: undefined }

export type Client = {
  [Name in CallName]: (...given: Arguments<Operations[Name], CallOptions>) => Promise<ResponseOf<Operations[Name]>>
} & {
  /** Events; a broken stream resumes by itself. */
  [Name in StreamName]: (
    ...given: Arguments<Operations[Name], FollowOptions>
  ) => AsyncGenerator<Event<DataOf<Operations[Name]>>>
} & {
  /** The same calls, which return their error instead of throwing it. */
  try: {
    [Name in CallName]: (
      ...given: Arguments<Operations[Name], CallOptions>
    ) => Promise<Result<ResponseOf<Operations[Name]>, CodesOf<Operations[Name]>>>
  }
  /** The entries of a list, over all its pages. */
  each: {
    [Name in PagedName]: (
      ...given: Arguments<Operations[Name], CallOptions>
    ) => AsyncGenerator<ItemOf<Operations[Name]>>
  }
  call: Caller
}

/** A client with every operation as a method. */
export function createClient(options: ClientOptions): Client {
  const call = createCaller(options)
  const client: Record<string, unknown> = { call }
  const safe: Record<string, unknown> = {}
  const each: Record<string, unknown> = {}
  for (const operation of Object.values(operations) as Operation<object>[]) {
    const { name, items } = operation
    const send = (request = {}, given?: CallOptions) => call(operation, request, given)
    client[name] = operation.stream ? follower(call, operation) : send
    safe[name] = (request?: object, given?: CallOptions) => toResult(send(request, given))
    if (items !== undefined)
      each[name] = (request = {}, given?: CallOptions) => eachItem(send, { items, request, given })
  }
  return { ...client, try: safe, each } as unknown as Client
}

function follower(call: Caller, operation: Operation<object>) {
  return (request = {}, given: FollowOptions = {}) =>
    followEvents(call, operation as unknown as Streamed<object>, { ...given, request })
}

async function toResult(answer: Promise<unknown>): Promise<Result<unknown, string>> {
  try {
    return { ok: true, value: await answer }
  } catch (error) {
    if (error instanceof SlipwayError) return { ok: false, error: error as Failure<string> }
    throw error
  }
}

type Pages = { items: string; request: object; given: CallOptions | undefined }
type Page = Record<string, unknown> & { nextCursor?: string | null }

async function* eachItem(
  send: (request: object, given?: CallOptions) => Promise<unknown>,
  { items, request, given }: Pages,
): AsyncGenerator<unknown> {
  let cursor: string | null | undefined
  do {
    const page = (await send(cursor ? { ...request, cursor } : request, given)) as Page
    yield* page[items] as unknown[]
    cursor = page.nextCursor
  } while (cursor)
}
