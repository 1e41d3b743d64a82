import { type Address, formatEther, type Hex } from 'viem'
import type { BuiltMessage, Stated } from '#core/Statement.ts'
import type * as Quote from '#launchpad/quotes/Quote.ts'
import type { Warning } from '#launchpad/wire/warnings.ts'

/** A transaction to simulate and send. */
export type Step = {
  to: Address
  data: Hex
  value: bigint
  /** One or two sentences, without any text that a stranger wrote. */
  summary: string
  /** Compared with a second reading of the calldata before the answer leaves. */
  stated: Stated
  /** The block its figures come from, where they come from one. */
  block?: bigint | undefined
  /** Minimum gas limit: transactions mined first may make this one cost more. */
  gasMin: bigint
}

/** The transaction of an action, with the approvals and warnings that belong to it. */
export type Plan = Step & {
  /** Approvals to be mined first. */
  before?: readonly Step[]
  warnings: readonly Warning[]
  quote?: { quote: Quote.Quote; slippageBps: number; at: number }
  /**
   * Calldata to simulate instead of `data`, if the newest block is older than the time planned for; null if nothing can
   * be simulated on that block.
   */
  simulated?: Hex | null
  /** The amounts that it moves, from the return data of the simulation. */
  movedBy?: (returnData: Hex) => MovedAmount
  /** Whether the simulation returns the address of a created contract that only this transaction can create. */
  bindsAddress?: boolean
}

/** A signature instead of a transaction. */
export type SignaturePlan = {
  typedData: BuiltMessage['typedData']
  stated: Stated
  signers: Address[]
  summary: string
  warnings: readonly Warning[]
}

/** Wei, or the tokens of a lock; `tokenAmount` are tokens paid in addition to wei. */
type MovedAmount = { amount: bigint; tokenAmount?: bigint; sentence: string }

/** Minimum gas limits by action. */
export const GAS = {
  // Any buy may be the one that graduates the token.
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
  // A split pays no account with less than this left, so that a low gas limit cannot turn accounts into creditors.
  claimFeeSplit: 900_000n,
  // The recipient may be a contract wallet.
  withdrawFeeSplit: 200_000n,
  claimTreasury: 150_000n,
  dividedToken: 50_000n,
} as const

/** Fees of a pool: ETH, and tokens if there are any. */
export function inBoth(wei: bigint, units: bigint): string {
  return units === 0n ? inEth(wei) : `${inEth(wei)} and ${inTokens(units)}`
}

export function inEth(wei: bigint): string {
  return `${formatEther(wei)} ETH`
}

/** Rounded down to six decimals. */
export function inTokens(units: bigint): string {
  const [whole = '0', fraction = ''] = formatEther(units).split('.')
  const short = fraction.slice(0, 6).replace(/0+$/, '')
  return `${whole}${short && `.${short}`} tokens`
}
