import { z } from 'zod'
import { Message } from '#arena/wire/records.ts'

export const Frames = z.string().meta({
  description:
    'Frames of `id`, `event` and `data`. The first event is `ready`, or `reset` when the position is unknown; then each entry under its kind (`message`, `signal`, `proposal`, `result`, `system`) with the entry as data. The last event, `end`, carries the reason.',
})

export const Batch = z.object({
  messages: z.array(Message),
  position: z.string().meta({ description: 'The next value of `after`.' }),
  reset: z.boolean().meta({ description: 'The position was unknown; continue from this one.' }),
})
