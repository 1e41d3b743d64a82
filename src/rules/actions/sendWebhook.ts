import { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { type OutboundOptions, sendOutbound } from '#core/sendOutbound.ts'
import { VERSION } from '#core/version.ts'
import { signedHeaders } from '#rules/rules/signature.ts'
import { reachableUrl } from '#rules/rules/targetUrl.ts'

const TIMEOUT_MS = 10_000
const ANSWER_BYTES_MAX = 1_024
const SOCKETS_PER_HOST = 32

/** The end of one attempt; `status` is null without an answer. */
export type Result = { status: number | null; answer: string | null; problem: string | null }

export type WebhookTarget = {
  url: string
  /** The secrets that are valid now, newest first. */
  secrets: readonly Uint8Array[]
}

export type SendWebhook = Disposable & {
  send(target: WebhookTarget, message: { id: string; body: string }): Promise<Result>
  /** Sends a body with headers of its own, unsigned. */
  post(url: string, headers: Record<string, string>, body: string | Buffer): Promise<Result>
}

type Options = OutboundOptions & { allowedHosts: ReadonlySet<string>; now: () => number }

/** Sends signed messages to receivers that developers have chosen. */
export function createSendWebhook({ allowedHosts, now, ...outbound }: Options): SendWebhook {
  const pool = { keepAlive: true, maxSockets: SOCKETS_PER_HOST, timeout: 30_000 }
  const [plain, secure] = [new Agent(pool), new SecureAgent(pool)]
  async function post(text: string, headers: Record<string, string>, body: string | Buffer): Promise<Result> {
    try {
      const url = reachableUrl(text, allowedHosts)
      const agent = url.protocol === 'https:' ? secure : plain
      const bounds = { bytesMax: ANSWER_BYTES_MAX, isCut: true, timeoutMs: TIMEOUT_MS }
      const rights = allowedHosts.has(url.host) ? { isPlainAllowed: true, isAllowed: () => true } : {}
      const sent = { method: 'POST' as const, headers: { 'user-agent': `Slipway/${VERSION}`, ...headers }, body, agent }
      const answer = await sendOutbound(url, { ...bounds, ...outbound, ...rights, ...sent })
      return { status: answer.status, answer: textOf(answer.body), problem: problemOf(answer.status) }
    } catch (error) {
      return { status: null, answer: null, problem: reasonOf(error) }
    }
  }
  return {
    post,
    send({ url, secrets }, { id, body }) {
      const signed = signedHeaders({ id, timestamp: now(), body }, secrets)
      return post(url, { 'content-type': 'application/json', ...signed }, body)
    },
    [Symbol.dispose]() {
      plain.destroy()
      secure.destroy()
    },
  }
}

function problemOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  if (status >= 300 && status < 400) return `status ${status}: redirects are not followed`
  return `status ${status}`
}

/** Valid text without NUL, which PostgreSQL refuses. */
function textOf(body: Buffer): string {
  return body.toString('utf8').replaceAll('\0', '').toWellFormed()
}

const REASON_LENGTH_MAX = 200

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer'
  if (error.name === 'TimeoutError' || error.name === 'AbortError') return `no answer within ${TIMEOUT_MS / 1000} s`
  const code = (error as NodeJS.ErrnoException).code
  return (code === undefined ? error.message : `${code}: ${error.message}`).slice(0, REASON_LENGTH_MAX)
}
