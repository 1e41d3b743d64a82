import type { EthereumProvider } from 'hardhat/types/providers'

type Id = string | number | null
type Failure = { code: number; message: string; data?: unknown }
type Answer = { jsonrpc: '2.0'; id: Id } & ({ result: unknown } | { error: Failure })
type Request = { id?: Id; method: string; params: readonly unknown[] }

const BATCH_MAX = 1_000
const PARSE_ERROR = -32_700
const INVALID_REQUEST = -32_600
const INTERNAL_ERROR = -32_603

/** Answers one request or a batch in order; undefined if no answer is expected. */
export async function answer(provider: EthereumProvider, text: string): Promise<Answer | Answer[] | undefined> {
  const body = parse(text)
  if (body === undefined) return failure(null, { code: PARSE_ERROR, message: 'The body is not JSON.' })
  return Array.isArray(body) ? answerBatch(provider, body) : answerOne(provider, body)
}

async function answerBatch(provider: EthereumProvider, batch: unknown[]): Promise<Answer | Answer[] | undefined> {
  if (batch.length === 0 || batch.length > BATCH_MAX)
    return failure(null, { code: INVALID_REQUEST, message: `A batch must have 1 to ${BATCH_MAX} requests.` })
  const answers: Answer[] = []
  for (const request of batch) {
    const one = await answerOne(provider, request)
    if (one !== undefined) answers.push(one)
  }
  return answers.length > 0 ? answers : undefined
}

async function answerOne(provider: EthereumProvider, body: unknown): Promise<Answer | undefined> {
  const request = readRequest(body)
  if (request === undefined)
    return failure(null, {
      code: INVALID_REQUEST,
      message: 'A request needs a method and, optionally, an array of params.',
    })
  const { id, method } = request
  const outcome = await provider.request({ method, params: placeInTime(request) }).then(
    (result: unknown) => ({ result }),
    (error: unknown) => ({ error: describeError(error) }),
  )
  return id === undefined ? undefined : { jsonrpc: '2.0', id, ...outcome }
}

/**
 * Estimates use the pending block: on a chain that mines on demand, the last block may be an hour old, and code that
 * reads the clock may need more gas in the next block.
 */
function placeInTime({ method, params }: Request): readonly unknown[] {
  const [transaction, block = 'latest', ...rest] = params
  return method === 'eth_estimateGas' && block === 'latest' ? [transaction, 'pending', ...rest] : params
}

function readRequest(body: unknown): Request | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const { id, method, params = [] } = body as { id?: unknown; method?: unknown; params?: unknown }
  if (typeof method !== 'string' || !Array.isArray(params)) return undefined
  if (id === undefined) return { method, params }
  return id === null || typeof id === 'string' || typeof id === 'number' ? { id, method, params } : undefined
}

/** Code and message of the chain's error; revert data as plain hex, where clients expect it. */
function describeError(error: unknown): Failure {
  const { code, message, data } = error as { code?: unknown; message?: unknown; data?: unknown }
  const bytes = typeof data === 'object' && data !== null ? (data as { data?: unknown }).data : data
  return {
    code: typeof code === 'number' ? code : INTERNAL_ERROR,
    message: String(message),
    ...(typeof bytes === 'string' && { data: bytes }),
  }
}

function failure(id: Id, error: Failure): Answer {
  return { jsonrpc: '2.0', id, error }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
