import { BOXES_CHANNEL } from '#boxes/live/sessionFeeds.ts'
import { insertArchive } from '#boxes/store/archives.ts'
import { readAnswers } from '#boxes/store/confirmations.ts'
import {
  answerFileRequest,
  findFileRequestInput,
  type OpenFileRequest,
  readFileRequests,
} from '#boxes/store/fileRequests.ts'
import { readCancelledTasks, readQueuedTasks } from '#boxes/store/tasks.ts'
import { type HostRequest, runFileRequest, toStoredError } from '#boxes/workspace/fileRequest.ts'
import type { Workspace } from '#boxes/workspace/Workspace.ts'
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

/** Requests being served, by box. */
const serving = new Map<string, Set<string>>()
/** Further requests of a box wait in the database: each may hold a megabyte and start a process. */
const SERVED_AT_ONCE = 2

async function serveFiles(
  options: HostOptions,
  { id, box_id: boxId }: OpenFileRequest,
  runtime: Runtime | undefined,
): Promise<void> {
  const own = serving.get(boxId) ?? new Set()
  if (!runtime || own.has(id) || own.size >= SERVED_AT_ONCE) return
  serving.set(boxId, own.add(id))
  await serve(options, id, runtime).catch((err) =>
    options.database.log.warn({ err }, 'failed to store the result of a file request'),
  )
  own.delete(id)
  if (own.size === 0) serving.delete(boxId)
  options.database.notify(BOXES_CHANNEL)
}

async function serve({ store }: HostOptions, id: string, runtime: Runtime): Promise<void> {
  const input = await findFileRequestInput(store, id)
  if (input === undefined) return
  const result = await runtime
    .workspace()
    .then((workspace) => runRequest(store, workspace, input as HostRequest))
    .then(
      (output) => ({ output }),
      (error) => ({ error: toStoredError(error) }),
    )
  await answerFileRequest(store, id, result)
}

async function runRequest(store: HostOptions['store'], workspace: Workspace, request: HostRequest): Promise<unknown> {
  return request.kind === 'save' ? insertArchive(store, await workspace.save()) : runFileRequest(workspace, request)
}
