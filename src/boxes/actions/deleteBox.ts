import type { Context } from '#boxes/Context.ts'
import { setWanted } from '#boxes/store/boxes.ts'
import { purgeBox } from '#boxes/store/purgeBox.ts'
import { actorOf } from '#core/AuditLog.ts'
import type { Call } from '#core/Operation.ts'
import { inTransaction } from './inTransaction.ts'
import { callerOf, requireBox } from './requireBox.ts'

/** Deletes the caller's box; its host purges it, or this call when it has none. */
export async function deleteBox(context: Context, boxId: string, call: Call): Promise<void> {
  const box = await requireBox(context, boxId, call)
  const caller = callerOf(call)
  // Its host may have died since the box was read, so the update decides who purges it.
  const { host_id } = await inTransaction(context, call, async (tx) => {
    const held = await setWanted(tx, box.id, { wanted: 'deleted' })
    const { developerId } = caller
    const entry = { event: 'box.deleted' as const, developerId, target: box.id, detail: box.agent_id }
    await context.audit.append(tx, { ...entry, ...actorOf(caller) })
    return held
  })
  if (host_id === null) await purgeBox(context.store, box.id)
}
