import type { Context } from '#arena/Context.ts'
import type { RoomState } from '#arena/rules/RoomState.ts'
import { lockRoom } from '#arena/store/rooms.ts'
import { save } from '#arena/store/save.ts'
import type { Store } from '#arena/store/tables.ts'
import { transaction } from '#database/transaction.ts'

type Change<Result> = (state: RoomState, within: Store) => Promise<Result> | Result
type Whom = { roomId: string; identity?: string; participantId?: string }

/** Changes one room under its lock, in one transaction; readers hear of it once it is committed. */
export async function changeRoom<Result>(
  context: Context,
  { roomId, ...also }: Whom,
  change: Change<Result>,
): Promise<Result> {
  const { state, result } = await transaction(context.store, async (within) => {
    const locked = await lockRoom(within, roomId, also)
    const done = await change(locked, within)
    await save(within, [locked])
    return { state: locked, result: done }
  })
  context.committed([state])
  return result
}
