import type { Happening } from './Happening.ts'
import { hopsOf } from './hops.ts'

/** An entry of a room. */
export type RoomEntry = {
  list: string
  seq: number
  id: string
  kind: string
  content: string
  author: string | null
  replyTo: string | null
  mentions: readonly { id: string; developerId: string }[]
  clientKey: string | null
  at: Date
  /** The developers who may read it; undefined in a public room. */
  readers: readonly string[] | undefined
}

/** An event of a session of a box; `run` where a run ended or asks. */
export type BoxEvent = {
  list: string
  seq: number
  kind: 'ended' | 'asked' | 'other'
  run:
    | {
        id: string
        boxId: string
        sessionId: string
        developerId: string
        status: string
        error: string | null
        reply: string | null
        asked: string | null
        clientKey: string | null
        at: Date
      }
    | undefined
}

export function roomHappenings(entry: RoomEntry): Happening[] {
  const { list: roomId, id: messageId, seq, kind, author, content, replyTo, readers } = entry
  if (kind === 'system') return []
  const data = { roomId, messageId, seq, kind, author, content, replyTo, untrusted: true }
  const shared = { at: entry.at.getTime(), block: null, hops: hopsOf(entry.clientKey) }
  const fields = { roomId, kind, author: author ?? '' }
  return [
    { ...shared, type: 'room.message', owners: readers, fields, data },
    ...entry.mentions.map(({ id: participantId, developerId }) => ({
      ...shared,
      type: 'room.mention' as const,
      owners: [developerId],
      fields: { roomId, participantId },
      data: { ...data, participantId },
    })),
  ]
}

export function boxHappenings({ kind, run }: BoxEvent): Happening[] {
  if (kind === 'other' || !run) return []
  const { id: taskId, boxId, sessionId, developerId, status, reply, error, asked: title } = run
  const shared = { at: run.at.getTime(), block: null, hops: hopsOf(run.clientKey), owners: [developerId] }
  const data = { boxId, sessionId, taskId, untrusted: true }
  const settled = { ...shared, type: 'box.run_settled', fields: { boxId, taskId }, data: { ...data, status } } as const
  return kind === 'ended'
    ? [
        settled,
        { ...shared, type: 'box.run_ended', fields: { boxId, status }, data: { ...data, status, reply, error } },
      ]
    : [settled, { ...shared, type: 'box.confirmation_asked', fields: { boxId }, data: { ...data, title } }]
}
