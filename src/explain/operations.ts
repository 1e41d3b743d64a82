import type { Operation } from '#core/Operation.ts'
import type { Context } from './Context.ts'
import { descriptor } from './endpoints/descriptor.ts'
import { explain } from './endpoints/explain.ts'
import { receipt } from './endpoints/receipt.ts'

/**
 * A second reading of the data that a wallet is asked to sign, and a check of mined transactions. It shares no code
 * with the builders.
 */
export function operations(context: Context): Operation[] {
  return [explain(context), receipt(context), descriptor(context)]
}
