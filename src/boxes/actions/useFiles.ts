import type { Context } from '#boxes/Context.ts'
import { BOXES_CHANNEL } from '#boxes/live/sessionFeeds.ts'
import { findArchive } from '#boxes/store/archives.ts'
import type { Box } from '#boxes/store/boxes.ts'
import { deleteFileRequest, findAnsweredFileRequest, insertFileRequest, OPEN_MAX } from '#boxes/store/fileRequests.ts'
import {
  type FileAnswer,
  type FileRequest,
  fromStoredError,
  type HostRequest,
  runFileRequest,
} from '#boxes/workspace/fileRequest.ts'
import { openArchive } from '#boxes/workspace/openArchive.ts'
import type { Workspace } from '#boxes/workspace/Workspace.ts'
import { ApiError, type ErrorBody } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import { createOwnerQueue } from '#database/createOwnerQueue.ts'
import { waitUntil } from './waitUntil.ts'

const WAIT_MS = 10_000

/** Reads or writes a file of a box: through its host while it runs, from its archive otherwise. */
export async function useFiles(context: Context, box: Box, request: FileRequest): Promise<FileAnswer> {
  if (box.host_id === null) return readArchived(context, box, request)
  const workspace = context.workspaceOf(box)
  return workspace ? useHere(box, workspace, request) : askHost(context, box, request)
}

const turns = createOwnerQueue()
/** Open requests, by box. */
const open = new Map<string, number>()

/** A box of this process: one request after the other, without the database. */
async function useHere(box: Box, workspace: () => Promise<Workspace>, request: FileRequest): Promise<FileAnswer> {
  const count = open.get(box.id) ?? 0
  if (count >= OPEN_MAX) throw tooMany()
  open.set(box.id, count + 1)
  try {
    return await turns.run(box.id, async () => runFileRequest(await workspace(), request))
  } finally {
    const left = (open.get(box.id) ?? 1) - 1
    if (left > 0) open.set(box.id, left)
    else open.delete(box.id)
  }
}

/** A box of another replica, or one that is being started: its host finds the request in the database. */
export async function askHost<Answer>(context: Context, box: Box, request: HostRequest): Promise<Answer> {
  const { store, database } = context
  const id = Id.create('req')
  if (!(await insertFileRequest(store, { id, boxId: box.id, input: request }))) throw tooMany()
  database.notify(BOXES_CHANNEL)
  const answered = await waitUntil(context, () => findAnsweredFileRequest(store, id), { ms: WAIT_MS })
  await deleteFileRequest(store, id)
  if (!answered)
    throw new ApiError('unavailable', 'The host of the box did not answer in time. Try again.', {
      headers: { 'retry-after': '2' },
    })
  if (answered.error) throw fromStoredError(answered.error as ErrorBody)
  return answered.output as Answer
}

function tooMany(): ApiError {
  return new ApiError('resource_exhausted', 'Too many file requests to this box are open. Try again in a moment.', {
    headers: { 'retry-after': '2' },
  })
}

async function readArchived({ store }: Context, box: Box, request: FileRequest): Promise<FileAnswer> {
  if (request.kind === 'write')
    throw new ApiError('failed_precondition', `The box is ${box.status}. Files can be written while it is ready.`)
  return runFileRequest(
    openArchive(() => findArchive(store, box.id)),
    request,
  )
}
