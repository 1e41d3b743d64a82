import type { Context } from '#boxes/Context.ts'
import { SIZES } from '#boxes/isolation/Limits.ts'
import { digestArchive, moveArchive, shareArchive } from '#boxes/store/archives.ts'
import { type Box, lockBox } from '#boxes/store/boxes.ts'
import { copyConversations, moveConversations } from '#boxes/store/copyConversations.ts'
import { deleteContents } from '#boxes/store/purgeBox.ts'
import { deleteSnapshot as deleteRow, lockSnapshot, type Snapshot } from '#boxes/store/snapshots.ts'
import type { Store } from '#boxes/store/tables.ts'
import { listOpenTasks } from '#boxes/store/tasks.ts'
import { NewBoxRequest } from '#boxes/wire/requests.ts'
import { ApiError } from '#core/ApiError.ts'
import { actorOf } from '#core/AuditLog.ts'
import * as Id from '#core/Id.ts'
import type { Call } from '#core/Operation.ts'
import { createFilledBox, type NewBox } from './createBox.ts'
import { inTransaction } from './inTransaction.ts'
import { callerOf, noSuchBox, requireBox } from './requireBox.ts'

/** A new box with the files, conversations and settings of a snapshot. */
export async function forkSnapshot(
  context: Context,
  { snapshotId, name }: { snapshotId: string; name?: string | undefined },
  call: Call,
): Promise<NewBox> {
  const snapshot = await requireSnapshot(context.store, snapshotId, call)
  await requireIntact(context.store, snapshot)
  const request = NewBoxRequest.parse({ ...(snapshot.settings as object), name: name ?? snapshot.name })
  const fill = async (tx: Store, box: Box) => {
    await requireSnapshot(tx, snapshotId, call)
    await copyContents(tx, { snapshot, to: box.id })
  }
  return createFilledBox(context, { request, fill }, call)
}

/** Replaces the files and conversations of a paused box by those of a snapshot of it, or of one with the same agent. */
export async function restoreSnapshot(
  context: Context,
  { boxId, snapshotId }: { boxId: string; snapshotId: string },
  call: Call,
): Promise<Box> {
  const caller = callerOf(call)
  const { developerId } = caller
  const checked = await requireSnapshot(context.store, snapshotId, call)
  await requireRestorable(context.store, await requireBox(context, boxId, call), checked)
  await requireIntact(context.store, checked)
  return inTransaction(context, call, async (tx) => {
    const snapshot = await requireSnapshot(tx, snapshotId, call)
    const copy = Id.create('snap')
    await copyContents(tx, { snapshot, to: copy })
    // Locked as late as possible, because a message to a locked box delays those to all other boxes.
    const box = await lockBox(tx, boxId, developerId)
    if (!box) throw noSuchBox()
    await requireRestorable(tx, box, snapshot)
    await deleteContents(tx, box.id)
    await moveArchive(tx, { from: copy, to: box.id })
    await moveConversations(tx, { from: copy, to: box.id })
    const entry = { event: 'box.restored' as const, developerId, target: box.id, detail: snapshot.id }
    await context.audit.append(tx, { ...entry, ...actorOf(caller) })
    return box
  })
}

async function requireRestorable(tx: Store, box: Box, snapshot: Snapshot): Promise<void> {
  if (box.status !== 'paused' || box.host_id !== null || box.wanted !== 'paused')
    throw new ApiError('failed_precondition', `The box is ${box.status}. POST /api/boxes/${box.id}/pause first.`)
  if (box.agent_id !== snapshot.agent_id)
    throw new ApiError('failed_precondition', `The snapshot is of the agent ${snapshot.agent_id}. Fork it instead.`)
  if (!fits(snapshot, box))
    throw new ApiError(
      'failed_precondition',
      `The snapshot is of a larger box, and its files may not fit into this one. Fork it instead.`,
    )
  if ((await listOpenTasks(tx, box.id)).length > 0)
    throw new ApiError('failed_precondition', 'The box has queued runs. Cancel them first.')
}

function fits({ settings }: Snapshot, box: Box): boolean {
  const { size } = settings as { size: Box['size'] }
  return SIZES[size].workspaceBytes <= SIZES[box.size].workspaceBytes
}

/** Throws `data_loss` rather than start an agent with damaged files. */
async function requireIntact(store: Store, snapshot: Snapshot): Promise<void> {
  const { digest } = await digestArchive(store, snapshot.id)
  if (digest !== snapshot.digest)
    throw new ApiError('data_loss', 'The files of the snapshot are damaged. Use another snapshot.')
}

async function copyContents(tx: Store, { snapshot, to }: { snapshot: Snapshot; to: string }): Promise<void> {
  await shareArchive(tx, { from: snapshot.id, to })
  await copyConversations(tx, { from: snapshot.id, to })
}

export async function deleteSnapshot(context: Context, snapshotId: string, call: Call): Promise<void> {
  await inTransaction(context, call, async (tx) => {
    if (!(await deleteRow(tx, snapshotId, callerOf(call).developerId))) throw noSuchSnapshot()
    await deleteContents(tx, snapshotId)
  })
}

async function requireSnapshot(tx: Store, id: string, call: Call): Promise<Snapshot> {
  const found = Id.isId('snap', id) ? await lockSnapshot(tx, id, callerOf(call).developerId) : undefined
  if (found) return found
  throw noSuchSnapshot()
}

function noSuchSnapshot(): ApiError {
  return new ApiError('not_found', 'You have no snapshot with this id. GET /api/boxes/snapshots lists yours.')
}
