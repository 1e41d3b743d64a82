import type { KnownCaller } from '#core/Access.ts'
import { endpointNotFound } from '#rules/Context.ts'
import type { Action } from '#rules/rules/Action.ts'
import * as Endpoints from '#rules/store/Endpoints.ts'
import type { Store } from '#rules/store/tables.ts'

/** Throws unless the caller may have a rule do this. */
export async function requireAction(tx: Store, action: Action, { developerId }: KnownCaller): Promise<void> {
  if (action.kind !== 'webhook') return
  if (!(await Endpoints.find(tx, { id: action.endpointId, developerId }))) throw endpointNotFound()
}
