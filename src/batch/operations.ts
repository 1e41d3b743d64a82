import type { Operation } from '#core/Operation.ts'
import type { Context } from './Context.ts'
import { prepare } from './endpoints/prepare.ts'

/** Several operations as one batch of a wallet. */
export function operations(context: Context): Operation[] {
  return [prepare(context)]
}
