import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { type Cluster, urlOf } from './Cluster.ts'

type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** The media type of the body. Default: application/json */
  type?: 'application/merge-patch+json' | 'application/apply-patch+yaml'
}

const TIMEOUT_MS = 30_000
const MESSAGE_LENGTH_MAX = 500
/** etcd stores objects of at most 1.5 MiB. */
const ANSWER_BYTES_MAX = 4 * 2 ** 20

/** A refusal of the API server. */
class ClusterError extends Error {
  override readonly name = 'ClusterError'
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** One call of the API server. */
export async function callCluster<Answer>(cluster: Cluster, call: Call): Promise<Answer> {
  const response = await open(cluster, call, AbortSignal.timeout(TIMEOUT_MS))
  const text = await textOf(response)
  const { statusCode = 0 } = response
  if (statusCode >= 300)
    throw new ClusterError(statusCode, `${call.method} ${call.path}: ${statusCode} ${saidIn(text)}`)
  return JSON.parse(text) as Answer
}

/** The changes of one object, as the API server reports them, until the watch ends. */
export async function* watchObject<Object>(
  cluster: Cluster,
  { path, name, version }: { path: string; name: string; version: string },
  signal: AbortSignal,
): AsyncGenerator<{ type: string; object: Object }> {
  const query = new URLSearchParams({
    watch: 'true',
    fieldSelector: `metadata.name=${name}`,
    resourceVersion: version,
    timeoutSeconds: '60',
  })
  const response = await open(cluster, { method: 'GET', path: `${path}?${query}` }, signal)
  try {
    for await (const line of linesOf(response)) if (line) yield JSON.parse(line)
  } finally {
    response.destroy()
  }
}

async function textOf(response: IncomingMessage): Promise<string> {
  const parts: Buffer[] = []
  let bytes = 0
  for await (const part of response as AsyncIterable<Buffer>) {
    bytes += part.length
    if (bytes > ANSWER_BYTES_MAX) throw tooLong()
    parts.push(part)
  }
  return Buffer.concat(parts).toString()
}

/** The lines of an answer without end; each is bounded. */
async function* linesOf(response: IncomingMessage): AsyncGenerator<string> {
  let rest = ''
  for await (const part of response.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + part).split('\n')
    rest = lines.pop() ?? ''
    if (rest.length > ANSWER_BYTES_MAX) throw tooLong()
    yield* lines
  }
  yield rest
}

function tooLong(): Error {
  return new Error(`The API server sent more than ${ANSWER_BYTES_MAX / 2 ** 20} MiB.`)
}

async function open(
  cluster: Cluster,
  { method, path, body, type }: Call,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const authorization = `Bearer ${await cluster.token()}`
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const headers = {
    authorization,
    accept: 'application/json',
    ...(body && { 'content-type': type ?? 'application/json' }),
  }
  const outgoing = request(urlOf(cluster, path), { method, headers, signal, ca: cluster.ca }, resolve)
  outgoing.on('error', reject)
  outgoing.end(body && JSON.stringify(body))
  return promise
}

/** The message of a refusal, which is a Status object or plain text. */
function saidIn(text: string): string {
  try {
    return String((JSON.parse(text) as { message?: unknown }).message).slice(0, MESSAGE_LENGTH_MAX)
  } catch {
    return text.slice(0, MESSAGE_LENGTH_MAX)
  }
}
