import type { Operation } from '#core/Operation.ts'
import type { Context } from './Context.ts'
import { prepareMandate } from './endpoints/prepareMandate.ts'
import { readMandate } from './endpoints/readMandate.ts'

export function operations(context: Context): Operation[] {
  return [prepareMandate(context), readMandate(context)]
}
