import { type ListTasksRequest, TaskState } from '@a2a-js/sdk'
import { RequestMalformedError } from '@a2a-js/sdk/errors'
import type { RunQuery } from '#core/AgentRun.ts'
import { isId } from '#core/Id.ts'
import { statusOf } from './toTask.ts'

const PAGE_DEFAULT = 50
const PAGE_MAX = 100

/** The query of ListTasks; `none` if no run can have the status. */
export function listQuery(request: ListTasksRequest): RunQuery | 'none' {
  const { contextId, status, pageSize = PAGE_DEFAULT, pageToken, statusTimestampAfter } = request
  if (!Number.isInteger(pageSize) || pageSize < 1 || pageSize > PAGE_MAX)
    throw new RequestMalformedError(`pageSize must be 1 to ${PAGE_MAX}. Default: ${PAGE_DEFAULT}.`)
  if (pageToken && !isId('task', pageToken))
    throw new RequestMalformedError('pageToken must be the nextPageToken of an earlier response.')
  if (status === TaskState.UNRECOGNIZED)
    throw new RequestMalformedError('status must be a TaskState such as TASK_STATE_WORKING.')
  requireHistoryLength(request.historyLength)
  const wanted = status === TaskState.TASK_STATE_UNSPECIFIED ? undefined : statusOf(status)
  if (wanted === undefined && status !== TaskState.TASK_STATE_UNSPECIFIED) return 'none'
  return {
    limit: pageSize,
    contextId: contextId || undefined,
    status: wanted,
    before: pageToken || undefined,
    updatedSince: timeOf(statusTimestampAfter),
  }
}

export function requireHistoryLength(historyLength: number | undefined): void {
  if (historyLength !== undefined && (!Number.isInteger(historyLength) || historyLength < 0))
    throw new RequestMalformedError('historyLength must be 0 or more.')
}

function timeOf(text: string | undefined): Date | undefined {
  if (!text) return undefined
  const time = new Date(text)
  if (Number.isNaN(time.getTime()) || !/^\d{4}-\d\d-\d\dT/.test(text))
    throw new RequestMalformedError('statusTimestampAfter must be a time such as 2026-01-31T12:00:00Z.')
  return time
}
