import type { Address } from 'viem'
import type { z } from 'zod'
import type { Urgency } from '#chain/Fees.ts'
import type { Attest } from '#core/Statement.ts'
import type { SentTerms } from '#liquidity/request/Terms.ts'

/** The fields that every request for a transaction has. */
export type BuildRequest = SentTerms & {
  readonly walletAddress: Address
  readonly simulateTransaction?: boolean | undefined
  readonly includeApprovalSimulation?: boolean | undefined
  readonly urgency?: Urgency | undefined
  readonly acceptRisks?: readonly string[] | undefined
  readonly minBlock?: bigint | undefined
}

/** The request that is answered, and who signs statements about the answer. */
export type Answering = {
  readonly request: BuildRequest
  readonly schema: z.ZodObject
  readonly now: number
  readonly attest: Attest
}
