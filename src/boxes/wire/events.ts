import { z } from 'zod'
import { type Update, UpdateRecord } from '#boxes/acp/describeUpdate.ts'
import type { Confirmation } from '#boxes/store/confirmations.ts'
import type { NewEvent, StoredEvent } from '#boxes/store/events.ts'
import type { Message } from '#boxes/store/messages.ts'
import type { Task } from '#boxes/store/tasks.ts'
import { ConfirmationRecord, MessageRecord, TaskRecord } from './schemas.ts'
import { toConfirmationRecord, toMessageRecord, toTaskRecord } from './toWire.ts'

/** The event of a message, under the number the message has. Its text and cards are stored once, with the message. */
export function messageEvent(message: Message): StoredEvent {
  const { session_id: sessionId, seq } = message
  return {
    sessionId,
    seq,
    kind: 'message',
    body: bodyOf(message),
    storedBody: bodyOf({ ...message, content: '', cards: [] }),
  }
}

/** Stored events with the text and cards of their messages. */
export function withMessages(events: readonly StoredEvent[], messages: readonly Message[]): StoredEvent[] {
  const bodies = new Map(messages.map((message) => [`${message.session_id} ${message.seq}`, bodyOf(message)]))
  return events.map((event) => ({ ...event, body: bodies.get(`${event.sessionId} ${event.seq}`) ?? event.body }))
}

function bodyOf(message: Message): string {
  return JSON.stringify({ message: z.encode(MessageRecord, toMessageRecord(message)) })
}

export function taskEvent(task: Task): NewEvent {
  return { kind: 'task', body: JSON.stringify({ task: z.encode(TaskRecord, toTaskRecord(task)) }) }
}

export function confirmationEvent(confirmation: Confirmation): NewEvent {
  const record = z.encode(ConfirmationRecord, toConfirmationRecord(confirmation))
  return { kind: 'confirmation', body: JSON.stringify({ confirmation: record }) }
}

export function updateEvent(taskId: string, update: Update): NewEvent {
  return { kind: 'update', body: JSON.stringify({ taskId, untrusted: true, update: UpdateRecord.encode(update) }) }
}
