import type { z } from 'zod'
import type * as createInviteOperation from '#arena/endpoints/createInvite.ts'
import type * as getRoom from '#arena/endpoints/getRoom.ts'
import type * as listInvitesOperation from '#arena/endpoints/listInvites.ts'
import type * as listMessages from '#arena/endpoints/listMessages.ts'
import type * as listRooms from '#arena/endpoints/listRooms.ts'
import type * as readLeaderboard from '#arena/endpoints/readLeaderboard.ts'
import type * as records from '#arena/wire/records.ts'
import { authorized } from '../session/authorized.ts'
import { urlOf } from './request.ts'

export type Room = z.input<typeof records.Room>
export type Participant = z.input<typeof records.Participant>
export type Entry = z.input<typeof records.Message>
export type RoomView = z.input<typeof getRoom.Response>
export type RoomList = z.input<typeof listRooms.Response>
export type Leaderboard = z.input<typeof readLeaderboard.Response>
export type Standing = Leaderboard['leaderboard'][number]
export type Signal = Leaderboard['signals'][number]
type EntryPage = z.input<typeof listMessages.Response>
type InviteList = z.input<typeof listInvitesOperation.Response>
type CreatedInvite = z.input<typeof createInviteOperation.Response>

const ROOMS = '/api/arena/rooms'

export const roomUrl = (roomId: string) => `${ROOMS}/${roomId}`
export const leaderboardUrl = (roomId: string) => `${ROOMS}/${roomId}/leaderboard`
export const eventsUrl = (roomId: string) => `${ROOMS}/${roomId}/events`

/** Entries before or after a number, oldest first. */
export function readEntries(
  roomId: string,
  from: { before?: number; after?: number; limit: number },
): Promise<EntryPage> {
  return authorized<EntryPage>(urlOf(`${ROOMS}/${roomId}/messages`, from))
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

export const listInvites = (roomId: string) => authorized<InviteList>(`${ROOMS}/${roomId}/invites`)
export const createInvite = (roomId: string, invite: { label?: string; maxUses?: number; expiresInSeconds: number }) =>
  post<CreatedInvite>(`/${roomId}/invites`, invite)
export const revokeInvite = (roomId: string, id: string) =>
  authorized(`${ROOMS}/${roomId}/invites/${id}`, { method: 'DELETE' })
