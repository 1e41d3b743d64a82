import { type BoxContext, waitUntil } from '#boxes/Context.ts'
import { BOXES_CHANNEL } from '#boxes/live/sessionFeeds.ts'
import { findArchive } from '#boxes/store/archives.ts'
import type { Box } from '#boxes/store/boxes.ts'
import { type FileAnswer, type FileWish, fromKept, performWish } from '#boxes/workspace/fileRequest.ts'
import { openArchive } from '#boxes/workspace/openArchive.ts'
import { ApiError, type ErrorBody } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'

const WAIT_MS = 10_000

/** Reads or writes a file of a box: through its host while it runs, out of its archive while it rests. */
export async function useFiles(context: BoxContext, box: Box, wish: FileWish): Promise<FileAnswer> {
  if (box.host_id === null) return readArchived(context, box, wish)
  const id = Id.create('req')
  await context.store
    .insertInto('box_file_requests')
    .values({ id, box_id: box.id, input: JSON.stringify(wish) })
    .execute()
  context.database.notify(BOXES_CHANNEL)
  const look = async () => {
    const row = await context.store.selectFrom('box_file_requests').selectAll().where('id', '=', id).executeTakeFirst()
    return row?.done_at ? row : undefined
  }
  const done = await waitUntil(context, look, { ms: WAIT_MS })
  await context.store.deleteFrom('box_file_requests').where('id', '=', id).execute()
  if (!done)
    throw new ApiError('unavailable', 'The host of the box did not answer in time. Try again.', {
      headers: { 'retry-after': '2' },
    })
  if (done.error) throw fromKept(done.error as ErrorBody)
  return done.output as FileAnswer
}

async function readArchived({ store }: BoxContext, box: Box, wish: FileWish): Promise<FileAnswer> {
  if (wish.kind === 'write')
    throw new ApiError('failed_precondition', `The box is ${box.status}, and files can be written while it is ready.`)
  const archive = await findArchive(store, box.id)
  return performWish(await openArchive(archive?.bytes), wish)
}
