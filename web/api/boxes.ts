import type { z } from 'zod'
import type { CardRecord } from '#boxes/acp/describeUpdate.ts'
import type * as getSession from '#boxes/endpoints/getSession.ts'
import type * as readLogs from '#boxes/endpoints/readLogs.ts'
import type * as wire from '#boxes/wire/schemas.ts'
import type * as workspace from '#boxes/workspace/fileRequest.ts'
import { authorized } from '../session/authorized.ts'
import { urlOf } from './request.ts'

export type Box = z.input<typeof wire.BoxRecord>
export type BoxSession = z.input<typeof wire.SessionRecord>
export type BoxMessage = z.input<typeof wire.MessageRecord>
export type BoxTask = z.input<typeof wire.TaskRecord>
export type Confirmation = z.input<typeof wire.ConfirmationRecord>
export type Agent = z.input<typeof wire.AgentRecord>
export type Card = z.input<typeof CardRecord>
export type Conversation = z.input<typeof getSession.Response>
export type FileAnswer = z.input<typeof workspace.FileAnswer>
export type LogPage = z.input<typeof readLogs.Response>
export type LogLine = LogPage['lines'][number]
export type Snapshot = z.input<typeof wire.SnapshotRecord>
export type Schedule = z.input<typeof wire.ScheduleRecord>
type Posted = z.input<typeof wire.PostedMessage>

const BOXES = '/api/boxes'

export const agentsUrl = `${BOXES}/agents`
export const boxesUrl = `${BOXES}?limit=50`
export const boxUrl = (boxId: string) => `${BOXES}/${boxId}`
export const sessionsUrl = (boxId: string) => `${BOXES}/${boxId}/sessions?limit=50`
export const eventsUrl = (boxId: string, sessionId: string) => `${BOXES}/${boxId}/sessions/${sessionId}/events`

function post<Answer>(path: string, body: unknown, key: string = crypto.randomUUID()): Promise<Answer> {
  return authorized<Answer>(BOXES + path, { method: 'POST', body, headers: { 'idempotency-key': key } })
}

export type NewBox = { agentId: string; name?: string; prompt?: string }
export const createBox = (box: NewBox) => post<{ box: Box }>('', box)

export type BoxStep = 'pause' | 'resume' | 'stop'
export const stepBox = (boxId: string, step: BoxStep) =>
  authorized<{ box: Box }>(`${BOXES}/${boxId}/${step}`, { method: 'POST', body: {} })
export const deleteBox = (boxId: string) => authorized<void>(boxUrl(boxId), { method: 'DELETE' })

export const openSession = (boxId: string) => post<{ session: BoxSession }>(`/${boxId}/sessions`, { channel: 'web' })
export const readConversation = (boxId: string, sessionId: string) =>
  authorized<Conversation>(`${BOXES}/${boxId}/sessions/${sessionId}`)
export const readConfirmations = (boxId: string, sessionId: string) =>
  authorized<{ confirmations: Confirmation[] }>(`${BOXES}/${boxId}/sessions/${sessionId}/confirmations?status=pending`)

/** Asks the agent; `key` names the message, so that sending it twice asks once. */
export const askAgent = (at: { boxId: string; sessionId: string }, content: string, key: string) =>
  post<Posted>(`/${at.boxId}/sessions/${at.sessionId}/messages`, { content, channel: 'web' }, key)
export const cancelRuns = (boxId: string, sessionId: string) =>
  authorized(`${BOXES}/${boxId}/sessions/${sessionId}/cancel`, { method: 'POST', body: {} })
export const answerConfirmation = (boxId: string, id: string, option: string) =>
  authorized<{ confirmation: Confirmation }>(`${BOXES}/${boxId}/confirmations/${id}`, {
    method: 'POST',
    body: { option },
  })

export const readFiles = (boxId: string, path: string) =>
  authorized<FileAnswer>(urlOf(`${BOXES}/${boxId}/files`, { path: path === '' ? undefined : path }))
export const writeFile = (boxId: string, path: string, content: string) =>
  authorized<FileAnswer>(`${BOXES}/${boxId}/files`, { method: 'PUT', body: { path, content } })
export const readLog = (boxId: string, cursor: string | undefined) =>
  authorized<LogPage>(urlOf(`${BOXES}/${boxId}/logs`, { cursor, limit: 200 }))

export const snapshotsUrl = (boxId: string) => urlOf(`${BOXES}/snapshots`, { boxId, limit: 50 })
export const takeSnapshot = (boxId: string, name?: string) => post(`/${boxId}/snapshots`, name ? { name } : {})
export const forkSnapshot = (id: string) => post<{ box: Box }>(`/snapshots/${id}/fork`, {})
export const deleteSnapshot = (id: string) => authorized<void>(`${BOXES}/snapshots/${id}`, { method: 'DELETE' })
export const restoreBox = (boxId: string, snapshotId: string) =>
  authorized<{ box: Box }>(`${BOXES}/${boxId}/restore`, { method: 'POST', body: { snapshotId } })

export type NewSchedule = { prompt: string; everySeconds?: number; cron?: string }
export const schedulesUrl = (boxId: string) => `${BOXES}/${boxId}/schedules`
export const createSchedule = (boxId: string, schedule: NewSchedule) => post(`/${boxId}/schedules`, schedule)
export const enableSchedule = ({ boxId, id }: Schedule, enabled: boolean) =>
  authorized(`${schedulesUrl(boxId)}/${id}`, { method: 'PATCH', body: { enabled } })
export const deleteSchedule = ({ boxId, id }: Schedule) =>
  authorized<void>(`${schedulesUrl(boxId)}/${id}`, { method: 'DELETE' })
