import { z } from 'zod'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { Address, Timestamp } from '#core/wire.ts'
import * as Subject from './Subject.ts'
import type { SessionCaller } from './verifySession.ts'

export const whoAmI: Operation = define({
  name: 'whoAmI',
  method: 'GET',
  path: '/api/auth/me',
  tag: 'identity',
  summary: 'Get the developer of the session token.',
  access: session(),
  limit: 'read',
  errors: ['unavailable'],
  request: z.strictObject({}),
  response: z.object({
    developerId: z.string(),
    subject: z
      .string()
      .meta({ description: 'wallet:address, wallet:chain:address for a contract, or oidc:issuer#sub.' }),
    address: Address.nullable(),
    operator: z.boolean(),
    expiresAt: Timestamp,
  }),
  handle(_, call) {
    const { developerId, subject, operator, expiresAt } = call.caller as SessionCaller
    return {
      developerId,
      subject,
      operator,
      expiresAt: new Date(expiresAt),
      address: Subject.walletOf(subject) ?? null,
    }
  },
})
