import type { z } from 'zod'
import type { Chains } from '#chain/createChains.ts'
import type { Operation } from '#core/Operation.ts'
import type { Attest, BatchAttest } from '#core/Statement.ts'

/** The chain in the state that the earlier calls leave, and the signer of statements about transactions built on it. */
export type View = { readonly chains: Chains; readonly attest: Attest }

export type Context = {
  readonly chains: Chains
  readonly attest: BatchAttest
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** The operations that build transactions, on a view of the chain. */
  readonly operationsOn: (view: View) => readonly Operation[]
  /** Decodes a body with its schema; throws `invalid_argument` with every wrong field. */
  readonly decode: (schema: z.ZodType, body: unknown) => unknown
}
