import { z } from 'zod'
import { Message } from '#arena/wire/records.ts'

export const Frames = z.string().meta({
  description:
    'Each frame has `id`, `event` and `data`. The first event is `ready`, or `reset` if the position is unknown. Each entry follows as an event named after its kind (`message`, `signal`, `proposal`, `result`, `system`), with the entry as data. The last event, `end`, carries the reason.',
})

export const Batch = z.object({
  messages: z.array(Message),
  position: z.string().meta({ description: 'The next value of `after`.' }),
  reset: z.boolean().meta({ description: 'The position was unknown; continue from this one.' }),
})
