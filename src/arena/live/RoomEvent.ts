import type { EntryRow, SystemEvent } from '#arena/store/tables.ts'
import { toMessage } from '#arena/wire/records.ts'
import type { NumberedEvent } from '#live/numbered.ts'

/** An entry, serialised once for all readers. */
export type RoomEvent = NumberedEvent & {
  roomId: string
  system: SystemEvent | null
  /** The frame without its id, for streams over several rooms. */
  tail: Buffer
}

export function toEvent(entry: EntryRow): RoomEvent {
  const { seq, kind, room_id: roomId, event: system } = entry
  const body = JSON.stringify(toMessage(entry))
  const tail = Buffer.from(`event: ${kind}\ndata: ${body}\n\n`)
  return { seq, kind, body, roomId, system, tail, frame: Buffer.concat([Buffer.from(`id: ${seq}\n`), tail]) }
}

/** Whether the participant loses its seat by this event. */
export function isDeparture({ system }: RoomEvent, participantId: string): boolean {
  if (system?.participantId !== participantId) return false
  return system.type === 'left' || system.type === 'kicked' || system.type === 'banned'
}
