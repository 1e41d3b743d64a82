import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

/** The smallest operation there is, to measure and test the HTTP layer itself. */
export const emptyOperation: Operation = define({
  name: 'empty',
  method: 'POST',
  path: '/empty',
  tag: 'test',
  summary: 'Answers what it got.',
  access: none,
  limit: 'read',
  errors: [],
  request: z.object({ text: z.string().optional() }),
  response: z.object({ text: z.string().optional() }),
  handle: (request) => request,
})
