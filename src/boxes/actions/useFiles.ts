import type { Context } from '#boxes/Context.ts'
import { BOXES_CHANNEL } from '#boxes/live/sessionFeeds.ts'
import { findArchive } from '#boxes/store/archives.ts'
import type { Box } from '#boxes/store/boxes.ts'
import { deleteFileRequest, findAnsweredFileRequest, insertFileRequest } from '#boxes/store/fileRequests.ts'
import { type FileAnswer, type FileRequest, fromStoredError, runFileRequest } from '#boxes/workspace/fileRequest.ts'
import { openArchive } from '#boxes/workspace/openArchive.ts'
import { ApiError, type ErrorBody } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import { waitUntil } from './waitUntil.ts'

const WAIT_MS = 10_000

/** Reads or writes a file of a box: through its host while it runs, from its archive otherwise. */
export async function useFiles(context: Context, box: Box, request: FileRequest): Promise<FileAnswer> {
  const { store, database } = context
  if (box.host_id === null) return readArchived(context, box, request)
  const id = Id.create('req')
  if (!(await insertFileRequest(store, { id, boxId: box.id, input: request })))
    throw new ApiError('resource_exhausted', 'Too many file requests to this box are open. Try again in a moment.', {
      headers: { 'retry-after': '2' },
    })
  database.notify(BOXES_CHANNEL)
  const answered = await waitUntil(context, () => findAnsweredFileRequest(store, id), { ms: WAIT_MS })
  await deleteFileRequest(store, id)
  if (!answered)
    throw new ApiError('unavailable', 'The host of the box did not answer in time. Try again.', {
      headers: { 'retry-after': '2' },
    })
  if (answered.error) throw fromStoredError(answered.error as ErrorBody)
  return answered.output as FileAnswer
}

async function readArchived({ store }: Context, box: Box, request: FileRequest): Promise<FileAnswer> {
  if (request.kind === 'write')
    throw new ApiError('failed_precondition', `The box is ${box.status}. Files can be written while it is ready.`)
  return runFileRequest(
    openArchive(() => findArchive(store, box.id)),
    request,
  )
}
