import { assertCurrentTerm, type Term } from '#database/LeaderElection.ts'
import { transaction } from '#database/transaction.ts'
import type { Context } from '#rules/Context.ts'
import * as Deliveries from '#rules/store/Deliveries.ts'
import * as Endpoints from '#rules/store/Endpoints.ts'
import * as Events from '#rules/store/Events.ts'
import type { Store } from '#rules/store/tables.ts'
import type { Matcher } from './Matcher.ts'

type Options = Pick<Context, 'store' | 'backlogMax' | 'now'> & { matcher: Matcher; term: Term }

/** Limits the queued deliveries of each endpoint. */
export type Backlogs = {
  /** The events as they are stored: those beyond the limit go only to the feed, after an event that reports it. */
  admit(tx: Store, firings: readonly Events.Firing[]): Promise<Events.Firing[]>
  /** Queues again for endpoints whose backlog has shrunk to half; resolves to whether there were any. */
  reopen(): Promise<boolean>
}

export function createBacklogs({ store, backlogMax, matcher, term, now }: Options): Backlogs {
  /** Upper bounds: deliveries that ended since the last count are still in them. */
  const waiting = new Map<string, number>()

  async function recount(tx: Store, firings: readonly Events.Firing[]): Promise<void> {
    const added = Map.groupBy(firings, (firing) => queuedFor(firing))
    const unsure = [...added].flatMap(([id, { length }]) =>
      id === undefined || (waiting.get(id) ?? backlogMax) + length <= backlogMax ? [] : [id],
    )
    if (unsure.length === 0) return
    for (const [id, count] of await Deliveries.countPending(tx, unsure, backlogMax)) waiting.set(id, count)
  }

  async function take(tx: Store, firing: Events.Firing, filled: Set<string>): Promise<Events.Firing[]> {
    const id = queuedFor(firing)
    const endpoint = matcher.endpoints.get(id ?? '')
    if (id === undefined || !endpoint) return [firing]
    const count = waiting.get(id) ?? 0
    waiting.set(id, Math.min(count + 1, backlogMax))
    if (count < backlogMax) return [firing]
    const skipped = { ...firing, isSent: false }
    if (endpoint.full_at !== null || filled.has(id)) return [skipped]
    // The endpoint in memory is marked by the next refresh: before the commit its deliveries cannot be counted.
    filled.add(id)
    if (!(await Endpoints.markFull(tx, id, new Date(now())))) return [skipped]
    return [reportOf('webhook.full', firing.rule, { endpoint, waiting: count }), skipped]
  }

  function reportOf(type: string, rule: Events.Firing['rule'], { endpoint, waiting: count }: Reported): Events.Firing {
    const data = { endpointId: endpoint.id, url: endpoint.url, waiting: count }
    return { rule, type, at: now(), block: null, hops: 0, data, isSent: false }
  }

  async function reopenOne(endpoint: Endpoints.Endpoint, count: number): Promise<void> {
    const rule = ruleOf(matcher, endpoint)
    await transaction(store, async (tx: Store) => {
      await assertCurrentTerm(tx, term)
      await Endpoints.markOpen(tx, endpoint.id)
      if (rule) await Events.record(tx, [reportOf('webhook.reopened', rule, { endpoint, waiting: count })])
    })
    endpoint.full_at = null
    waiting.set(endpoint.id, count)
  }

  return {
    async admit(tx, firings) {
      await recount(tx, firings)
      const admitted: Events.Firing[] = []
      const filled = new Set<string>()
      for (const firing of firings) admitted.push(...(await take(tx, firing, filled)))
      return admitted
    },
    async reopen() {
      const full = [...matcher.endpoints.values().filter((one) => one.full_at !== null && one.disabled_at === null)]
      if (full.length === 0) return false
      const ids = full.map(({ id }) => id)
      const counts = await Deliveries.countPending(store, ids, backlogMax)
      const shrunk = full.filter(({ id }) => (counts.get(id) ?? 0) <= backlogMax / 2)
      for (const endpoint of shrunk) await reopenOne(endpoint, counts.get(endpoint.id) ?? 0)
      return shrunk.length > 0
    },
  }
}

function ruleOf({ index }: Matcher, { id }: Endpoints.Endpoint): Events.Firing['rule'] | undefined {
  return index.rules.values().find(({ action }) => action.kind === 'webhook' && action.endpointId === id)
}

type Reported = { endpoint: Endpoints.Endpoint; waiting: number }

function queuedFor({ isSent, rule: { action } }: Events.Firing): string | undefined {
  return isSent && action.kind === 'webhook' ? action.endpointId : undefined
}
