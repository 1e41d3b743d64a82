import { formatUnits, zeroAddress } from 'viem'
import type { ChainFacts } from '#chain/ChainFacts.ts'
import type { Token } from '#liquidity/pools/Snapshot.ts'
import type { Quote } from '#uniswap/Price.ts'

/** More decimals than this are not credible, so amounts are given in the smallest unit. */
const DECIMALS_MAX = 36

/** Whether a token has no credible decimals. */
export function isSilent({ decimals }: Token): boolean {
  return decimals > DECIMALS_MAX
}

/** An amount for people. A symbol is the token's own claim, so its address follows it. */
export function describeAmount(amount: bigint, token: Token): string {
  if (isSilent(token)) return `${amount} units of ${describeToken(token)}`
  return `${formatUnits(amount, token.decimals)} ${describeToken(token)}`
}

const names = new WeakMap<Token, string>()

/** A token by its symbol and the ends of its address; native currency by its symbol alone. */
export function describeToken(token: Token): string {
  const known = names.get(token) ?? nameOf(token)
  names.set(token, known)
  return known
}

function nameOf({ symbol, address }: Token): string {
  if (address === zeroAddress) return symbol
  const short = `${address.slice(0, 6)}…${address.slice(-4)}`
  return symbol === '' ? short : `${quoted(symbol)} (${short})`
}

// A symbol that could be read as part of the amount is quoted.
function quoted(symbol: string): string {
  return /^\$?[A-Za-z]/.test(symbol) && !/^e[+-]?\d/i.test(symbol) ? symbol : `"${symbol}"`
}

/** A range as ticks and as prices in the quoted token; ticks alone where a token has no credible decimals. */
export function describeRange(
  { tickLower, tickUpper }: { tickLower: number; tickUpper: number },
  pair: readonly [Token, Token],
  quote: Quote = 'token1',
): string {
  const ticks = `ticks ${tickLower} to ${tickUpper}`
  if (pair.some(isSilent)) return ticks
  const ends = [1.0001 ** tickLower, 1.0001 ** tickUpper].map((ratio) => wholePrice(ratio, pair, quote))
  const [least, most] = quote === 'token1' ? ends : ends.toReversed()
  return `from ${least} to ${most} ${unitOf(pair, quote)} (${ticks})`
}

/** A price in the quoted token; in smallest units where a token has no credible decimals. */
export function describePrice(sqrtRatioX96: bigint, pair: readonly [Token, Token], quote: Quote): string {
  const ratio = (Number(sqrtRatioX96) / 2 ** 96) ** 2
  if (pair.some(isSilent)) return `${(quote === 'token1' ? ratio : 1 / ratio).toPrecision(6)} in smallest units`
  return `${wholePrice(ratio, pair, quote)} ${unitOf(pair, quote)}`
}

function wholePrice(ratio: number, [token0, token1]: readonly [Token, Token], quote: Quote): string {
  const price = ratio * 10 ** (token0.decimals - token1.decimals)
  return (quote === 'token1' ? price : 1 / price).toPrecision(6)
}

function unitOf([token0, token1]: readonly [Token, Token], quote: Quote): string {
  const [counted, other] = quote === 'token1' ? [token1, token0] : [token0, token1]
  return `${describeToken(counted)} per ${describeToken(other)}`
}

/** The whole addresses of a pool's tokens: their ends alone can be imitated. */
export function describeTokens(tokens: readonly Token[]): string {
  const words = tokens.filter(({ address }) => address !== zeroAddress).map(wholeName)
  return words.length === 0 ? '' : ` Tokens: ${words.join(', ')}.`
}

function wholeName({ symbol, address }: Token): string {
  return symbol === '' ? address : `${quoted(symbol)} ${address}`
}

/** A fee in the chain's native currency. */
export function describeFee(wei: bigint, { nativeCurrency }: ChainFacts): string {
  return `${formatUnits(wei, nativeCurrency.decimals)} ${nativeCurrency.symbol}`
}

/** A pool's fee, in percent. */
export function describeRate(fee: number): string {
  return fee === 0x80_00_00 ? 'dynamic fee' : `${fee / 10_000} % fee`
}
