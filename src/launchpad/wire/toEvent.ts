import { z } from 'zod'
import type { OutboxEvent } from '#launchpad/store/Outbox.ts'
import * as wire from './schemas.ts'

/** An event as subscribers receive it; `token` is null if it concerns all of them. */
export function toEvent<Kind extends wire.EventKind>(
  kind: Kind,
  token: string | null,
  value: z.output<(typeof wire.events)[Kind]>,
): OutboxEvent {
  return { kind, token, body: JSON.stringify(z.encode(wire.events[kind] as z.ZodType, value)) }
}
