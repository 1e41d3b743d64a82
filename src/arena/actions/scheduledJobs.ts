import { getAddress } from 'viem'
import type { Context, TradePrices } from '#arena/Context.ts'
import * as RoomState from '#arena/rules/RoomState.ts'
import * as Signal from '#arena/rules/Signal.ts'
import { readReaders } from '#arena/store/readers.ts'
import { listTimedOut } from '#arena/store/rooms.ts'
import { hasDue, lockDue, settleSignal } from '#arena/store/signals.ts'
import type { SignalRow, Store } from '#arena/store/tables.ts'
import { every } from '#core/every.ts'
import { singleFlight } from '#core/singleFlight.ts'
import type { Log } from '#database/Log.ts'
import { transaction } from '#database/transaction.ts'
import { changeRoom } from './changeRoom.ts'

const EVERY_MS = 1_000
const AT_ONCE = 100

export type ScheduledJobs = AsyncDisposable & {
  run(): Promise<void>
}

/** Ends rounds whose time is over and settles signals that are due, once a second on every replica. */
export function startScheduledJobs(context: Context, log: Log): ScheduledJobs {
  const run = async () => {
    await endRounds(context)
    await settleSignals(context)
  }
  const flight = singleFlight(run)
  const timer = every(EVERY_MS, flight.run, (err) => log.debug({ err }, 'arena maintenance failed'))
  return {
    run,
    async [Symbol.asyncDispose]() {
      timer[Symbol.dispose]()
      await flight.idle()
    },
  }
}

async function endRounds(context: Context): Promise<void> {
  for (const roomId of await listTimedOut(context.store, new Date(context.now()), AT_ONCE))
    await changeRoom(context, { roomId }, (state) => RoomState.settleRound(state, new Date(context.now())))
}

async function settleSignals(context: Context): Promise<void> {
  const { prices } = context
  const now = new Date(context.now())
  if (!prices || !(await hasDue(context.store, now))) return
  await transaction(context.store, async (tx: Store) => {
    const settled: { signal: SignalRow; outcome: Signal.Outcome }[] = []
    for (const signal of await lockDue(tx, now, AT_ONCE)) {
      const outcome = await outcomeOf(signal, prices)
      if (!outcome) continue
      await settleSignal(tx, signal.message_id, { outcome, now })
      settled.push({ signal, outcome })
    }
    const readers = await readReaders(tx, [...new Set(settled.map(({ signal }) => signal.room_id))])
    const announcements = settled.map(({ signal, outcome }) => ({
      ...settlement(signal, outcome),
      at: now.getTime(),
      // A room that is gone has no readers.
      owners: readers.has(signal.room_id) ? readers.get(signal.room_id)?.developers : [],
    }))
    await context.announce(tx, announcements)
  })
}

/** Undefined while the index is behind the signal's windows. */
async function outcomeOf(row: SignalRow, prices: TradePrices): Promise<Signal.Outcome | undefined> {
  const postedAt = Math.floor(row.posted_at.getTime() / 1000)
  const windows = Signal.windows({ postedAt, horizonSeconds: row.horizon_seconds })
  const exit = await prices.read(row.token, windows.exit)
  const entry = exit && (await prices.read(row.token, windows.entry))
  if (!entry) return undefined
  return Signal.settle({ side: row.side, postedAt, horizonSeconds: row.horizon_seconds }, { entry, exit })
}

/** A settled signal as rules compare it and receivers get it. */
function settlement(signal: SignalRow, { status, scoreBps, weight }: Signal.Outcome) {
  const { room_id: roomId, message_id: messageId, participant_id: participantId, token, side } = signal
  const data = {
    roomId,
    messageId,
    participantId,
    token: getAddress(token),
    side,
    horizonSeconds: signal.horizon_seconds,
  }
  return {
    type: 'signal.settled',
    fields: { roomId, participantId, status },
    data: { ...data, status, scoreBps, weight },
  }
}
