import type { Address, Hex } from 'viem'
import type { z } from 'zod'
import type { Urgency } from '#chain/Fees.ts'
import type { Redeem } from '#core/Redeem.ts'
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
  readonly mandate?: Hex | undefined
}

/** The request, the signer of statements about the answer, and the wrapper that turns it into a call of an agent. */
export type Answering = {
  readonly request: BuildRequest
  readonly schema: z.ZodObject
  readonly now: number
  readonly attest: Attest
  readonly redeem?: Redeem | undefined
}
