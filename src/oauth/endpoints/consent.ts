import { z } from 'zod'
import { none, session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { decide } from '#oauth/actions/decide.ts'
import { readInteraction } from '#oauth/actions/readInteraction.ts'
import type { Context } from '#oauth/Context.ts'
import { LIFETIMES } from '#oauth/rules/lifetimes.ts'
import { InteractionId, ScopeList } from '#oauth/wire.ts'

export const Consent = z.object({
  client: z.object({ id: z.string(), name: z.string(), host: z.string() }),
  redirectUri: z.string(),
  resource: z.string(),
  scopes: ScopeList,
  durationDays: z.number(),
})

export function readConsent(context: Context): Operation {
  return define({
    name: 'readConsent',
    method: 'GET',
    path: '/oauth/consent/{uid}/request',
    tag: 'oauth',
    summary: 'Read the pending request of a client.',
    description: 'For the consent page. Needs the cookie of the browser that started the sign-in.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: z.strictObject({ uid: InteractionId }),
    response: Consent,
    async handle({ uid }, call) {
      const { clientId, clientName, clientHost, ...rest } = await readInteraction(context, call, uid)
      const { redirectUri, resource, scopes } = rest
      const client = { id: clientId, name: clientName, host: clientHost }
      return { client, redirectUri, resource, scopes, durationDays: LIFETIMES.connection / 86_400 }
    },
  })
}

/** Requires a session token, which no other site has, so a forged form or a framed page cannot decide. */
export function decideConsent(context: Context): Operation {
  return define({
    name: 'decideConsent',
    method: 'POST',
    path: '/oauth/consent/{uid}/decision',
    tag: 'oauth',
    summary: 'Approve or refuse the request of a client.',
    description: 'Needs a session token and the cookie of the browser that started the sign-in.',
    access: session(),
    limit: 'auth',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    examples: [{ summary: 'Approve', request: { approve: true } }],
    request: z.strictObject({ uid: InteractionId, approve: z.boolean() }),
    response: z.object({ redirectTo: z.string().meta({ description: 'The URL that the browser opens next.' }) }),
    handle: async ({ uid, approve }, call) => ({ redirectTo: await decide(context, call, { uid, approve }) }),
  })
}
