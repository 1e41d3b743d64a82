import type { Address } from 'viem'
import { type Limits, netLimits } from '#liquidity/answer/Limits.ts'

type Moves = Pick<Limits, 'pay' | 'receive'>

/** The limits of several transactions as a whole: by token, the difference of all that arrives and all that leaves. */
export function jointLimits(steps: readonly Moves[]): Moves {
  const pay = steps.flatMap((step) => step.pay)
  const receive = steps.flatMap((step) => step.receive)
  const tokens = [...new Set([...pay, ...receive].map(({ token }) => token))]
  return netLimits(
    tokens.map((token) => ({
      token,
      atMost: sumOf(pay, token, ({ atMost }) => atMost),
      atLeast: sumOf(receive, token, ({ atLeast }) => atLeast),
      isTrusted: [...pay, ...receive].every((move) => move.token !== token || move.enforced),
    })),
  )
}

function sumOf<Move extends { readonly token: Address }>(
  moves: readonly Move[],
  token: Address,
  amountOf: (move: Move) => bigint,
): bigint {
  return moves.filter((move) => move.token === token).reduce((sum, move) => sum + amountOf(move), 0n)
}
