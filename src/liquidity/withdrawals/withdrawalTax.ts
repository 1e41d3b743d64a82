import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import type { Warning } from '#liquidity/answer/Limits.ts'
import { afterTax, arrivingParts, taxWarnings, WHOLE } from '#liquidity/checks/transferTax.ts'
import { isListed } from '#liquidity/deployment.ts'
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
}

type Sides = { readonly token0: boolean; readonly token1: boolean }

export type WithdrawalTax = {
  /** Sides without a measured transfer fee, so that the pool's minimum reaches the wallet. */
  readonly isWhole: Sides
  /** The sides among them whose token is listed: any other token may start to charge a fee. */
  readonly isEnforced: Sides
  readonly left: (amounts: Amounts, hops?: 1 | 2) => Amounts
  readonly warnings: Warning[]
}

/** Measures the transfer fees of a v3 or v4 pool's tokens on a payout. */
export async function withdrawalTax(
  chain: Chain,
  { holder, wallet, token0, token1, amounts, most }: Withdrawing,
): Promise<WithdrawalTax> {
  const tokens = { token0: token0.address, token1: token1.address }
  const parts = await arrivingParts(chain, { from: holder, to: wallet, ...tokens, amounts, most, isAtRisk: true })
  const [part0 = WHOLE, part1 = WHOLE] = parts
  const isWhole = { token0: parts[0] === WHOLE, token1: parts[1] === WHOLE }
  return {
    isWhole,
    isEnforced: enforcedSides(chain.facts, tokens, isWhole),
    left: ({ amount0, amount1 }, hops) => ({
      amount0: afterTax(amount0, part0, hops),
      amount1: afterTax(amount1, part1, hops),
    }),
    warnings: taxWarnings([token0, token1], parts, ' of this size'),
  }
}

/** The sides whose minimum reaches the wallet for certain: untaxed, and of a listed token. */
export function enforcedSides(facts: ChainFacts, tokens: { token0: Address; token1: Address }, isWhole: Sides): Sides {
  return {
    token0: isWhole.token0 && isListed(facts, tokens.token0),
    token1: isWhole.token1 && isListed(facts, tokens.token1),
  }
}
