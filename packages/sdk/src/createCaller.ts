import { type CredentialOptions, createCredentials } from './createCredentials.ts'
import type { Operation } from './Operation.ts'
import { withRetries } from './retry.ts'
import { type ClientCode, type Code, readError, SlipwayError } from './SlipwayError.ts'
import { toRequest } from './toRequest.ts'

export type ClientOptions = CredentialOptions & {
  /** The origin of the service, such as `https://slipway.example`. */
  url: string
  /** Default: the global `fetch`. */
  fetch?: (url: string, init: RequestInit) => Promise<Response>
  /** How often a call is sent at most. Default: 4. */
  attempts?: number
  /** How long one attempt may take. Default: 60,000. */
  timeoutMs?: number
}

export type CallOptions = {
  signal?: AbortSignal | undefined
  /** Default: a new one for each call; the attempts of a call share it. */
  idempotencyKey?: string | undefined
  headers?: Readonly<Record<string, string>> | undefined
}

/** Calls one operation; for programs that use a few of them and want a small bundle. */
export type Caller = {
  <Request, Answer, Codes extends Code>(
    operation: Operation<Request, Answer, Codes>,
    request: Request,
    options?: CallOptions,
  ): Promise<Answer>
  /** The response itself, for streams; throws if it is not 2xx. */
  open(operation: Operation, request: object, options?: CallOptions): Promise<Response>
  readonly url: string
}

/** Creates a function that calls operations: with credentials, retries and idempotency keys. */
export function createCaller(options: ClientOptions): Caller {
  const url = options.url.replace(/\/+$/, '')
  const { attempts = 4 } = options
  const credentials = createCredentials({ ...options, url }, (operation, request) => call(operation, request))
  const send = createSend({ ...options, url })

  function open(operation: Operation, request: object, given: CallOptions = {}): Promise<Response> {
    const idempotencyKey = given.idempotencyKey ?? (operation.idempotent ? crypto.randomUUID() : undefined)
    const run = async () => {
      const headers = { ...(await credentials(operation)), ...given.headers }
      return send(operation, request, { ...given, headers, idempotencyKey })
    }
    return withRetries(run, { operation, attempts, signal: given.signal })
  }

  async function call(operation: Operation, request: object, given?: CallOptions): Promise<unknown> {
    const response = await open(operation, request, given)
    if (response.status === 204) return undefined
    const isJson = /[/+]json/.test(response.headers.get('content-type') ?? '')
    return isJson ? response.json() : response.text()
  }

  return Object.assign(call, { open, url }) as Caller
}

type Send = (operation: Operation, request: object, options: CallOptions) => Promise<Response>

/** Sends a call once; throws unless the response is 2xx. */
function createSend({ url, timeoutMs = 60_000, fetch: send = fetch }: ClientOptions): Send {
  return async (operation, request, { signal, idempotencyKey, headers }) => {
    const { url: address, body } = toRequest(url, operation, request as Record<string, unknown>)
    const timer = operation.stream ? undefined : AbortSignal.timeout(timeoutMs)
    const init: RequestInit = {
      method: operation.method,
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
        ...headers,
      },
      ...(body !== undefined && { body }),
      signal: either(signal, timer),
    }
    const response = await send(address, init).catch((error: unknown) => {
      throw signal?.aborted ? error : unanswered(error, timer?.aborted === true)
    })
    if (!response.ok) throw await readError(response)
    return response
  }
}

function either(one: AbortSignal | undefined, other: AbortSignal | undefined): AbortSignal | null {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other ?? null)
}

const WORDS: Record<ClientCode, string> = {
  timeout: 'The service did not answer in time. Try again.',
  network: 'The service cannot be reached. Check the URL and the network.',
}

function unanswered(cause: unknown, isLate: boolean): SlipwayError {
  const code = isLate ? 'timeout' : 'network'
  return new SlipwayError(WORDS[code], { code, cause })
}
