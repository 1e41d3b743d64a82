import { type Adapter, type AdapterPayload, errors } from 'oidc-provider'
import { LIFETIMES } from '#oauth/rules/lifetimes.ts'
import * as States from '#oauth/store/States.ts'
import type { Store } from '#oauth/store/tables.ts'

/** The states of one model of the authorization server, in PostgreSQL. */
export function createAdapter(store: Store, model: string): Adapter {
  const at = (id: string) => ({ model, id })
  return {
    upsert: (id, payload, seconds = LIFETIMES.client) =>
      States.save(store, at(id), { payload: { ...payload }, grantId: payload.grantId ?? null, seconds }),
    async find(id) {
      // PostgreSQL has no text with this character, so nothing has this id.
      if (id.includes('\0')) return undefined
      const state = await States.find(store, at(id))
      return state && toPayload(id, state, model)
    },
    consume: (id) => consume(store, at(id)),
    destroy: (id) => (model === 'Grant' ? States.removeGrant(store, id) : States.remove(store, at(id))),
    revokeByGrantId: (grantId) => States.removeGrant(store, grantId),
    // Neither device codes nor remembered sessions are used.
    findByUserCode: async () => undefined,
    findByUid: async () => undefined,
  }
}

function toPayload(id: string, { payload, consumedAt }: States.State, model: string): AdapterPayload {
  return {
    ...payload,
    ...(model !== 'Client' && { jti: id }),
    ...(consumedAt && { consumed: Math.floor(consumedAt.getTime() / 1000) }),
  }
}

/** If two requests use one code or refresh token at the same time, the second ends the whole connection. */
async function consume(store: Store, key: States.StateKey): Promise<void> {
  if (await States.consume(store, key)) return
  const grantId = (await States.find(store, key))?.payload['grantId']
  if (typeof grantId === 'string') await States.removeGrant(store, grantId)
  throw new errors.InvalidGrant('it was used before')
}
