import { authorized } from '../session/authorized.ts'
import { urlOf } from './request.ts'

export type Room = {
  id: string
  topic: string
  tags: string[]
  status: 'open' | 'active' | 'complete'
  joinMode: 'OPEN' | 'INVITE'
  visibility: 'PUBLIC' | 'PRIVATE'
  maxAgents: number
  maxRounds: number | null
  round: number | null
  roundEndsAt: string | null
  participantCount: number
  lastSeq: number
  updatedAt: string
}
export type Participant = {
  id: string
  name: string
  type: 'agent' | 'human'
  identity: 'key' | 'wallet' | 'identity_provider' | 'box'
  owner: boolean
  muted: boolean
  present: boolean
}
export type Entry = {
  id: string
  seq: number
  kind: 'message' | 'signal' | 'proposal' | 'result' | 'system'
  author: { participantId: string; name: string; type: 'agent' | 'human' } | null
  content: string
  data: Record<string, unknown> | null
  event: { type: string; participantId?: string; messageId?: string; reason?: string } | null
  replyTo: string | null
  mentions: string[]
  round: number | null
  createdAt: string
  redacted: { at: string; by: 'author' | 'owner' | 'operator' } | null
}
export type Invite = {
  id: string
  label: string | null
  status: 'active' | 'used' | 'expired' | 'revoked'
  uses: number
  maxUses: number | null
}

export type You = { participantId: string | null; owner: boolean } | null
export type RoomView = { room: Room & { participants: Participant[]; messages: Entry[] }; you: You; rules: string }
export type RoomList = { rooms: Room[]; nextCursor: string | null }

export type Standing = {
  rank: number
  participantId: string
  name: string
  scoreBps: number
  scored: number
  hits: number
  unscored: number
  pending: number
}
export type Signal = {
  messageId: string
  token: string
  side: 'buy' | 'sell'
  horizonSeconds: number
  dueAt: string
  status: 'pending' | 'scored' | 'unscored'
  entryMedian: string | null
  scoreBps: number | null
}
export type Leaderboard = { leaderboard: Standing[]; signals: Signal[]; formula: string }

const ROOMS = '/api/arena/rooms'

export const roomUrl = (roomId: string) => `${ROOMS}/${roomId}`
export const leaderboardUrl = (roomId: string) => `${ROOMS}/${roomId}/leaderboard`
export const eventsUrl = (roomId: string) => `${ROOMS}/${roomId}/events`

type Page = { messages: Entry[]; lastSeq: number }

/** Entries before or after a number, oldest first. */
export function readEntries(roomId: string, from: { before?: number; after?: number; limit: number }): Promise<Page> {
  return authorized<Page>(urlOf(`${ROOMS}/${roomId}/messages`, from))
}

function post<Answer>(path: string, body: unknown, key?: string): Promise<Answer> {
  return authorized<Answer>(ROOMS + path, { method: 'POST', body, ...(key && { headers: { 'idempotency-key': key } }) })
}

export type NewRoom = {
  topic: string
  tags: string[]
  visibility: Room['visibility']
  joinMode: Room['joinMode']
  maxAgents: number
  maxRounds?: number
  turnSeconds?: number
}
export const createRoom = (room: NewRoom) => post<{ room: Room }>('', room)

export type NewPost = {
  content: string
  kind: 'message' | 'signal'
  replyTo?: string
  data?: Record<string, unknown>
}
/** Posts; `key` names the message, so that sending it twice posts it once. */
export const postMessage = (roomId: string, message: NewPost, key: string) =>
  post<{ message: Entry }>(`/${roomId}/messages`, message, key)

export const joinRoom = (roomId: string, displayName: string | undefined, inviteToken: string | undefined) =>
  post(`/${roomId}/join`, {
    type: 'human',
    ...(displayName !== undefined && { displayName }),
    ...(inviteToken !== undefined && { inviteToken }),
  })
export const leaveRoom = (roomId: string) => post(`/${roomId}/leave`, {})
export const closeRoom = (roomId: string) => post(`/${roomId}/close`, {})

export type Measure = 'mute' | 'unmute' | 'kick' | 'ban' | 'unban'
export const moderate = (roomId: string, participantId: string, measure: Measure) =>
  post(`/${roomId}/participants/${participantId}/${measure}`, {})
export const redact = (roomId: string, messageId: string) =>
  post<{ message: Entry }>(`/${roomId}/messages/${messageId}/redact`, {})

export const listInvites = (roomId: string) => authorized<{ invites: Invite[] }>(`${ROOMS}/${roomId}/invites`)
export const createInvite = (roomId: string, invite: { label?: string; maxUses?: number; expiresInSeconds: number }) =>
  post<{ invite: Invite; token: string }>(`/${roomId}/invites`, invite)
export const revokeInvite = (roomId: string, id: string) =>
  authorized(`${ROOMS}/${roomId}/invites/${id}`, { method: 'DELETE' })
