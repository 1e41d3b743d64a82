import type { Address } from 'viem'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import * as PriceGuard from './PriceGuard.ts'

/**
 * The maximum that can leave the wallet and the minimum that reaches it, by token as it moves; the zero address is
 * native currency. The transaction reverts rather than break an `enforced` limit; the others are expectations.
 */
export type Limits = {
  readonly pay: readonly Paid[]
  readonly receive: readonly Received[]
  readonly price?: PriceGuard.PriceGuard | undefined
  /** The minimum liquidity that the position gains: the transaction reverts rather than mint less. */
  readonly liquidity?: bigint | undefined
}

/** Enforced unless the token is untrusted: the code of such a token can take more than the contracts ask for. */
export type Paid = { readonly token: Address; readonly atMost: bigint; readonly enforced: boolean }

export type Received = {
  readonly token: Address
  readonly atLeast: bigint
  readonly enforced: boolean
  /** Set where the pool's contracts send no less, but an untrusted token may deliver less. */
  readonly heldBy?: 'pool' | undefined
}

type Sides = { readonly token0: boolean; readonly token1: boolean }

/** A risk to show before the wallet signs. */
export type Warning = { readonly code: string; readonly message: string }

/** Both tokens, received from these amounts on. */
export function receiving(
  tokens: Pick<TokenPair, 'token0' | 'token1'>,
  { amount0, amount1 }: Amounts,
  { held, enforced }: { readonly held: Sides; readonly enforced: Sides },
): Limits {
  return {
    pay: [],
    receive: [
      { token: tokens.token0, atLeast: amount0, ...promise(held.token0, enforced.token0) },
      { token: tokens.token1, atLeast: amount1, ...promise(held.token1, enforced.token1) },
    ],
  }
}

/** The limits of a token that the wallet both pays and receives: the difference counts. */
export function netLimits(moves: readonly NetMove[]): Pick<Limits, 'pay' | 'receive'> {
  const gain = ({ atLeast, atMost }: NetMove) => atLeast - atMost
  return {
    pay: moves
      .filter((move) => gain(move) < 0n)
      .map((move) => ({ token: move.token, atMost: -gain(move), enforced: move.isTrusted })),
    receive: moves
      .filter((move) => gain(move) >= 0n)
      .map((move) => ({ token: move.token, atLeast: gain(move), ...promise(true, move.isTrusted) })),
  }
}

/** The minimum of a token that arrives and the maximum that leaves in the same transaction. */
type NetMove = {
  readonly token: Address
  readonly atLeast: bigint
  readonly atMost: bigint
  readonly isTrusted: boolean
}

function promise(isHeld: boolean, enforced: boolean): Pick<Received, 'enforced' | 'heldBy'> {
  return isHeld && !enforced ? { enforced, heldBy: 'pool' } : { enforced }
}

export function toWire({ pay, receive, price, liquidity }: Limits) {
  return {
    pay: pay.map(({ token, atMost, enforced }) => ({ tokenAddress: token, atMost: atMost.toString(), enforced })),
    receive: receive.map(({ token, atLeast, enforced, heldBy }) => ({
      tokenAddress: token,
      atLeast: atLeast.toString(),
      enforced,
      ...(heldBy && { heldBy }),
    })),
    ...(price && { price: PriceGuard.toWire(price) }),
    ...(liquidity !== undefined && { liquidity: { atLeast: liquidity.toString(), enforced: true } }),
  }
}
