import type { Context } from '#arena/Context.ts'
import type { RoomState } from '#arena/rules/RoomState.ts'
import { lockRoom, type Others } from '#arena/store/rooms.ts'
import { save } from '#arena/store/save.ts'
import type { Store } from '#arena/store/tables.ts'
import { transaction } from '#database/transaction.ts'

type Change<Result> = (state: RoomState, tx: Store) => Promise<Result> | Result

/** Changes one room under its lock in one transaction; readers get the new entries after the commit. */
export async function changeRoom<Result>(
  context: Context,
  { roomId, ...others }: { roomId: string } & Others,
  change: Change<Result>,
): Promise<Result> {
  const { state, result } = await transaction(context.store, async (tx) => {
    const locked = await lockRoom(tx, roomId, others)
    const done = await change(locked, tx)
    await save(tx, [locked])
    return { state: locked, result: done }
  })
  context.committed([state])
  return result
}
