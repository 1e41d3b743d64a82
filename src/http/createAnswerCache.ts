import { hash } from 'node:crypto'
import { principal } from '#core/Caller.ts'
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
/** The objects around an answer. */
const ENTRY_BYTES = 1_024
/** How long a caller waits for the run of another. */
const SHARED_MS = 100

type Making = { by: string; made: Promise<OperationResult> }

/**
 * Keeps encoded responses by URL and revision. A URL is kept from its second request on, so that one that is requested once
 * costs neither memory nor a read of the revision.
 */
export function createAnswerCache(bytesMax = BYTES_MAX): AnswerCache {
  const kept = createKept(bytesMax)
  const making = new Map<string, Making>()
  const urls = new Set<string>()
  function isRepeated(url: string): boolean {
    // A URL may have several kilobytes, and anyone may send many.
    const print = hash('sha256', url, 'base64')
    if (urls.has(print)) return true
    if (urls.size >= URLS_MAX) urls.clear()
    urls.add(print)
    return false
  }
  function make(key: string, by: string, run: Run): Promise<OperationResult> {
    const made = Promise.try(run)
      .then((result) => kept.put(key, result))
      .finally(() => {
        if (making.get(key)?.made === made) making.delete(key)
      })
    making.set(key, { by, made })
    return made
  }
  return async (exchange, run) => {
    const { name, revision } = exchange.operation as Operation
    const url = `${name} ${pathOf(exchange.request.url)}`
    if (!revision || !isRepeated(url)) return run()
    const key = `${url} ${await revision()}`
    const by = exchange.caller ? principal(exchange.caller) : ''
    const other = making.get(key)
    return kept.get(key) ?? (other && (await shared(other, by))) ?? make(key, by, run)
  }
}

/**
 * The run of another caller waits for the turns of that caller and may fail because of that caller; neither affects
 * this one.
 */
async function shared(making: Making, by: string): Promise<OperationResult | undefined> {
  if (making.by === by) return making.made
  const { promise: late, resolve } = Promise.withResolvers<undefined>()
  const timer = setTimeout(resolve, SHARED_MS, undefined)
  const made = making.made.catch(() => undefined)
  return Promise.race([made, late]).finally(() => clearTimeout(timer))
}

type Answer = { result: OperationResult; bytes: number }

/** The most recently used answers. */
function createKept(bytesMax: number) {
  const answers = new Map<string, Answer>()
  let bytes = 0
  function remove(key: string): void {
    bytes -= answers.get(key)?.bytes ?? 0
    answers.delete(key)
  }
  function add(key: string, answer: Answer): void {
    // Two callers may have made the same answer.
    remove(key)
    answers.set(key, answer)
    bytes += answer.bytes
    for (const oldest of answers.keys()) {
      if (bytes <= bytesMax) return
      remove(oldest)
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

/** The content and two compressed forms, which are smaller. */
function bytesOf(key: string, { content }: Body.Body): number {
  return key.length + 3 * content.length + ENTRY_BYTES
}

function pathOf(url: string): string {
  return url.slice(url.indexOf('/', url.indexOf('//') + 2))
}
