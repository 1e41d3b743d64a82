import { Message, Participant, Room } from './records.ts'

/** Short records for agents, which pay per token: empty and rarely used fields are left out unless `verbose`. */
export const ConciseRoom = Room.partial().required({ id: true, topic: true, status: true, untrusted: true })
export const ConciseMessage = Message.partial().required({
  id: true,
  seq: true,
  kind: true,
  content: true,
  untrusted: true,
})
export const ConciseParticipant = Participant.partial().required({ id: true, name: true, untrusted: true })

const LEFT_OUT = {
  room: ['turnSeconds', 'createdAt', 'updatedAt', 'closedAt'],
  message: ['roomId', 'createdAt', 'round'],
  participant: ['joinedAt'],
} as const

type Kind = keyof typeof LEFT_OUT

/** The record without empty and rarely used fields; the whole record when `verbose`. */
export function concise<Record extends object>(kind: Kind, record: Record, verbose: boolean): Record {
  if (verbose) return record
  const leftOut: readonly string[] = LEFT_OUT[kind]
  const kept = Object.entries(record).filter(([name, value]) => !leftOut.includes(name) && !isEmpty(value))
  return Object.fromEntries(kept) as Record
}

function isEmpty(value: unknown): boolean {
  return value === null || value === false || (Array.isArray(value) && value.length === 0)
}
