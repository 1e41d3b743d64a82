import { BOXES_CHANNEL } from '#boxes/live/sessionFeeds.ts'
import {
  type FileRequest,
  readAnswers,
  readCancelledTasks,
  readFileRequests,
  readQueuedTasks,
} from '#boxes/store/tasks.ts'
import { type FileWish, performWish, toKept } from '#boxes/workspace/fileRequest.ts'
import type { Runtime } from './createRuntime.ts'
import type { HostOptions } from './HostOptions.ts'

type Find = (boxId: string) => Runtime | undefined

/** Hands the boxes of a host what was asked of them through any replica. */
export async function handOutWork(options: HostOptions, hostId: string, find: Find): Promise<void> {
  const { store } = options
  const [tasks, cancelled, answers, files] = await Promise.all([
    readQueuedTasks(store, hostId),
    readCancelledTasks(store, hostId),
    readAnswers(store, hostId),
    readFileRequests(store, hostId),
  ])
  for (const { id, box_id } of cancelled) find(box_id)?.cancel(id)
  for (const { id, box_id, answer } of answers) if (answer !== null) find(box_id)?.answer(id, answer)
  for (const task of tasks) find(task.box_id)?.run(task)
  for (const request of files) void serveFiles(options, request, find(request.box_id))
}

const serving = new Set<string>()

async function serveFiles(
  { store, database }: HostOptions,
  request: FileRequest,
  runtime: Runtime | undefined,
): Promise<void> {
  if (!runtime || serving.has(request.id)) return
  serving.add(request.id)
  const done = await runtime
    .workspace()
    .then((workspace) => performWish(workspace, request.input as FileWish))
    .then(
      (output) => ({ output: JSON.stringify(output) }),
      (error) => ({ error: JSON.stringify(toKept(error)) }),
    )
  const written = store
    .updateTable('box_file_requests')
    .set({ ...done, done_at: new Date() })
    .where('id', '=', request.id)
    .execute()
  await written.catch((err) => database.log.warn({ err }, 'the answer about a file of a box could not be written'))
  serving.delete(request.id)
  database.notify(BOXES_CHANNEL)
}
