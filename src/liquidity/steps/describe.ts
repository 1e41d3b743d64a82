import { formatUnits } from 'viem'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'

/** More decimals than this are no token's honest answer, so the smallest unit is counted instead. */
const DECIMALS_MAX = 36

/** Whether a token does not say, or not in earnest, what a whole one is. */
export function isSilent({ decimals }: Token): boolean {
  return decimals > DECIMALS_MAX
}

/** An amount as people read it. Symbols are the tokens' own claim, so the address stands beside them. */
export function describeAmount(amount: bigint, token: Token): string {
  if (isSilent(token)) return `${amount} units of ${describeToken(token)}`
  return `${formatUnits(amount, token.decimals)} ${describeToken(token)}`
}

/** A token by its symbol and the ends of its address; native currency by its symbol alone. */
export function describeToken({ symbol, address }: Token): string {
  if (/^0x0{40}$/.test(address)) return symbol
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`
  return symbol === '' ? short : `${symbol} (${short})`
}

/** A range as prices of token0 in token1, in whole tokens where both say what that is, and as ticks. */
export function describeRange(
  { tickLower, tickUpper }: { tickLower: number; tickUpper: number },
  pair: readonly [Token, Token],
): string {
  const [{ decimals: decimals0 }, { decimals: decimals1 }] = pair
  if (pair.some(isSilent)) return `ticks ${tickLower} to ${tickUpper}`
  const price = (tick: number) => (1.0001 ** tick * 10 ** (decimals0 - decimals1)).toPrecision(6)
  return `from ${price(tickLower)} to ${price(tickUpper)} ${describeToken(pair[1])} per ${describeToken(pair[0])} (ticks ${tickLower} to ${tickUpper})`
}

/** A fee in the chain's native currency. */
export function describeFee(wei: bigint, { nativeCurrency }: ChainFacts): string {
  return `${formatUnits(wei, nativeCurrency.decimals)} ${nativeCurrency.symbol}`
}

/** A pool's fee, in percent. */
export function describeRate(fee: number): string {
  return fee === 0x80_00_00 ? 'dynamic fee' : `${fee / 10_000} % fee`
}
