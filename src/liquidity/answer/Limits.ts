import type { Address } from 'viem'
import type { TokenPair } from '#liquidity/request/TokenPair.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'
import * as PriceGuard from './PriceGuard.ts'

/**
 * The most that can leave the wallet and the least that reaches it, by token as it moves; the zero address is native
 * currency. The transaction reverts rather than break an `enforced` limit; the others are expectations.
 */
export type Limits = {
  readonly pay: readonly { readonly token: Address; readonly atMost: bigint }[]
  readonly receive: readonly Received[]
  readonly price?: PriceGuard.PriceGuard | undefined
}

export type Received = { readonly token: Address; readonly atLeast: bigint; readonly enforced: boolean }

/** A risk to show before the wallet signs. */
export type Warning = { readonly code: string; readonly message: string }

/** Both tokens, paid up to these amounts. */
export function paying(tokens: Pick<TokenPair, 'token0' | 'token1'>, { amount0, amount1 }: Amounts): Limits {
  return {
    pay: [
      { token: tokens.token0, atMost: amount0 },
      { token: tokens.token1, atMost: amount1 },
    ],
    receive: [],
  }
}

/** Both tokens, received from these amounts on. */
export function receiving(
  tokens: Pick<TokenPair, 'token0' | 'token1'>,
  { amount0, amount1 }: Amounts,
  isEnforced: { readonly token0: boolean; readonly token1: boolean },
): Limits {
  return {
    pay: [],
    receive: [
      { token: tokens.token0, atLeast: amount0, enforced: isEnforced.token0 },
      { token: tokens.token1, atLeast: amount1, enforced: isEnforced.token1 },
    ],
  }
}

/** The wire format. */
export function toWire({ pay, receive, price }: Limits) {
  return {
    pay: pay.map(({ token, atMost }) => ({ tokenAddress: token, atMost: atMost.toString() })),
    receive: receive.map(({ token, atLeast, enforced }) => ({
      tokenAddress: token,
      atLeast: atLeast.toString(),
      enforced,
    })),
    ...(price && { price: PriceGuard.toWire(price) }),
  }
}
