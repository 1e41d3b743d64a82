import type { Chain } from '#chain/Chain.ts'
import { ApiError } from '#core/ApiError.ts'
import { toQuantity } from '#core/TransactionRequest.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import { expiryOf } from '#liquidity/request/Terms.ts'
import type { Answering, BuildRequest } from './Answering.ts'
import { describeFee, describeTokens } from './describe.ts'
import type { Failure } from './explainRevert.ts'
import * as Limits from './Limits.ts'
import { toSent } from './sent.ts'
import { type Gas, simulateTransaction } from './simulateTransaction.ts'
import { statementOf } from './statementOf.ts'
import { warningsOf } from './warningsOf.ts'

/** Checks a draft against its calldata, and simulates it on request, as a transaction that the wallet sends. */
export async function walletAnswer(chain: Chain, draft: Draft, answering: Answering) {
  const { request, now, attest } = answering
  const wallet = request.walletAddress
  requireBlock(draft.block, request.minBlock)
  const [statement, withApprovals, warnings, simulated] = await Promise.all([
    statementOf(chain, draft, { wallet, attest }),
    toSent(chain, { request, attest, approvals: draft.approvals() }),
    warningsOf(chain, draft, answering),
    request.simulateTransaction === false ? undefined : simulateDraft(chain, draft, request),
  ])
  const { gas, failure } = outcomeOf(draft, simulated)
  if (failure?.code === 'DIFFERS_FROM_LIMITS') throw withheld(failure)
  const cost = gas ? ` Estimated network fee: ${describeFee(gas.gasFee, chain.facts)}.` : ' Network fee not estimated.'
  const transaction = toTransaction(chain, draft, { request, gas })
  return {
    transaction,
    sent: withApprovals([transaction]),
    rest: {
      ...(gas && { gasFee: gas.gasFee.toString() }),
      ...((simulated || failure) && { simulation: failure ? { ok: false, ...failure } : { ok: true } }),
      limits: Limits.toWire(draft.limits),
      warnings,
      summary: [draft.summary, describeTokens(draft.tokens), cost].join(''),
      blockNumber: draft.block.number.toString(),
      expiresAt: expiryOf(now),
      statement,
    },
  }
}

type Simulated = Awaited<ReturnType<typeof simulateTransaction>> | undefined

function outcomeOf({ failure }: Draft, simulated: Simulated): { gas?: Gas; failure?: Failure | undefined } {
  if (!simulated) return { failure }
  return 'gas' in simulated ? { gas: simulated.gas, failure } : simulated
}

/** Refuses a read that is older than the request accepts. */
export function requireBlock({ number }: Draft['block'], least: bigint | undefined): void {
  if (least === undefined || number >= least) return
  throw new ApiError('unavailable', `The newest block seen is ${number}, before minBlock ${least}. Try again.`, {
    details: [{ type: 'blockNumber', value: number.toString() }],
  })
}

export function withheld({ code, message }: Failure): ApiError {
  return new ApiError('failed_precondition', `${message} The transaction is withheld.`, {
    details: [{ type: code, value: message }],
  })
}

// By default the missing approvals are simulated too; an explicit simulateTransaction simulates the current state of
// the wallet.
function includesApprovals({ facts }: Chain, request: BuildRequest): boolean {
  const { simulateTransaction, includeApprovalSimulation } = request
  return includeApprovalSimulation ?? (simulateTransaction === undefined && facts.hasStateOverrides)
}

function simulateDraft(chain: Chain, { to, payload, limits, approvals }: Draft, request: BuildRequest) {
  return simulateTransaction(chain, {
    wallet: request.walletAddress,
    to,
    payload,
    limits,
    approvals: includesApprovals(chain, request) ? approvals() : [],
    urgency: request.urgency ?? 'URGENT',
  })
}

/** The transaction of a draft as a wallet signs it. */
export function toTransaction(
  { id: chainId }: Chain,
  { to, payload }: Draft,
  { request, gas }: { readonly request: BuildRequest; readonly gas?: Gas | undefined },
) {
  const from = request.walletAddress
  return { to, from, data: payload.data, value: toQuantity(payload.value), chainId, ...gas?.fields }
}
