import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { readBody } from '#boxes/authority/readBody.ts'
import type { Box } from '#boxes/store/boxes.ts'
import type { Store } from '#boxes/store/tables.ts'
import { ApiError, from } from '#core/ApiError.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import type { ModelBudgets, ModelEndpoint, ModelProtocol } from '#core/ModelEndpoint.ts'
import type { Log } from '#database/Log.ts'
import { askModel } from './askModel.ts'
import { auditEntry, createBudgets } from './createBudgets.ts'
import { createPlaces } from './createPlaces.ts'
import { judgeRequest, type ModelCall } from './judgeRequest.ts'
import * as ModelUsage from './ModelUsage.ts'
import { PROTOCOLS } from './protocols.ts'

/** Answers a request that a box sends out. */
export type Egress = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => Promise<void>

/** The one way from boxes to models. */
export type Gateway = {
  /** Serves one box whose agent speaks this protocol. */
  open(box: Box, protocol: ModelProtocol): Egress
}

type Options = {
  store: Store
  audit: AuditLog
  log: Log
  endpoints: Readonly<Record<string, ModelEndpoint>>
  budgets: ModelBudgets
}

const BODY_BYTES_MAX = 8 * 2 ** 20
const CALLS_PER_BOX = 4
const CALLS_PER_DEVELOPER = 8
const CALLS_PER_MINUTE = 240

export function createGateway({ store, audit, log, endpoints, budgets: most }: Options): Gateway {
  const budgets = createBudgets({ store, audit, budgets: most })
  const ofBox = createPlaces(CALLS_PER_BOX)
  const ofDeveloper = createPlaces(CALLS_PER_DEVELOPER)

  async function serve(box: Box, protocol: ModelProtocol, [stream, headers]: Parameters<Egress>): Promise<void> {
    using _ = takePlace(box)
    const body = await readBody(stream, BODY_BYTES_MAX)
    if (!body) throw new ApiError('invalid_argument', 'The body is too large. The limit is 8 MiB.', { status: 413 })
    const path = (headers[':path'] ?? '').replace(/^\/egress/, '')
    const speaking = Object.values(endpoints).filter(({ speaks }) => speaks === protocol)
    const call = judgeRequest(protocol, speaking, { method: headers[':method'] ?? '', path, body })
    const id = await budgets.hold(box, call)
    await ask(box, call, { id, stream, headers })
  }

  function takePlace({ id, developer_id }: Box): Disposable {
    const free = new DisposableStack()
    for (const release of [ofBox.take(id), ofDeveloper.take(developer_id)]) {
      if (release) free.defer(release)
      else {
        free.dispose()
        throw busy(`At most ${CALLS_PER_BOX} calls of a box and ${CALLS_PER_DEVELOPER} of a developer run at once.`)
      }
    }
    return free
  }

  type Asked = { id: string; stream: ServerHttp2Stream; headers: IncomingHttpHeaders }

  async function ask(box: Box, call: ModelCall, { id, stream, headers }: Asked): Promise<void> {
    let ended = { status: 502, usage: ModelUsage.NONE }
    try {
      ended = await askModel(call, stream, headers)
    } catch (error) {
      const { status } = from(error)
      // A model that was too slow may have written all it was asked for.
      ended = { status, usage: status === 504 ? { ...ModelUsage.NONE, ...call.bound } : ModelUsage.NONE }
      throw error
    } finally {
      // A call whose end cannot be written counts as what it held.
      await budgets
        .settle(box, call, { id, ...ended })
        .catch((err) => log.warn({ err }, 'failed to count a model call'))
    }
  }

  return {
    open(box, protocol) {
      const admit = limitPerMinute()
      return async (stream, headers) => {
        try {
          admit()
          await serve(box, protocol, [stream, headers])
        } catch (thrown) {
          if (stream.destroyed) return
          const error = from(thrown)
          if (error.status >= 500) log.warn({ err: error, boxId: box.id }, 'model call failed')
          else audit.count(auditEntry('box.model_refused', box, error.message), String(error.status))
          refuse(stream, error.status, PROTOCOLS[protocol].problem(error.status, error.message))
        }
      }
    },
  }
}

function limitPerMinute(): () => void {
  let minute = 0
  let count = 0
  return () => {
    const now = Math.floor(performance.now() / 60_000)
    count = now === minute ? count + 1 : 1
    minute = now
    if (count > CALLS_PER_MINUTE) throw busy(`A box may ask models ${CALLS_PER_MINUTE} times per minute.`)
  }
}

function busy(message: string): ApiError {
  return new ApiError('resource_exhausted', `${message} Try again in a moment.`)
}

function refuse(stream: ServerHttp2Stream, status: number, problem: object): void {
  if (stream.destroyed) return
  if (stream.headersSent) return void stream.destroy()
  stream.resume()
  stream.respond({ ':status': status, 'content-type': 'application/json', 'x-should-retry': String(status === 429) })
  stream.end(JSON.stringify(problem))
}
