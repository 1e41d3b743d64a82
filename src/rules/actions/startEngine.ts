import { singleFlight } from '#core/singleFlight.ts'
import type { Database } from '#database/Database.ts'
import * as LeaderElection from '#database/LeaderElection.ts'
import { createPoll } from '#live/createPoll.ts'
import type { Context } from '#rules/Context.ts'
import { EVENT_CHANNEL } from '#rules/live/EventFeed.ts'
import * as Deliveries from '#rules/store/Deliveries.ts'
import { createAttempts } from './createAttempts.ts'
import { createDispatcher, type Dispatcher } from './createDispatcher.ts'
import * as Matcher from './Matcher.ts'
import { type Matching, matchLaunches } from './matchLaunches.ts'
import type { SendWebhook } from './sendWebhook.ts'

export const CHANNEL = 'rules'
const POLL_MS = 500

type Options = { context: Context; database: Database; sender: SendWebhook }

/** Takes part in the election of the one process that matches events and sends deliveries. */
export function startEngine(options: Options): AsyncDisposable {
  const { database } = options
  return LeaderElection.elect(database, {
    name: 'rules',
    onElected: (term, signal) => lead(options, term, signal),
  })
}

async function lead(
  { context, database, sender }: Options,
  term: LeaderElection.Term,
  over: AbortSignal,
): Promise<void> {
  const { store, launches, now } = context
  const matcher = Matcher.create()
  const { run: refresh } = singleFlight(() => Matcher.refresh(matcher, store))
  await refresh()
  await using opened = new AsyncDisposableStack()
  const failed = (err: unknown) => database.log.warn({ err }, 'failed to match or deliver events')
  const attempts = opened.use(createAttempts({ context, matcher, sender, notify: database.notify }))
  const dispatcher = opened.use(
    createDispatcher({
      read: (ruleId, range) => Deliveries.readPending(store, ruleId, range),
      waitingRules: () => Deliveries.waitingRules(store),
      attempt: attempts.attempt,
      failed,
      now,
    }),
  )
  let matching: Matching | undefined
  const read = async () => {
    try {
      matching ??= launches && (await begin({ store, term, matcher, launches, refresh }))
      if (matching) await matchAll(matching, { dispatcher, notify: database.notify, over })
    } catch (error) {
      // Cooldowns and cursor in memory may be ahead of the tables: both are read again.
      matching = undefined
      matcher.version = -1
      throw error
    }
  }
  const listen = (wake: () => void) => {
    const listening = launches && database.listen(launches.channel, wake)
    return { [Symbol.dispose]: () => listening?.[Symbol.dispose]() }
  }
  opened.use(createPoll({ everyMs: POLL_MS, listen, read, failed }))
  const changes = createPoll({
    everyMs: POLL_MS,
    listen: (wake) => database.listen(CHANNEL, wake),
    read: async () => {
      await refresh()
      await dispatcher.refresh()
    },
    failed,
  })
  opened.use(changes)
  await changes.refresh()
  await ended(over)
}

type Output = { dispatcher: Dispatcher; notify(channel: string): void; over: AbortSignal }

async function matchAll(matching: Matching, { dispatcher, notify, over }: Output): Promise<void> {
  while (!over.aborted) {
    const pending = await matchLaunches(matching)
    if (!pending) return
    dispatcher.take(pending)
    if (matching.cursor === matching.storedCursor) notify(EVENT_CHANNEL)
  }
}

/** Continues where the last leader stopped; the first one begins with the next event. */
async function begin(given: Pick<Matching, 'store' | 'term' | 'matcher' | 'launches' | 'refresh'>): Promise<Matching> {
  const { store, launches, refresh } = given
  await refresh()
  const { cursor } = await store.selectFrom('rule_state').select('cursor').executeTakeFirstOrThrow()
  if (cursor !== null) return { ...given, cursor, storedCursor: cursor }
  const first = await launches.lastSeq()
  await store.updateTable('rule_state').set({ cursor: first }).where('cursor', 'is', null).execute()
  return { ...given, cursor: first, storedCursor: first }
}

async function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
