import { singleFlight } from '#core/singleFlight.ts'
import type { Database } from '#database/Database.ts'
import * as LeaderElection from '#database/LeaderElection.ts'
import { createPoll } from '#live/createPoll.ts'
import type { Context } from '#rules/Context.ts'
import { EVENT_CHANNEL } from '#rules/live/EventFeed.ts'
import { boxHappenings, roomHappenings } from '#rules/rules/listHappenings.ts'
import type { PositionName } from '#rules/rules/positionHappenings.ts'
import * as Deliveries from '#rules/store/Deliveries.ts'
import { createAttempts } from './createAttempts.ts'
import { createBacklogs } from './createBacklogs.ts'
import { createDispatcher, type Dispatcher } from './createDispatcher.ts'
import * as Matcher from './Matcher.ts'
import { matchAnnouncements } from './matchAnnouncements.ts'
import { createLaunchMatching, matchLaunches } from './matchLaunches.ts'
import { matchLists } from './matchLists.ts'
import { matchPositions } from './matchPositions.ts'
import { createPositionReader } from './readPositions.ts'
import type { Stepped } from './recordFirings.ts'
import type { SendWebhook } from './sendWebhook.ts'

export const CHANNEL = 'rules'
/** Notified of announcements, which are also polled for. */
const ANNOUNCED = 'rule_announcements'
const POLL_MS = 500
/** Positions have no notification, so they are polled. */
const POSITIONS = 'rule_positions'
const POSITION_POLL_MS = 1_000

type Options = { context: Context; database: Database; sender: SendWebhook }

/** Takes part in the election of the one process that matches events and sends deliveries. */
export function startEngine(options: Options): AsyncDisposable {
  const { database } = options
  return LeaderElection.elect(database, {
    name: 'rules',
    onElected: (term, signal) => lead(options, term, signal),
  })
}

async function lead(options: Options, term: LeaderElection.Term, over: AbortSignal): Promise<void> {
  const { context, database } = options
  const { store, launches, rooms, boxes } = context
  const matcher = Matcher.create()
  const { run: refresh } = singleFlight(() => Matcher.refresh(matcher, store))
  await refresh()
  await using opened = new AsyncDisposableStack()
  const dispatcher = openDispatcher(options, matcher, opened)
  const backlogs = createBacklogs({ ...context, matcher, term })
  const shared = { store, term, matcher, backlogs, refresh }
  const follow = (channel: string, step: Step, everyMs = POLL_MS) => {
    // Cooldowns in memory may be ahead of the tables after a failure: they are read again.
    const forget = () => {
      matcher.version = -1
    }
    opened.use(followSource({ database, channel, step, everyMs, dispatcher, over, forget }))
  }
  if (launches) {
    const missed = (events: number) =>
      database.log.error({ events }, 'events were deleted before they were matched with rules')
    const matching = createLaunchMatching({ ...shared, launches, missed })
    follow(launches.channel, () => matchLaunches(matching))
  }
  const roomListing = { ...shared, name: 'room', source: rooms, toHappenings: roomHappenings } as const
  follow(rooms.channel, () => matchLists(roomListing))
  const boxListing = { ...shared, name: 'box', source: boxes, toHappenings: boxHappenings } as const
  follow(boxes.channel, () => matchLists(boxListing))
  for (const chainId of context.positions.chainIds) {
    // Each chain has a loop of its own, so that a slow provider delays nothing else.
    const setAside = (name: PositionName, err: unknown) =>
      database.log.error({ err, ...name }, 'position set aside for a minute: it cannot be read')
    const read = createPositionReader({ ...context, setAside })
    const watching = { ...shared, chainId, read, unread: failed(database), now: context.now }
    follow(POSITIONS, () => matchPositions(watching), POSITION_POLL_MS)
  }
  follow(ANNOUNCED, () => matchAnnouncements(shared))
  const read = async () => {
    await refresh()
    await dispatcher.refresh()
    if (await backlogs.reopen()) database.notify(EVENT_CHANNEL)
  }
  const listen = (wake: () => void) => database.listen(CHANNEL, wake)
  const changes = opened.use(createPoll({ everyMs: POLL_MS, listen, read, failed: failed(database) }))
  await changes.refresh()
  await ended(over)
}

function openDispatcher(
  { context, database, sender }: Options,
  matcher: Matcher.Matcher,
  opened: AsyncDisposableStack,
): Dispatcher {
  const { store, now } = context
  const attempts = opened.use(createAttempts({ context, matcher, sender, notify: database.notify }))
  return opened.use(
    createDispatcher({
      read: (ruleId, range) => Deliveries.readPending(store, ruleId, range),
      waitingRules: () => Deliveries.waitingRules(store),
      attempt: attempts.attempt,
      failed: failed(database),
      now,
    }),
  )
}

type Step = () => Promise<Stepped>

type Following = {
  database: Database
  channel: string
  step: Step
  everyMs: number
  dispatcher: Dispatcher
  over: AbortSignal
  forget(): void
}

/** Matches a source to its end with every sign that it has more. */
function followSource({ database, channel, step, everyMs, dispatcher, over, forget }: Following): AsyncDisposable {
  const read = async () => {
    try {
      for (let hasMore = true; hasMore && !over.aborted; ) {
        const stepped = await step()
        dispatcher.take(stepped.pending)
        if (stepped.isStored) database.notify(EVENT_CHANNEL)
        hasMore = stepped.hasMore
      }
    } catch (error) {
      forget()
      throw error
    }
  }
  const listen = (wake: () => void) => database.listen(channel, wake)
  return createPoll({ everyMs, listen, read, failed: failed(database) })
}

function failed({ log }: Database): (err: unknown) => void {
  return (err) => log.warn({ err }, 'failed to match or deliver events')
}

async function ended(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return
  await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
}
