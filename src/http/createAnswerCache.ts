import { hash } from 'node:crypto'
import type { Operation } from '#core/Operation.ts'
import * as Body from './Body.ts'
import type { Exchange } from './Exchange.ts'
import type { OperationResult } from './runOperation.ts'

type Run = () => OperationResult | Promise<OperationResult>

/** Answers from memory where it can, else by running the operation. */
export type AnswerCache = (exchange: Exchange, run: Run) => Promise<OperationResult>

const BYTES_MAX = 64 * 1024 * 1024
const ANSWER_BYTES_MAX = 1024 * 1024
const URLS_MAX = 20_000

/**
 * Keeps encoded responses by URL and revision. A URL is kept from its second request on, so that one that is requested once
 * costs neither memory nor a read of the revision.
 */
export function createAnswerCache(bytesMax = BYTES_MAX): AnswerCache {
  const kept = createKept(bytesMax)
  const making = new Map<string, Promise<OperationResult>>()
  const urls = new Set<string>()
  function isRepeated(url: string): boolean {
    // A URL may have several kilobytes, and anybody may send many.
    const print = hash('sha256', url, 'base64')
    if (urls.has(print)) return true
    if (urls.size >= URLS_MAX) urls.clear()
    urls.add(print)
    return false
  }
  function make(key: string, run: Run): Promise<OperationResult> {
    const made = Promise.try(run)
      .then((result) => kept.put(key, result))
      .finally(() => making.delete(key))
    making.set(key, made)
    return made
  }
  return async (exchange, run) => {
    const { name, revision } = exchange.operation as Operation
    const url = `${name} ${pathOf(exchange.request.url)}`
    if (!revision || !isRepeated(url)) return run()
    const key = `${url} ${await revision()}`
    return kept.get(key) ?? making.get(key) ?? make(key, run)
  }
}

type Answer = { result: OperationResult; bytes: number }

/** The most recently used answers. */
function createKept(bytesMax: number) {
  const answers = new Map<string, Answer>()
  let bytes = 0
  function add(key: string, answer: Answer): void {
    answers.set(key, answer)
    bytes += answer.bytes
    for (const [oldest, { bytes: freed }] of answers) {
      if (bytes <= bytesMax) return
      answers.delete(oldest)
      bytes -= freed
    }
  }
  return {
    get(key: string): OperationResult | undefined {
      const answer = answers.get(key)
      if (!answer) return undefined
      answers.delete(key)
      answers.set(key, answer)
      return answer.result
    },
    put(key: string, result: OperationResult): OperationResult {
      if (result instanceof Response || result.status !== 200 || 'encoded' in result) return result
      const encoded = Body.kept(JSON.stringify(result.body))
      const answer = { result: { status: result.status, encoded }, bytes: bytesOf(key, encoded) }
      if (answer.bytes <= ANSWER_BYTES_MAX) add(key, answer)
      return answer.result
    },
  }
}

/** The compressed forms are smaller than the content. */
function bytesOf(key: string, { content }: Body.Body): number {
  return 2 * (key.length + content.length)
}

function pathOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2))
}
