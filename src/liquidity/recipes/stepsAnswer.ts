import { z } from 'zod'
import type { Chain } from '#chain/Chain.ts'
import { Statement, TransactionRequest } from '#core/TransactionRequest.ts'
import type { Answering } from '#liquidity/answer/Answering.ts'
import { describeFee, describeTokens } from '#liquidity/answer/describe.ts'
import * as Limits from '#liquidity/answer/Limits.ts'
import { toSent } from '#liquidity/answer/sent.ts'
import { type Gas, simulateSteps } from '#liquidity/answer/simulateTransaction.ts'
import { statementOf } from '#liquidity/answer/statementOf.ts'
import { requireBlock, toTransaction, withheld } from '#liquidity/answer/walletAnswer.ts'
import { warningsOf } from '#liquidity/answer/warningsOf.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'
import { expiryOf } from '#liquidity/request/Terms.ts'
import { outcome, Warning } from '#liquidity/wire.ts'
import * as Slippage from '#uniswap/Slippage.ts'
import { toTokenAmount } from './recipeAnswer.ts'
import type { Steps } from './Steps.ts'

const Step = z
  .object({
    transaction: TransactionRequest,
    limits: outcome.limits,
    summary: z.string(),
    statement: Statement,
  })
  .meta({ id: 'RecipeStep', description: 'One transaction of several, with its own limits and statement.' })

/** The fields of an answer with several transactions; absent if one is enough. */
export const steps = {
  steps: z.array(Step).optional().meta({
    description:
      'Present if no contract does everything in one transaction. Send the steps in this order after the approvals: as one batch if the wallet is atomic, otherwise one by one, stopping at the first that fails. No funds are in a contract in between.',
  }),
  reason: Warning.optional().meta({ description: 'The reason why one transaction is not enough.' }),
  alternatives: z.array(z.string()).optional().meta({ description: 'Paths that need a single transaction.' }),
}

/** The answer of several transactions, with limits for all of them together. */
export async function stepsAnswer(chain: Chain, joint: Steps, answering: Answering & { readonly requestId: string }) {
  const { request, now, requestId, attest } = answering
  const { drafts, limits } = joint
  for (const { block } of drafts) requireBlock(block, request.minBlock)
  const tokens = distinct(drafts.flatMap((draft) => draft.tokens))
  const [statements, withApprovals, warnings, simulated] = await Promise.all([
    Promise.all(drafts.map((draft) => statementOf(chain, draft, { wallet: request.walletAddress, attest }))),
    toSent(chain, { request, attest, approvals: joint.approvals() }),
    warningsOf(chain, { tokens, warnings: joint.warnings }, answering),
    simulate(chain, joint, answering),
  ])
  const failure = simulated && 'failure' in simulated ? simulated.failure : undefined
  if (failure?.code === 'DIFFERS_FROM_LIMITS') throw withheld(failure)
  const gas = simulated && 'gas' in simulated ? simulated.gas : []
  const built = drafts.map((draft, index) => ({
    transaction: toTransaction(chain, draft, { request, gas: gas[index] }),
    limits: Limits.toWire(draft.limits),
    summary: draft.summary,
    statement: statements[index] ?? '',
  }))
  return {
    requestId,
    reason: joint.reason,
    alternatives: [...joint.alternatives],
    steps: built,
    ...withApprovals(built.map(({ transaction }) => transaction)),
    received: joint.received.map(toTokenAmount),
    guards: [...joint.guards],
    slippage: Slippage.toPercent(joint.slippage),
    owner: joint.owner,
    ...(gas.length > 0 && { gasFee: totalFee(gas).toString() }),
    ...(simulated && { simulation: failure ? { ok: false, ...failure } : { ok: true } }),
    limits: Limits.toWire(limits),
    warnings: [...warnings, PRICE_OPEN],
    summary: [joint.summary, describeTokens(tokens), costOf(chain, gas)].join(''),
    blockNumber: drafts[0]?.block.number.toString() ?? '',
    expiresAt: expiryOf(now),
  }
}

const PRICE_OPEN = {
  code: 'SEVERAL_TRANSACTIONS',
  message:
    'A wallet without atomic batches sends these one by one, and the price can move in between. A later one then reverts, and its tokens stay in the wallet.',
}

// A later step runs on what an earlier one leaves, so that approvals are always simulated too.
function simulate(chain: Chain, { drafts, approvals, limits }: Steps, { request }: Answering) {
  if (request.simulateTransaction === false || !chain.facts.hasStateOverrides) return undefined
  return simulateSteps(chain, {
    wallet: request.walletAddress,
    steps: drafts,
    approvals: approvals(),
    limits,
    urgency: request.urgency ?? 'URGENT',
  })
}

function distinct(tokens: Draft['tokens']): Draft['tokens'] {
  return [...new Map(tokens.map((token) => [token.address, token])).values()]
}

function totalFee(gas: readonly Gas[]): bigint {
  return gas.reduce((sum, { gasFee }) => sum + gasFee, 0n)
}

function costOf({ facts }: Chain, gas: readonly Gas[]): string {
  return gas.length > 0
    ? ` Estimated network fee: ${describeFee(totalFee(gas), facts)}.`
    : ' Network fee not estimated.'
}
