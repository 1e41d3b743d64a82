import type { Operation } from '#core/Operation.ts'
import type { Context } from './Context.ts'
import { explain } from './endpoints/explain.ts'

/** A second reading of what a wallet is asked to sign. It shares no code with the builders. */
export function operations(context: Context): Operation[] {
  return [explain(context)]
}
