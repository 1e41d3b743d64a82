import { authorized } from '../session/authorized.ts'
import { urlOf } from './request.ts'

export type Box = {
  id: string
  name: string
  agentId: string
  status: 'creating' | 'ready' | 'paused' | 'stopped' | 'error'
  statusReason: string | null
  size: string
  scopes: string[]
  keepAlive: boolean
  idleTimeoutSeconds: number
  expiresAt: string
  isolation: { level: 'none' | 'bubblewrap'; network: 'none' | 'shared'; seccomp: boolean; limits: string } | null
  restarts: number
  usage: { runs: number; seconds: number; bytesIn: number; bytesOut: number }
  lastActiveAt: string
}
export type BoxSession = { id: string; title: string; lastSeq: number; createdAt: string }
export type Card = { kind: string; title: string; words: string[]; warnings?: string[]; data?: unknown }
export type BoxMessage = {
  id: string
  seq: number
  authorType: 'human' | 'agent' | 'system'
  content: string
  cards: Card[]
  taskId: string | null
  createdAt: string
}
export type BoxTask = {
  id: string
  messageId: string
  status: 'queued' | 'running' | 'input_required' | 'completed' | 'failed' | 'cancelled'
  error: string | null
}
export type Confirmation = {
  id: string
  title: string
  options: { id: string; name: string }[]
  status: 'pending' | 'answered' | 'closed'
}

export type Agent = {
  id: string
  title: string
  description: string
  tags: string[]
  openingMessage: string
  openingQuestions: string[]
  network: string
  scopes: string[]
  minimumIsolation: string
  enabled: boolean
  disabledReason: string | null
}

export type FileEntry = { name: string; kind: 'file' | 'folder' | 'other'; size: number; modifiedAt: string }
export type FileAnswer = {
  path: string
  kind: 'file' | 'folder'
  size: number
  content?: string
  encoding?: 'utf8' | 'base64'
  entries?: FileEntry[]
}
export type LogLine = { seq: number; at: string; source: 'agent' | 'service'; line: string }
export type Conversation = { session: BoxSession; messages: BoxMessage[]; tasks: BoxTask[] }

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

type Posted = { message: BoxMessage; task: BoxTask | null }
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
  authorized<{ lines: LogLine[]; nextCursor: string }>(urlOf(`${BOXES}/${boxId}/logs`, { cursor, limit: 200 }))
