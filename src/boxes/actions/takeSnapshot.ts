import type { Context } from '#boxes/Context.ts'
import { type Archive, deleteUnreferenced, digestArchive, referToArchive, shareArchive } from '#boxes/store/archives.ts'
import type { Box } from '#boxes/store/boxes.ts'
import { copyConversations } from '#boxes/store/copyConversations.ts'
import { countSnapshots, insertSnapshot, type Snapshot } from '#boxes/store/snapshots.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import type { Call } from '#core/Operation.ts'
import { refuseSecrets } from '#core/secrets.ts'
import { oneLine } from '#core/UntrustedText.ts'
import { createOwnerQueue } from '#database/createOwnerQueue.ts'
import { inTransaction } from './inTransaction.ts'
import { requireBox } from './requireBox.ts'
import { saveNow } from './saveNow.ts'

export const SNAPSHOTS_MAX = 20
const NAME_LENGTH_MAX = 80
/** One at a time per developer: each holds an archive in memory, and is counted only once it is stored. */
const turns = createOwnerQueue()

/** Takes a snapshot of the files and conversations of the caller's box. */
export async function takeSnapshot(
  context: Context,
  { boxId, name: given }: { boxId: string; name?: string | undefined },
  call: Call,
): Promise<Snapshot> {
  const box = await requireBox(context, boxId, call)
  const name = (oneLine(given ?? box.name) || box.name).slice(0, NAME_LENGTH_MAX)
  refuseSecrets(name, 'name')
  return turns.run(box.developer_id, async () => {
    await requirePlace(context.store, box)
    const saved = await saveNow(context, box)
    return insertFilled(context, { box, name, saved }, call).catch(async (error) => {
      if (saved) await deleteUnreferenced(context.store, [saved.id])
      throw error
    })
  })
}

type Taken = { box: Box; name: string; saved: Archive | undefined }

function insertFilled(context: Context, { box, name, saved }: Taken, call: Call): Promise<Snapshot> {
  const id = Id.create('snap')
  return inTransaction(context, call, async (tx) => {
    await requirePlace(tx, box)
    if (saved) await referToArchive(tx, id, saved.id)
    else await shareArchive(tx, { from: box.id, to: id })
    const { digest, bytes } = saved ?? (await digestArchive(tx, id))
    const sessions = await copyConversations(tx, { from: box.id, to: id })
    const { developer_id, agent_id } = box
    return insertSnapshot(tx, {
      id,
      developer_id,
      box_id: box.id,
      name,
      agent_id,
      settings: settingsOf(box),
      digest,
      bytes,
      sessions,
    })
  })
}

async function requirePlace(tx: Context['store'], { developer_id }: Box): Promise<void> {
  if ((await countSnapshots(tx, developer_id)) < SNAPSHOTS_MAX) return
  throw new ApiError('failed_precondition', `You have ${SNAPSHOTS_MAX} snapshots, which is the maximum. Delete one.`)
}

/** The request that creates a box like this one. */
function settingsOf(box: Box) {
  const budget = {
    ...(box.token_budget !== null && { tokens: box.token_budget }),
    ...(box.micros_budget !== null && { usd: box.micros_budget / 1_000_000 }),
  }
  return {
    agentId: box.agent_id,
    size: box.size,
    labels: box.labels,
    scopes: box.scopes,
    environment: box.environment,
    skills: box.skills,
    keepAlive: box.keep_alive,
    attachMcp: box.attach_mcp,
    idleTimeoutSeconds: box.idle_seconds,
    ...(box.agent_model !== null && { agentModel: box.agent_model }),
    ...(Object.keys(budget).length > 0 && { modelBudget: budget }),
  }
}
