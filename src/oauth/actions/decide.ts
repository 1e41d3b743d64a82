import { ApiError } from '#core/ApiError.ts'
import { actorOf } from '#core/AuditLog.ts'
import * as Id from '#core/Id.ts'
import type { Call } from '#core/Operation.ts'
import { transaction } from '#database/transaction.ts'
import { type Context, personOf } from '#oauth/Context.ts'
import { LIFETIMES } from '#oauth/rules/lifetimes.ts'
import * as Connections from '#oauth/store/Connections.ts'
import type { Store } from '#oauth/store/tables.ts'
import { nodeExchange } from './callProvider.ts'
import { type Interaction, readInteraction } from './readInteraction.ts'

type Decision = { uid: string; approve: boolean }

/** Records the decision of the signed-in person; returns the URL that the browser opens next. */
export async function decide(context: Context, call: Call, { uid, approve }: Decision): Promise<string> {
  const interaction = await readInteraction(context, call, uid)
  if (interaction.isDecided)
    throw new ApiError('failed_precondition', 'This request has been decided. Start the sign-in again in the client.')
  const provider = await context.provider()
  const { incoming, outgoing } = nodeExchange({ request: call.raw, baseUrl: context.baseUrl })
  if (!approve) {
    const refusal = { error: 'access_denied', error_description: 'The person refused.' }
    return provider.interactionResult(incoming, outgoing, refusal)
  }
  const grantId = await grant(context, call, interaction)
  const login = { accountId: personOf(call).developerId, remember: false }
  return provider.interactionResult(incoming, outgoing, { login, consent: { grantId } })
}

async function grant(context: Context, call: Call, interaction: Interaction): Promise<string> {
  const { developerId, subject } = personOf(call)
  const { clientId, clientName, clientHost, resource, requestedResource, scopes } = interaction
  const provider = await context.provider()
  const grant = new provider.Grant({ accountId: developerId, clientId })
  const id = Id.create('conn')
  grant.jti = id
  grant.addResourceScope(requestedResource, scopes)
  const row = { id, developer_id: developerId, subject, resource, scopes, client_id: clientId }
  const client = { client_name: clientName, client_host: clientHost }
  const expiresAt = new Date(context.now() + LIFETIMES.connection * 1000)
  await transaction(context.store, async (tx: Store) => {
    await Connections.insert(tx, { ...row, ...client, expires_at: expiresAt })
    const what = {
      event: 'client.connected',
      developerId,
      target: id,
      detail: `${clientHost} ${scopes.join(' ')}`,
    } as const
    await context.audit.append(tx, { ...what, ...actorOf(call.caller) })
  })
  await grant.save()
  return id
}
