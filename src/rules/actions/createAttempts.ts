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
      if (!endpoint || endpoint.disabled_at !== null) return { kind: 'done' }
      const at = now()
      const target = { url: endpoint.url, secrets: secretsOf(endpoint) }
      const result = await sender.send(target, { id: delivery.eventId, body: delivery.body })
      const attempted = judge(delivery, result, { at, now: now() })
      await writer.write(attempted)
      if (attempted.outcome === 'failed') await giveUp(options, { endpoint, delivery, result })
      return attempted.outcome === 'pending' ? { kind: 'retry', at: attempted.next.getTime() } : { kind: 'done' }
    },
    [Symbol.asyncDispose]: () => writer[Symbol.asyncDispose](),
  }
}

type Times = { at: number; now: number }

/** A receiver that says it is gone, and one that failed for a day, is not tried again. */
function judge(delivery: Events.Pending, { status, answer, problem }: Result, { at, now }: Times): Attempted {
  const number = delivery.attempts + 1
  delivery.firstAttemptAt ??= at
  const isOver = status === 410 || now - delivery.firstAttemptAt >= GIVE_UP_MS
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

type Failed = { endpoint: Endpoints.Endpoint; delivery: Events.Pending; result: Result }

/** Disables the endpoint, and writes that to its owner's feed and to the audit log. */
async function giveUp({ context, matcher, notify }: Options, { endpoint, delivery, result }: Failed): Promise<void> {
  const { store, audit, now } = context
  const { id, url, developer_id: developerId } = endpoint
  const reason =
    result.status === 410 ? 'It answered that it is gone (410).' : `It failed for a day: ${result.problem}.`
  const rule = matcher.index.rules.get(delivery.ruleId)
  await transaction(store, async (tx: Store) => {
    await Endpoints.disable(tx, id, reason)
    const what = { event: 'webhook.disabled', developerId, target: id, detail: reason } as const
    await audit.append(tx, { ...what, actor: null, address: null })
    const noted = { id: delivery.ruleId, developerId, name: rule?.name ?? '', action: { kind: 'feed' } as const }
    const data = { endpointId: id, url, reason }
    await Events.record(tx, [
      { rule: noted, type: 'webhook.disabled', at: now(), block: null, hops: 0, data, isSent: false },
    ])
  })
  endpoint.disabled_at = new Date(now())
  notify(EVENT_CHANNEL)
}
