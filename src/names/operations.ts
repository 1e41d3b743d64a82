import type { Operation } from '#core/Operation.ts'
import { createFindName } from './actions/createFindName.ts'
import type { Context } from './Context.ts'
import { accountNames } from './endpoints/accountNames.ts'
import { resolveName } from './endpoints/resolveName.ts'

/** Names of accounts, and accounts of names, by the registry of the deployment. */
export function operations(context: Context): Operation[] {
  return [accountNames(createFindName(context)), resolveName(context)]
}
