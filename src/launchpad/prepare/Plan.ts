import { type Address, formatEther, type Hex } from 'viem'
import type * as Quote from '#launchpad/Quote.ts'

/** A transaction that is yet to be simulated, and what it means. */
export type Plan = {
  to: Address
  data: Hex
  value: bigint
  /** What it does, in one or two sentences. Nothing in it was written by strangers. */
  summary: string
  warnings: readonly string[]
  quote?: { quote: Quote.Quote; slippageBps: number }
  /** The least gas to allow, where another's transaction may make this one dearer before it is mined. */
  gasMin?: bigint
}

/** Gas of a buy that graduates the token, with room: any buy may turn out to be that one. */
export const GRADUATING_GAS = 600_000n

export function inEth(wei: bigint): string {
  return `${formatEther(wei)} ETH`
}

/** Tokens have 18 decimals too; six are enough for a sentence. */
export function inTokens(units: bigint): string {
  const [whole = '0', fraction = ''] = formatEther(units).split('.')
  const short = fraction.slice(0, 6).replace(/0+$/, '')
  return `${whole}${short && `.${short}`} tokens`
}
