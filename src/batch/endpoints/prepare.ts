import type { Address } from 'viem'
import { buildAll, callsOf } from '#batch/actions/buildAll.ts'
import type { Part } from '#batch/actions/buildPart.ts'
import { requireWithin } from '#batch/actions/requireWithin.ts'
import type { Context } from '#batch/Context.ts'
import { type JointLimits, netLimits, stepLimits } from '#batch/rules/jointLimits.ts'
import { Request, Response } from '#batch/wire.ts'
import type { Chain } from '#chain/Chain.ts'
import { key } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { toCall } from '#core/TransactionRequest.ts'

/** A batch is valid for as long as the answer of a single operation. */
const LIFETIME_MS = 30_000

/** Several operations in order, as calls of one batch with limits that are measured on the whole. */
export function prepare(context: Context): Operation {
  return define({
    name: 'prepareBatch',
    method: 'POST',
    path: '/api/batch/prepare',
    tag: 'batch',
    summary: 'Build several operations as one batch with joint limits.',
    description:
      'Each operation is built on the state that the earlier ones leave, and all calls are simulated in sequence. No call leaves funds in a contract, so a wallet without atomic batches can send the calls one by one.',
    access: key('lp:build'),
    limit: 'own',
    errors: ['failed_precondition', 'not_found', 'permission_denied', 'unavailable'],
    examples: [EXAMPLE],
    request: Request,
    response: Response,
    async handle(request, call) {
      const chain = context.chains.get(request.chainId).agreed()
      requireOverrides(chain)
      const { block } = await chain.read([])
      const parts = await buildAll(context, request, call)
      return { requestId: call.requestId, ...(await answerOf(context, request, { chain, parts, block: block.number })) }
    },
  })
}

type Whole = { readonly chain: Chain; readonly parts: readonly Part[]; readonly block: bigint }

async function answerOf({ attest, now }: Context, request: Request, { chain, parts, block }: Whole) {
  const { walletAddress: from, chainId, atomic = false } = request
  const sent = parts.flatMap((part) => part.sent)
  const moves = sent.flatMap((one) => one.moves)
  const net = netLimits(moves)
  const built = sent.map((one) => one.built)
  const [changes, statement] = await Promise.all([
    requireWithin(chain, { from, calls: callsOf(parts), limits: net, watched: createdBy(parts) }),
    attest.calls({ chainId, from, calls: built, limits: heldOf(net, moves), blockNumber: block }),
  ])
  return {
    calls: sent.map(({ transaction }) => toCall(transaction)),
    atomicRequired: atomic && sent.length > 1,
    steps: sent.map(({ operation, summary, transaction, statement: own }) => ({
      operation,
      summary,
      transaction,
      statement: own,
    })),
    limits: toWire(atomic ? net : stepLimits(moves)),
    changes: changes.map(({ token, change }) => ({ tokenAddress: token, change: change.toString() })),
    summary: parts.map(({ answer }, index) => `${index + 1}. ${summaryOf(answer)}`).join('\n'),
    warnings: warningsOf(parts, atomic),
    blockNumber: block.toString(),
    expiresAt: new Date(now() + LIFETIME_MS).toISOString(),
    ...(atomic && { statement }),
  }
}

/** Tokens that the batch launches: no single call can state the amount that it buys of them. */
function createdBy(parts: readonly Part[]): Address[] {
  return parts.flatMap(({ answer }) => (answer.token ? [answer.token as Address] : []))
}

/** The limits that contracts guarantee; nothing is stated about the others. */
function heldOf({ pay, receive }: JointLimits, moves: Parameters<typeof netLimits>[0]): JointLimits {
  const held = new Set(moves.filter(({ isHeld, atLeast = 0n }) => isHeld && atLeast > 0n).map(({ token }) => token))
  return { pay, receive: receive.filter(({ token }) => held.has(token)) }
}

function toWire({ pay, receive }: JointLimits) {
  return {
    pay: pay.map(({ token, atMost, enforced }) => ({ tokenAddress: token, atMost: atMost.toString(), enforced })),
    receive: receive.map(({ token, atLeast, enforced }) => ({
      tokenAddress: token,
      atLeast: atLeast.toString(),
      enforced,
    })),
  }
}

function summaryOf({ summary, groups = [] }: Part['answer']): string {
  return summary ?? groups.map((group) => group.summary).join(' ')
}

function warningsOf(parts: readonly Part[], atomic: boolean) {
  const own = parts.flatMap(({ answer: { warnings = [], groups = [] } }, operation) =>
    [...warnings, ...groups.flatMap((group) => group.warnings)].map(({ code, message }) => ({
      operation,
      code,
      message,
    })),
  )
  const isRow = !atomic && parts.flatMap(({ sent }) => sent).length > 1
  return isRow ? [...own, { operation: parts.length - 1, ...SEVERAL_TRANSACTIONS }] : own
}

const SEVERAL_TRANSACTIONS = {
  code: 'SEVERAL_TRANSACTIONS',
  message:
    'A wallet without atomic batches sends these one by one, and prices can move in between. A later one then reverts, and the tokens stay in the wallet.',
}

function requireOverrides({ facts }: Chain): void {
  if (facts.hasStateOverrides) return
  const reason = `Calls cannot be simulated in sequence on ${facts.name}, so their joint limits cannot be measured.`
  throw new ApiError(
    'failed_precondition',
    `${reason} Build the operations one by one, each after the last is mined.`,
    {
      details: [
        { type: 'reason', value: 'NOT_SIMULATED' },
        { type: 'alternative', value: 'Build the operations one by one.' },
      ],
    },
  )
}

const EXAMPLE = {
  summary: 'A launch with a fee split and a first buy',
  request: {
    walletAddress: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8',
    chainId: 4663,
    atomic: true,
    operations: [
      {
        operation: 'prepareLaunchTransaction',
        body: {
          action: 'createFeeSplit',
          shares: [
            { account: '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', bps: 7000 },
            { account: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC', bps: 3000 },
          ],
        },
      },
      {
        operation: 'prepareLaunchTransaction',
        body: { action: 'create', name: 'Regatta', symbol: 'RGTA', value: '100000000000000000', feeHolder: '$0.split' },
      },
    ],
  },
}
