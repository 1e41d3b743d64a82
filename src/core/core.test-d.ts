import { expectTypeOf } from 'vitest'
import { z } from 'zod'
import { none } from './Access.ts'
import { define } from './Operation.ts'
import * as Tool from './Tool.ts'
import { Address, Amount, Timestamp } from './wire.ts'

const described = { name: 'x', path: '/x', tag: 't', summary: 's', access: none, limit: 'read', errors: [] } as const

define({
  ...described,
  method: 'POST',
  request: z.object({ to: Address, amount: Amount, memo: z.string().optional() }),
  response: z.object({ amount: Amount, at: Timestamp }),
  handle(request) {
    expectTypeOf(request).toEqualTypeOf<{ to: `0x${string}`; amount: bigint; memo?: string | undefined }>()
    return { amount: request.amount, at: new Date(0) }
  },
})

define({
  ...described,
  method: 'GET',
  request: z.object({}),
  response: z.object({ amount: Amount }),
  // @ts-expect-error a handler returns bigint where the wire shows digits
  handle: () => ({ amount: '1' }),
})

Tool.define({
  name: 'svc_sample',
  title: 'Sample',
  description: 'For the types.',
  access: none,
  limit: 'read',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.object({ count: z.int() }),
  output: z.object({ doubled: z.int() }),
  run(input) {
    expectTypeOf(input).toEqualTypeOf<{ count: number }>()
    return { doubled: input.count * 2 }
  },
})
