import { createBatchWriter } from '#database/createBatchWriter.ts'
import { transaction } from '#database/transaction.ts'
import type { Context } from '#rules/Context.ts'
import { EVENT_CHANNEL } from '#rules/live/EventFeed.ts'
import { GIVE_UP_MS, retryDelayMs } from '#rules/rules/retries.ts'
import { type Attempted, saveAttempts } from '#rules/store/Deliveries.ts'
import * as Endpoints from '#rules/store/Endpoints.ts'
import * as Events from '#rules/store/Events.ts'
import type { Store, Tables } from '#rules/store/tables.ts'
import type { Settled } from './createLane.ts'
import type * as Matcher from './Matcher.ts'
import { performAction } from './performAction.ts'
import type { Result, SendWebhook } from './sendWebhook.ts'

type Options = {
  context: Context
  matcher: Matcher.Matcher
  sender: SendWebhook
  notify(channel: string): void
}

export type Attempts = AsyncDisposable & { attempt(delivery: Events.Pending): Promise<Settled> }

/** Makes attempts and stores them; those that end at the same time share a transaction. */
export function createAttempts(options: Options): Attempts {
  const { context, matcher, sender } = options
  const { store, box, now } = context
  const writer = createBatchWriter<Tables, Attempted, true>({
    db: store,
    async write(tx, attempts) {
      await saveAttempts(tx, attempts)
      return attempts.map(() => true)
    },
  })
  const secretsOf = ({ secret, previous_secret: previous, previous_until: until }: Endpoints.Endpoint) => {
    const isRotating = previous !== null && until !== null && until.getTime() > now()
    return [secret, ...(isRotating ? [previous] : [])].map((sealed) => box.open(sealed))
  }
  return {
    async attempt(delivery) {
      const endpoint = matcher.endpoints.get(delivery.endpointId ?? '')
      // Its deliveries were ended together with the endpoint.
      if (delivery.endpointId !== null && endpoint?.disabled_at !== null) return { kind: 'done' }
      const at = now()
      const message = { id: delivery.eventId, body: delivery.body }
      const result = endpoint
        ? await sender.send({ url: endpoint.url, secrets: secretsOf(endpoint) }, message)
        : await performAction(context, sender, delivery)
      const attempted = judge(delivery, result, { at, now: now() })
      await writer.write(attempted)
      if (attempted.outcome === 'failed') await giveUp(options, { endpoint, delivery, result })
      return attempted.outcome === 'pending' ? { kind: 'retry', at: attempted.next.getTime() } : { kind: 'done' }
    },
    [Symbol.asyncDispose]: () => writer[Symbol.asyncDispose](),
  }
}

type Times = { at: number; now: number }

/** A receiver that responds with 410, or that failed for a day, is not tried again. */
function judge(delivery: Events.Pending, result: Result & { isFinal?: boolean }, { at, now }: Times): Attempted {
  const { status, answer, problem, isFinal = status === 410 } = result
  const number = delivery.attempts + 1
  delivery.firstAttemptAt ??= at
  const isOver = isFinal || now - delivery.firstAttemptAt >= GIVE_UP_MS
  const failure = isOver ? 'failed' : 'pending'
  return {
    delivery_id: delivery.id,
    number,
    at: new Date(at),
    duration_ms: Math.max(0, Math.round(now - at)),
    status,
    answer,
    problem,
    outcome: problem === null ? 'delivered' : failure,
    next: new Date(now + retryDelayMs(number)),
  }
}

type Failed = { endpoint: Endpoints.Endpoint | undefined; delivery: Events.Pending; result: Result }

/** Writes a failure to its owner's feed; an endpoint is also disabled. */
async function giveUp(options: Options, { endpoint, delivery, result }: Failed): Promise<void> {
  if (endpoint) await disable(options, { endpoint, delivery, result })
  else {
    const data = { eventId: delivery.eventId, action: delivery.action.kind, problem: result.problem }
    await transaction(options.context.store, (tx) => note(options, tx, { delivery, type: 'action.failed', data }))
  }
  options.notify(EVENT_CHANNEL)
}

type Note = { delivery: Events.Pending; type: string; data: Record<string, unknown> }

async function note({ context, matcher }: Options, tx: Store, { delivery, type, data }: Note): Promise<void> {
  const { ruleId, developerId } = delivery
  const { name = '' } = matcher.index.rules.get(ruleId) ?? {}
  const rule = { id: ruleId, developerId, name, action: { kind: 'feed' } as const }
  await Events.record(tx, [{ rule, type, at: context.now(), block: null, hops: 0, data, isSent: false }])
}

type Ailing = Failed & { endpoint: Endpoints.Endpoint }

async function disable(options: Options, { endpoint, delivery, result }: Ailing): Promise<void> {
  const { store, audit, now } = options.context
  const { id, url, developer_id: developerId } = endpoint
  const reason = result.status === 410 ? 'It responded with 410 Gone.' : `It failed for a day: ${result.problem}.`
  await transaction(store, async (tx: Store) => {
    await Endpoints.disable(tx, id, reason)
    const what = { event: 'webhook.disabled', developerId, target: id, detail: reason } as const
    await audit.append(tx, { ...what, actor: null, address: null })
    await note(options, tx, { delivery, type: 'webhook.disabled', data: { endpointId: id, url, reason } })
  })
  endpoint.disabled_at = new Date(now())
}
