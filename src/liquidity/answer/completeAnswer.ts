import type { Address } from 'viem'
import type { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import type { Urgency } from '#chain/Fees.ts'
import { providerWarnings } from '#chain/providerWarnings.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Attest, BuiltTransaction, PoolFacts } from '#core/Statement.ts'
import { checkCalldata } from '#liquidity/checks/checkCalldata.ts'
import { requireAccepted } from '#liquidity/checks/requireAccepted.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import { ignoredFields } from '#liquidity/fields.ts'
import { expiryOf, type SentTerms, termWarnings } from '#liquidity/request/Terms.ts'
import { describeFee, describeTokens } from './describe.ts'
import type { Failure } from './explainRevert.ts'
import type { Warning } from './Limits.ts'
import * as Limits from './Limits.ts'
import { type Gas, simulateTransaction } from './simulateTransaction.ts'
import { tokenWarnings } from './tokenWarnings.ts'

export type BuildRequest = SentTerms & {
  readonly walletAddress: Address
  readonly simulateTransaction?: boolean | undefined
  readonly includeApprovalSimulation?: boolean | undefined
  readonly urgency?: Urgency | undefined
  readonly acceptRisks?: readonly string[] | undefined
  readonly minBlock?: bigint | undefined
}

/** Checks a draft against its calldata, simulates it on request, and completes the answer. */
export async function completeAnswer(
  chain: Chain,
  draft: Draft,
  { request, schema, now, attest }: { request: BuildRequest; schema: z.ZodObject; now: number; attest: Attest },
) {
  const wallet = request.walletAddress
  const { to, payload } = draft
  requireBlock(draft.block, request.minBlock)
  checkCalldata({ ...draft.stated, wallet, to, ...payload, targets: targetsOf(chain) })
  const [aboutTokens, simulated, statement] = await Promise.all([
    tokenWarnings(chain, draft.tokens),
    request.simulateTransaction === false ? undefined : simulateDraft(chain, draft, request),
    attest.transaction(toAttest(chain, draft, wallet)),
  ])
  const risks = [...aboutTokens.lookalikes, ...(draft.warnings ?? []), ...aboutTokens.code]
  if (isDeposit(schema)) requireAccepted(risks, request.acceptRisks)
  const aside = [...termWarnings(request, now), ...providerWarnings(chain), ...ignoredWarnings(schema, request)]
  const { gas, failure } = outcomeOf(draft, simulated)
  if (failure?.code === 'DIFFERS_FROM_LIMITS') throw withheld(failure)
  const cost = gas ? ` Estimated network fee: ${describeFee(gas.gasFee, chain.facts)}.` : ' Network fee not estimated.'
  return {
    transaction: {
      to,
      from: wallet,
      data: payload.data,
      value: toQuantity(payload.value),
      chainId: chain.id,
      ...gas?.fields,
    },
    rest: {
      ...(gas && { gasFee: gas.gasFee.toString() }),
      ...((simulated || failure) && { simulation: failure ? { ok: false, ...failure } : { ok: true } }),
      limits: Limits.toWire(draft.limits),
      warnings: [...risks, ...aside],
      summary: [draft.summary, describeTokens(draft.tokens), cost].join(''),
      blockNumber: draft.block.number.toString(),
      expiresAt: expiryOf(now),
      statement,
    },
  }
}

function toAttest(chain: Chain, draft: Draft, from: Address): BuiltTransaction {
  const { to, payload, limits, stated, block } = draft
  const { deadline, ticks, positionId, positionIds, liquidity } = stated
  const held = limits.receive.filter(({ enforced, heldBy }) => enforced || heldBy)
  return {
    chainId: chain.id,
    from,
    to,
    data: payload.data,
    value: payload.value,
    stated: {
      limits: { pay: limits.pay, receive: held },
      terms: {
        deadline,
        tickLower: ticks?.tickLower,
        tickUpper: ticks?.tickUpper,
        tokenId: positionId ?? positionIds,
        liquidity,
        ...stated.terms,
      },
    },
    pool: poolOf(chain, draft),
    blockNumber: block.number,
  }
}

function poolOf({ facts }: Chain, { to, stated, limits }: Draft): PoolFacts | undefined {
  const [first, second] = stated.moves
  if (!first || !second) return undefined
  const shares = to === facts.uniswap.v2?.router ? limits.pay[0]?.token : undefined
  return { tokens: [first.token, second.token], shares }
}

type Simulated = Awaited<ReturnType<typeof simulateTransaction>> | undefined

function outcomeOf({ failure }: Draft, simulated: Simulated): { gas?: Gas; failure?: Failure | undefined } {
  if (!simulated) return { failure }
  return 'gas' in simulated ? { gas: simulated.gas, failure } : simulated
}

// Only deposits are refused for a risk: a withdrawal ends one.
function isDeposit({ shape }: z.ZodObject): boolean {
  return 'acceptRisks' in shape
}

function ignoredWarnings(schema: z.ZodObject, request: BuildRequest): Warning[] {
  return ignoredFields(schema, request).map((field) => ({
    code: 'FIELD_IGNORED',
    message: `${field} belongs to another path of the liquidity API and was ignored.`,
  }))
}

function requireBlock({ number }: Draft['block'], least: bigint | undefined): void {
  if (least === undefined || number >= least) return
  throw new ApiError('unavailable', `The newest block seen is ${number}, before minBlock ${least}. Ask again.`, {
    details: [{ type: 'blockNumber', value: number.toString() }],
  })
}

function withheld({ code, message }: Failure): ApiError {
  return new ApiError('failed_precondition', `${message} The transaction is withheld.`, {
    details: [{ type: code, value: message }],
  })
}

// By default the missing approvals are simulated too; an explicit simulateTransaction asks for the wallet as it is.
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

/** Hexadecimal with whole bytes, the specified format of transaction values. */
export function toQuantity(value: bigint): string {
  const digits = value.toString(16)
  return ['0x', digits].join(digits.length % 2 === 0 ? '' : '0')
}

function targetsOf({ facts }: Chain): Address[] {
  const { v2, v3, v4, universalRouter } = facts.uniswap
  const managers = [v3?.positionManager, v4?.positionManager, v4?.permissionedPositionManager]
  const all = [v2?.router, ...managers, universalRouter?.address]
  return all.filter((address): address is Address => address !== undefined)
}
