import type { Scope } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Call } from '#core/Operation.ts'
import * as UntrustedText from '#core/UntrustedText.ts'
import type { Context } from '#oauth/Context.ts'
import { clientHost } from '#oauth/rules/clientHost.ts'
import { offeredOf } from '#oauth/rules/offeredScopes.ts'
import { canonicalResource, defaultResource } from '#oauth/rules/resources.ts'
import { nodeExchange } from './callProvider.ts'

/** A client's request that waits for a person's decision, in the browser that brought it. */
export type Interaction = {
  clientId: string
  clientName: string
  clientHost: string
  redirectUri: string
  scopes: Scope[]
  resource: string
  /** As the client wrote it. */
  requestedResource: string
  isDecided: boolean
}

const NAME_MAX = 80

/** Throws `not_found` when it has ended, or was started in another browser. */
export async function readInteraction(context: Context, call: Call, uid: string): Promise<Interaction> {
  const provider = await context.provider()
  const { incoming, outgoing } = nodeExchange({ request: call.raw, baseUrl: context.baseUrl })
  const found = await provider.interactionDetails(incoming, outgoing).catch((): undefined => undefined)
  const { client_id: clientId, redirect_uri: redirectUri, scope, resource } = found?.params ?? {}
  if (!found || found.uid !== uid || typeof clientId !== 'string' || typeof redirectUri !== 'string') throw ended()
  const client = await provider.Client.find(clientId).catch((): undefined => undefined)
  if (!client) throw ended()
  const host = clientHost(clientId, redirectUri)
  const requestedResource = typeof resource === 'string' ? resource : defaultResource(context.baseUrl)
  return {
    clientId,
    clientName: UntrustedText.oneLine(client.clientName ?? host).slice(0, NAME_MAX),
    clientHost: host,
    redirectUri,
    scopes: offeredOf(typeof scope === 'string' ? scope : ''),
    resource: canonicalResource(context.baseUrl, requestedResource) ?? requestedResource,
    requestedResource,
    isDecided: found.result !== undefined,
  }
}

function ended(): ApiError {
  return new ApiError(
    'not_found',
    'This request has ended or was started in another browser. Start the sign-in again in the client.',
  )
}
