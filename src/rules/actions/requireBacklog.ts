import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#rules/Context.ts'
import * as Deliveries from '#rules/store/Deliveries.ts'
import type { Store } from '#rules/store/tables.ts'

type Added = { endpointId: string; deliveries: number }

/** Throws if an endpoint would have more queued deliveries than the maximum. */
export async function requireBacklog(
  { backlogMax }: Pick<Context, 'backlogMax'>,
  tx: Store,
  { endpointId, deliveries }: Added,
): Promise<void> {
  const waiting = (await Deliveries.countPending(tx, [endpointId], backlogMax)).get(endpointId) ?? 0
  if (waiting + deliveries <= backlogMax) return
  throw new ApiError(
    'failed_precondition',
    `${waiting} deliveries are queued for this endpoint, and the maximum is ${backlogMax}. Try again when it has received them.`,
  )
}
