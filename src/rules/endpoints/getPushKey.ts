import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import type { Context } from '#rules/Context.ts'

export function getPushKey({ vapids }: Context): Operation {
  return define({
    name: 'getPushKey',
    method: 'GET',
    path: '/api/push/key',
    tag: 'rules',
    summary: 'Get the key with which browsers subscribe to push notifications.',
    access: none,
    limit: 'read',
    errors: [],
    request: z.strictObject({}),
    response: z.object({
      publicKey: z.string().meta({ description: 'The `applicationServerKey` (RFC 8292), in base64url.' }),
    }),
    handle: () => ({ publicKey: vapids[0].publicKey }),
  })
}
