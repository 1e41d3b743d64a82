import type { Operation } from '#core/Operation.ts'
import type { Redeem } from '#core/Redeem.ts'
import { redeem } from './actions/redeem.ts'
import type { Context } from './Context.ts'
import { operations } from './operations.ts'

export type Mandates = { operations: Operation[]; redeem: Redeem }

/** Mandates: nothing is stored and no key is held; the chain keeps the state, and enforces it. */
export function createMandates(context: Context): Mandates {
  return { operations: operations(context), redeem: (mandate, call) => redeem(context, mandate, call) }
}
