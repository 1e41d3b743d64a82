import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { createInterface } from 'node:readline'
import type { Cluster } from './Cluster.ts'

type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: string
  body?: object
  /** The media type of the body. Default: application/json */
  type?: 'application/merge-patch+json' | 'application/apply-patch+yaml'
}

const TIMEOUT_MS = 30_000
const MESSAGE_LENGTH_MAX = 500

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
  const text = Buffer.concat(await response.toArray()).toString()
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
    for await (const line of createInterface({ input: response })) if (line) yield JSON.parse(line)
  } finally {
    response.destroy()
  }
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
  const outgoing = request(new URL(path, cluster.server), { method, headers, signal, ca: cluster.ca }, resolve)
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
