import { z } from 'zod'
import { Message } from '#arena/wire/records.ts'

export const Frames = z.string().meta({
  description:
    'Frames of `id`, `event` and `data`. The first event is `ready`, or `reset` when the position was never given out; then each entry under its kind (`message`, `signal`, `proposal`, `result`, `system`) with the entry as data. A last event `end` says why the stream was ended.',
})

export const Batch = z.object({
  messages: z.array(Message),
  position: z.string().meta({ description: 'What to send as `after` next.' }),
  reset: z.boolean().meta({ description: 'The position was never given out; go on from this one.' }),
})
