import type { Address } from 'viem'
import type { Warning } from '#liquidity/answer/Limits.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'

/** Several steps that end in the wallet, in one transaction, before it is checked and simulated. */
export type Exit = Draft & {
  readonly owner: Address
  /** The tolerance used. */
  readonly slippage: bigint
  /** The amounts that reach the wallet. */
  readonly received: readonly TokenSum[]
  /** The conditions under which the transaction reverts. */
  readonly guards: readonly Warning[]
}

/** The same for steps that end in a position. */
export type Recipe = Exit & {
  /** The amounts that become liquidity. */
  readonly spent: readonly TokenSum[]
  readonly position: {
    /** Absent for a new position, whose number is known when it is mined. */
    readonly id?: bigint | undefined
    readonly tickLower: number
    readonly tickUpper: number
    readonly expectedLiquidity: bigint
    readonly minimumLiquidity: bigint
  }
}

export type TokenSum = { readonly token: Address; readonly amount: bigint }
