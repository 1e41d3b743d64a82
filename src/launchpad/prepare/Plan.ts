import { type Address, formatEther, type Hex } from 'viem'
import type * as Quote from '#launchpad/quotes/Quote.ts'
import type { Warning } from '#launchpad/wire/warnings.ts'

/** A transaction that is yet to be simulated. */
export type Step = {
  to: Address
  data: Hex
  value: bigint
  /** What it does, in one or two sentences. Nothing in it was written by strangers. */
  summary: string
  /** The least gas to allow: others' transactions may make this one dearer before it is mined. */
  gasMin: bigint
}

/** What an action takes, and what it means. */
export type Plan = Step & {
  /** Approvals to be mined first. */
  before?: readonly Step[]
  warnings: readonly Warning[]
  quote?: { quote: Quote.Quote; slippageBps: number; at: number }
  /**
   * What to run on the newest block in place of `data`, where that block is older than the time planned for; null where
   * it would have nothing to do yet.
   */
  simulated?: Hex | null
  /** What to tell of the amounts that it moves, by what the simulation returned. */
  amountOf?: (returnData: Hex) => Told
  /** Whether the simulation returns the address of what is created, which nothing but this transaction can take. */
  bindsAddress?: boolean
}

/** Wei or tokens that an action moves, the tokens that fees bring beside wei, and both in words. */
export type Told = { amount: bigint; tokenAmount?: bigint; sentence: string }

/** Gas that suffices whatever happens meanwhile, by action; what is not used is not paid. */
export const GAS = {
  // Any buy may turn out to be the one that graduates the token.
  buy: 600_000n,
  // The token may have graduated, with fees of both kinds in its pool.
  claim: 300_000n,
  collect: 250_000n,
  create: 250_000n,
  sell: 150_000n,
  swap: 400_000n,
  approve: 80_000n,
  transferCreator: 120_000n,
  releaseLock: 150_000n,
  createFeeSplit: 350_000n,
  // A split pays nobody with less than this left, so that no account is made a creditor by a low limit.
  claimFeeSplit: 900_000n,
  // The recipient may be a wallet with code of its own.
  withdrawFeeSplit: 200_000n,
  claimTreasury: 150_000n,
  dividedToken: 50_000n,
} as const

/** Fees of a pool come in both. */
export function inBoth(wei: bigint, units: bigint): string {
  return units === 0n ? inEth(wei) : `${inEth(wei)} and ${inTokens(units)}`
}

export function inEth(wei: bigint): string {
  return `${formatEther(wei)} ETH`
}

/** Tokens have 18 decimals too; six are enough for a sentence. */
export function inTokens(units: bigint): string {
  const [whole = '0', fraction = ''] = formatEther(units).split('.')
  const short = fraction.slice(0, 6).replace(/0+$/, '')
  return `${whole}${short && `.${short}`} tokens`
}
