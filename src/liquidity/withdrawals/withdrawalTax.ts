import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import { afterTax, arrivingParts, taxWarnings, WHOLE } from '#liquidity/checks/transferTax.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import type { Amounts } from '#uniswap/Liquidity.ts'

type Withdrawing = {
  /** The contract that holds the pool's tokens. */
  readonly holder: Address
  readonly wallet: Address
  readonly token0: Token
  readonly token1: Token
  /** The amounts the pool pays out, fees included. */
  readonly amounts: Amounts
  /** The most it may pay out if the price has moved. */
  readonly most?: Amounts | undefined
  readonly now: number
}

export type WithdrawalTax = {
  /** Sides without a transfer fee, so that the pool's minimum reaches the wallet. */
  readonly isWhole: { readonly token0: boolean; readonly token1: boolean }
  readonly left: (amounts: Amounts, hops?: 1 | 2) => Amounts
  readonly warnings: Warning[]
}

/** Measures the transfer fees of a v3 or v4 pool's tokens on a payout. */
export async function withdrawalTax(
  chain: Chain,
  { holder, wallet, token0, token1, amounts, most, now }: Withdrawing,
): Promise<WithdrawalTax> {
  const tokens = { token0: token0.address, token1: token1.address }
  const parts = await arrivingParts(chain, { from: holder, to: wallet, ...tokens, amounts, most, now })
  const [part0 = WHOLE, part1 = WHOLE] = parts
  return {
    isWhole: { token0: parts[0] === WHOLE, token1: parts[1] === WHOLE },
    left: ({ amount0, amount1 }, hops) => ({
      amount0: afterTax(amount0, part0, hops),
      amount1: afterTax(amount1, part1, hops),
    }),
    warnings: taxWarnings([token0, token1], parts, ' of this size'),
  }
}
