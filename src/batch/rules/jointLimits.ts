import type { Address } from 'viem'

/** The maximum of a token that leaves in one call, or the minimum that arrives. */
export type Move = {
  readonly token: Address
  readonly atMost?: bigint
  readonly atLeast?: bigint
  /** Whether the contracts revert rather than break it, regardless of the code of the token. */
  readonly isEnforced: boolean
  /** Whether contracts guarantee it at all; an amount that is only expected offsets nothing. */
  readonly isHeld: boolean
}

export type JointLimits = {
  readonly pay: readonly { readonly token: Address; readonly atMost: bigint; readonly enforced: boolean }[]
  readonly receive: readonly { readonly token: Address; readonly atLeast: bigint; readonly enforced: boolean }[]
}

type Total = {
  readonly token: Address
  readonly paid: bigint
  readonly held: bigint
  readonly expected: bigint
  readonly isEnforced: boolean
}

/** The limits of all calls together: by token, the maximum that leaves less the guaranteed minimum that arrives. */
export function netLimits(moves: readonly Move[]): JointLimits {
  const totals = totalsOf(moves)
  const gain = ({ paid, held }: Total) => held - paid
  const arriving = totals.filter((total) => gain(total) >= 0n && total.held + total.expected > 0n)
  return {
    pay: totals
      .filter((total) => gain(total) < 0n)
      .map((total) => ({ token: total.token, atMost: -gain(total), enforced: total.isEnforced })),
    receive: arriving.map((total) => ({
      token: total.token,
      atLeast: total.held > 0n ? gain(total) : total.expected,
      enforced: total.held > 0n && total.isEnforced,
    })),
  }
}

/** The limits that hold after any number of the calls: nothing is offset, and no arrival is guaranteed. */
export function stepLimits(moves: readonly Move[]): JointLimits {
  const totals = totalsOf(moves)
  return {
    pay: totals
      .filter(({ paid }) => paid > 0n)
      .map(({ token, paid, isEnforced }) => ({ token, atMost: paid, enforced: isEnforced })),
    receive: netLimits(moves).receive.map((one) => ({ ...one, enforced: false })),
  }
}

function totalsOf(moves: readonly Move[]): Total[] {
  const tokens = [...new Set(moves.map(({ token }) => token))]
  return tokens.map((token) => {
    const own = moves.filter((move) => move.token === token)
    return {
      token,
      paid: sum(own.map(({ atMost = 0n }) => atMost)),
      held: sum(own.map(({ atLeast = 0n, isHeld }) => (isHeld ? atLeast : 0n))),
      expected: sum(own.map(({ atLeast = 0n, isHeld }) => (isHeld ? 0n : atLeast))),
      isEnforced: own.every(({ isEnforced, isHeld }) => isEnforced || !isHeld),
    }
  })
}

function sum(amounts: readonly bigint[]): bigint {
  return amounts.reduce((total, amount) => total + amount, 0n)
}
