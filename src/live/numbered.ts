import type { LiveEvent, Positions } from './Source.ts'

export type NumberedEvent = LiveEvent & { seq: number }

export const numbered: Positions<number, NumberedEvent> = {
  parse: (text) => (/^[0-9]{1,15}$/.test(text) ? Number(text) : undefined),
  format: String,
  compare: (one, other) => one - other,
  after: (position, { seq }) => Math.max(position, seq),
  described: 'the number of an event',
}

export function numberedEvent(seq: number, kind: string, body: string): NumberedEvent {
  return { seq, kind, body, frame: Buffer.from(`id: ${seq}\nevent: ${kind}\ndata: ${body}\n\n`) }
}
