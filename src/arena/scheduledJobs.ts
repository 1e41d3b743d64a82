import { sql } from 'kysely'
import type { Log } from '#database/Log.ts'
import { transaction } from '#database/transaction.ts'
import { changeRoom } from './actions/changeRoom.ts'
import type { Context, TradePrices } from './Context.ts'
import * as RoomState from './rules/RoomState.ts'
import * as Signal from './rules/Signal.ts'
import { hasDue, lockDue, settleSignal } from './store/signals.ts'
import type { SignalRow } from './store/tables.ts'

const EVERY_MS = 1_000
const AT_ONCE = 100

export type Upkeep = AsyncDisposable & {
  /** Ends rounds whose time is over and settles signals that are due. */
  run(): Promise<void>
}

/** What happens by the clock. Any replica may do it; what nobody waits for costs two looks into small indexes a second. */
export function startUpkeep(context: Context, log: Log): Upkeep {
  let running: Promise<void> | undefined
  const run = async () => {
    await endRounds(context)
    await settleSignals(context)
  }
  const quietly = () => {
    running ??= run()
      .catch((err) => log.debug({ err }, 'rooms were not looked after'))
      .finally(() => {
        running = undefined
      })
  }
  const timer = setInterval(quietly, EVERY_MS).unref()
  return {
    run,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await running
    },
  }
}

async function endRounds(context: Context): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from arena_rooms where round_ends_at is not null and round_ends_at <= ${new Date(context.now())}
    order by round_ends_at limit ${AT_ONCE}`.execute(context.store)
  for (const { id: roomId } of rows)
    await changeRoom(context, { roomId }, (state) => RoomState.settleRound(state, new Date(context.now())))
}

async function settleSignals(context: Context): Promise<void> {
  const { prices } = context
  const now = new Date(context.now())
  if (!prices || !(await hasDue(context.store, now))) return
  await transaction(context.store, async (within) => {
    for (const signal of await lockDue(within, now, AT_ONCE)) {
      const outcome = await outcomeOf(signal, prices)
      if (outcome) await settleSignal(within, signal.message_id, { outcome, now })
    }
  })
}

/** Undefined while the index is behind. */
async function outcomeOf(row: SignalRow, prices: TradePrices): Promise<Signal.Outcome | undefined> {
  const postedAt = Math.floor(row.posted_at.getTime() / 1000)
  const windows = Signal.windows({ postedAt, horizonSeconds: row.horizon_seconds })
  const exit = await prices.read(row.token, windows.exit)
  const entry = exit && (await prices.read(row.token, windows.entry))
  if (!entry) return undefined
  return Signal.settle({ side: row.side, postedAt, horizonSeconds: row.horizon_seconds }, { entry, exit })
}
