import type { Context, TradePrices } from '#arena/Context.ts'
import * as RoomState from '#arena/rules/RoomState.ts'
import * as Signal from '#arena/rules/Signal.ts'
import { listTimedOut } from '#arena/store/rooms.ts'
import { hasDue, lockDue, settleSignal } from '#arena/store/signals.ts'
import type { SignalRow } from '#arena/store/tables.ts'
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
  await transaction(context.store, async (tx) => {
    for (const signal of await lockDue(tx, now, AT_ONCE)) {
      const outcome = await outcomeOf(signal, prices)
      if (outcome) await settleSignal(tx, signal.message_id, { outcome, now })
    }
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
