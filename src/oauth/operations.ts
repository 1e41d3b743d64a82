import type { Operation } from '#core/Operation.ts'
import type { Context } from './Context.ts'
import { authorize, resume } from './endpoints/authorize.ts'
import { decideConsent, readConsent } from './endpoints/consent.ts'
import { listConnections } from './endpoints/listConnections.ts'
import { metadata } from './endpoints/metadata.ts'
import { revokeConnection } from './endpoints/revokeConnection.ts'
import { register, revokeToken, token } from './endpoints/token.ts'

export function operations(context: Context): Operation[] {
  return [
    metadata(context),
    authorize(context),
    resume(context),
    readConsent(context),
    decideConsent(context),
    token(context),
    revokeToken(context),
    ...(context.allowsRegistration ? [register(context)] : []),
    listConnections(context),
    revokeConnection(context),
  ]
}
