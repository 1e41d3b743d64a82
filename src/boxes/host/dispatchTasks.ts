import { BOXES_CHANNEL } from '#boxes/live/sessionFeeds.ts'
import { readAnswers } from '#boxes/store/confirmations.ts'
import { answerFileRequest, readFileRequests, type StoredFileRequest } from '#boxes/store/fileRequests.ts'
import { readCancelledTasks, readQueuedTasks } from '#boxes/store/tasks.ts'
import { type FileRequest, runFileRequest, toStoredError } from '#boxes/workspace/fileRequest.ts'
import type { Runtime } from './createRuntime.ts'
import type { HostOptions } from './HostOptions.ts'

type FindRuntime = (boxId: string) => Runtime | undefined

/** Dispatches queued tasks, cancellations, answers and file requests to the boxes of a host. */
export async function dispatchTasks(options: HostOptions, hostId: string, find: FindRuntime): Promise<void> {
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
  { id, input }: StoredFileRequest,
  runtime: Runtime | undefined,
): Promise<void> {
  if (!runtime || serving.has(id)) return
  serving.add(id)
  const result = await runtime
    .workspace()
    .then((workspace) => runFileRequest(workspace, input as FileRequest))
    .then(
      (output) => ({ output }),
      (error) => ({ error: toStoredError(error) }),
    )
  await answerFileRequest(store, id, result).catch((err) =>
    database.log.warn({ err }, 'failed to store the result of a file request'),
  )
  serving.delete(id)
  database.notify(BOXES_CHANNEL)
}
