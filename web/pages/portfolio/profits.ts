import type { Trade } from '../../api/launchpad.ts'
import { type Holding, worthOf } from './useHoldings.ts'

type Sums = { paid: bigint; got: bigint; tokens: bigint }

/** ETH paid and received, and the tokens that are left, by token. */
export function sumTrades(trades: readonly Trade[]): ReadonlyMap<string, Sums> {
  const sums = new Map<string, Sums>()
  for (const { address, side, ethAmount, tokenAmount } of trades) {
    const { paid, got, tokens } = sums.get(address) ?? { paid: 0n, got: 0n, tokens: 0n }
    const [eth, amount] = [BigInt(ethAmount), BigInt(tokenAmount)]
    sums.set(
      address,
      side === 'buy'
        ? { paid: paid + eth, got, tokens: tokens + amount }
        : { paid, got: got + eth, tokens: tokens - amount },
    )
  }
  return sums
}

/** Profit or loss with the rest at the current price; undefined where tokens also came or went without a trade. */
export function profitOf(holding: Holding, sums: ReadonlyMap<string, Sums>): bigint | undefined {
  const traded = sums.get(holding.token.address)
  if (!traded || traded.tokens !== holding.balance) return undefined
  return traded.got + worthOf(holding) - traded.paid
}
