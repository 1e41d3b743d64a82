import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import { readBody } from '#boxes/authority/readBody.ts'
import type { Box } from '#boxes/store/boxes.ts'
import { ApiError, from } from '#core/ApiError.ts'
import type { ModelEndpoint, ModelProtocol } from '#core/ModelEndpoint.ts'
import { askModel } from './askModel.ts'
import { auditEntry, createBudgets } from './createBudgets.ts'
import { createPlaces } from './createPlaces.ts'
import type { Egress, GatewayOptions } from './Gateway.ts'
import { judgeRequest, type ModelCall } from './judgeRequest.ts'
import * as ModelUsage from './ModelUsage.ts'
import { PROTOCOLS } from './protocols.ts'
import { refuse } from './refuse.ts'

const BODY_BYTES_MAX = 8 * 2 ** 20
const CALLS_AT_ONCE = { perBox: 4, perDeveloper: 8 }
const CALLS_PER_MINUTE = 240

/** Lets boxes ask the configured models. */
export function createModelEgress({ store, audit, log, endpoints, budgets: most, totals }: GatewayOptions) {
  const budgets = createBudgets({ store, audit, budgets: most, totals })
  const places = createPlaces(CALLS_AT_ONCE)

  async function serve(box: Box, protocol: ModelProtocol, [stream, headers]: Parameters<Egress>): Promise<void> {
    using _ = places.take(box)
    const body = await readBody(stream, BODY_BYTES_MAX)
    if (!body) throw new ApiError('invalid_argument', 'The body is too large. Send at most 8 MiB.', { status: 413 })
    const path = (headers[':path'] ?? '').replace(/^\/egress/, '')
    const speaking = Object.values(endpoints).filter(({ speaks }) => speaks === protocol)
    if (headers[':method'] === 'GET' && path === '/v1/models') return listModels(stream, speaking)
    const call = judgeRequest(protocol, speaking, { method: headers[':method'] ?? '', path, body })
    const id = await budgets.hold(box, call)
    await ask(box, call, { id, stream, headers })
  }

  type ModelRequest = { id: string; stream: ServerHttp2Stream; headers: IncomingHttpHeaders }

  async function ask(box: Box, call: ModelCall, { id, stream, headers }: ModelRequest): Promise<void> {
    let ended = { status: 502, usage: ModelUsage.NONE }
    try {
      ended = await askModel(call, stream, headers)
    } catch (error) {
      const { status } = from(error)
      // A model that was too slow may have written the whole answer.
      ended = { status, usage: status === 504 ? { ...ModelUsage.NONE, ...call.bound } : ModelUsage.NONE }
      throw error
    } finally {
      // A call whose end cannot be written counts with its reservation.
      await budgets
        .settle(box, call, { id, ...ended })
        .catch((err) => log.warn({ err }, 'failed to count a model call'))
    }
  }

  return (box: Box, protocol: ModelProtocol): Egress => {
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
        refuse(stream, error, PROTOCOLS[protocol].problem(error.status, error.message))
      }
    }
  }
}

/** Some agents start with the list of models; patterns are left out. */
function listModels(stream: ServerHttp2Stream, endpoints: readonly ModelEndpoint[]): void {
  const names = endpoints.flatMap(({ models }) => Object.keys(models)).filter((name) => !name.includes('*'))
  const data = names.map((id) => ({ id, object: 'model', type: 'model', display_name: id }))
  stream.respond({ ':status': 200, 'content-type': 'application/json' })
  stream.end(JSON.stringify({ object: 'list', data, has_more: false }))
}

function limitPerMinute(): () => void {
  let minute = 0
  let count = 0
  return () => {
    const now = Math.floor(performance.now() / 60_000)
    count = now === minute ? count + 1 : 1
    minute = now
    if (count <= CALLS_PER_MINUTE) return
    throw new ApiError(
      'resource_exhausted',
      `A box can call models ${CALLS_PER_MINUTE} times per minute. Try again later.`,
    )
  }
}
