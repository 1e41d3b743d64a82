import type { Address } from 'viem'
import type { z } from 'zod'
import type { Move } from '#batch/rules/jointLimits.ts'
import type { BuiltTransaction } from '#core/Statement.ts'
import type { TransactionRequest } from '#core/TransactionRequest.ts'

type Transaction = z.output<typeof TransactionRequest>
type Limits = {
  readonly pay: readonly { tokenAddress: string; atMost: string; enforced: boolean }[]
  readonly receive: readonly { tokenAddress: string; atLeast: string; enforced: boolean; heldBy?: string }[]
}
type Stated = { transaction: Transaction; statement: string; summary?: string; limits?: Limits }
type Warning = { readonly code: string; readonly message: string }

/** The fields that a batch needs of the answer of an operation that builds transactions. */
export type Answer = {
  readonly summary?: string
  readonly warnings?: readonly Warning[]
  readonly approvals?: readonly Stated[]
  readonly steps?: readonly Stated[]
  readonly groups?: readonly (Stated & { readonly warnings: readonly Warning[] })[]
  readonly transaction?: Transaction | null
  readonly create?: Transaction
  readonly increase?: Transaction
  readonly decrease?: Transaction
  readonly claim?: Transaction
  readonly statement?: string
  readonly limits?: Limits
  readonly simulation?: { readonly ok?: boolean; readonly code?: string; readonly message?: string } | null
  readonly typedData?: unknown
  /** Of a launch with a salt. */
  readonly token?: string | null
}

/** One call of a batch: its transaction, the claims of its builder, and the amounts that it moves. */
export type Sent = {
  readonly operation: number
  readonly summary: string
  readonly transaction: Transaction
  readonly statement: string
  readonly built: BuiltTransaction
  readonly moves: readonly Move[]
}

/** The calls of an answer in order, approvals first. */
export function partsOf(answer: Answer, built: ReadonlyMap<string, BuiltTransaction>, operation: number): Sent[] {
  const { approvals = [], summary = '' } = answer
  const approving = approvals.map((one) => ({ summary: 'Approves the amount that the next call takes.', ...one }))
  return [...approving, ...transactionsOf(answer)].map(({ transaction, statement, limits, ...words }) => {
    const claims = built.get(statement)
    if (!claims) throw new TypeError('A transaction without a statement was built.')
    const moves = limits ? movesOf(limits) : statedMoves(claims)
    return { operation, summary: words.summary ?? summary, transaction, statement, built: claims, moves }
  })
}

function transactionsOf(answer: Answer): readonly Stated[] {
  const { steps, groups, create, increase, decrease, claim, statement = '', limits, summary } = answer
  if (steps ?? groups) return steps ?? groups ?? []
  const transaction = create ?? increase ?? decrease ?? claim ?? answer.transaction
  return transaction ? [{ transaction, statement, ...(limits && { limits }), ...(summary && { summary }) }] : []
}

function movesOf({ pay, receive }: Limits): Move[] {
  return [
    ...pay.map(({ tokenAddress, atMost, enforced }) => ({
      token: tokenAddress as Address,
      atMost: BigInt(atMost),
      isEnforced: enforced,
      isHeld: true,
    })),
    ...receive.map(({ tokenAddress, atLeast, enforced, heldBy }) => ({
      token: tokenAddress as Address,
      atLeast: BigInt(atLeast),
      isEnforced: enforced,
      isHeld: enforced || heldBy !== undefined,
    })),
  ]
}

// The launch contract and its tokens are our own code, so their stated limits are enforced.
function statedMoves({ stated: { limits } }: BuiltTransaction): Move[] {
  const sure = { isEnforced: true, isHeld: true }
  return [
    ...(limits?.pay ?? []).map(({ token, atMost }) => ({ token, atMost, ...sure })),
    ...(limits?.receive ?? []).map(({ token, atLeast }) => ({ token, atLeast, ...sure })),
  ]
}
