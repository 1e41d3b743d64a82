import { z } from 'zod'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import * as Developers from './Developers.ts'
import type { SessionCaller, Sessions } from './verifySession.ts'

export function signOut({ developers, lookUp, now }: Sessions): Operation {
  return define({
    name: 'signOut',
    method: 'POST',
    path: '/api/auth/logout',
    tag: 'identity',
    summary: 'Revoke the session token of this request or, with `everywhere`, all session tokens of its developer.',
    access: session(),
    limit: 'auth',
    errors: ['unavailable'],
    request: z.strictObject({ everywhere: z.boolean().default(false) }),
    response: z.void(),
    status: 204,
    async handle({ everywhere }, call) {
      const { developerId, tokenId, expiresAt } = call.caller as SessionCaller
      await Developers.revokeToken(developers, tokenId, expiresAt)
      if (everywhere) await Developers.revokeAllTokens(developers, developerId, now())
      lookUp.forget()
    },
  })
}
