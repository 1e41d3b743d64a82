import { translated } from '../document/translated.ts'

/** An answer that is not 2xx, or none at all (`code` is then `unreachable`). */
export class RequestFailure extends Error {
  override readonly name = 'RequestFailure'
  readonly code: string
  readonly status: number
  readonly requestId: string | undefined

  constructor(
    message: string,
    { code, status = 0, requestId }: { code: string; status?: number; requestId?: string | undefined },
  ) {
    super(message)
    this.code = code
    this.status = status
    this.requestId = requestId
  }
}

type Options = {
  signal?: AbortSignal
  headers?: Record<string, string>
  method?: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  body?: unknown
}

const PATIENCE_MS = 20_000

/** Calls the service and decodes its JSON. */
export async function request<Answer>(
  url: string,
  { signal, headers, method = 'GET', body }: Options = {},
): Promise<Answer> {
  const response = await fetch(url, {
    method,
    signal: AbortSignal.any([AbortSignal.timeout(PATIENCE_MS), ...(signal ? [signal] : [])]),
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  }).catch((error: unknown) => {
    if (signal?.aborted) throw error
    throw new RequestFailure('Slipway does not answer. Check your connection.', { code: 'unreachable' })
  })
  if (response.status === 204) return undefined as Answer
  const answer: unknown = await response.json().catch(() => undefined)
  if (response.ok && answer !== undefined) return answer as Answer
  throw failureOf(response, answer)
}

function failureOf(response: Response, answer: unknown): RequestFailure {
  const { code = 'internal', message } = (answer ?? {}) as { code?: string; message?: string }
  const requestId = response.headers.get('x-request-id') ?? undefined
  const words = message ?? `Slipway answered with ${response.status}.`
  return new RequestFailure(inLanguage(words, code), { code, status: response.status, requestId })
}

/** Messages of the API are in English. A page in another language says first what the code means. */
function inLanguage(words: string, code: string): string {
  const kind = translated(`error ${code}`)
  return translated(words) === words && !kind.startsWith('error ') ? `${kind} (${words})` : words
}

/** A path with its query; what is undefined is left out. */
export function urlOf(path: string, query: Record<string, string | number | undefined>): string {
  const pairs = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]))
  return pairs.length === 0 ? path : `${path}?${new URLSearchParams(pairs)}`
}
