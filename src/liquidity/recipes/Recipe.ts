import type { Address } from 'viem'
import type { Warning } from '#liquidity/answer/Limits.ts'
import type { Draft } from '#liquidity/deposits/Draft.ts'

/** Several steps on positions in one transaction, before it is checked and simulated. */
export type Recipe = Draft & {
  readonly owner: Address
  /** The tolerance used. */
  readonly slippage: bigint
  /** The amounts that become liquidity. */
  readonly spent: readonly TokenSum[]
  /** The amounts that reach the wallet. */
  readonly received: readonly TokenSum[]
  readonly position: {
    /** Absent for a new position, whose number is known when it is mined. */
    readonly id?: bigint | undefined
    readonly tickLower: number
    readonly tickUpper: number
    readonly expectedLiquidity: bigint
    readonly minimumLiquidity: bigint
  }
  /** The conditions on which the transaction reverts. */
  readonly guards: readonly Warning[]
}

export type TokenSum = { readonly token: Address; readonly amount: bigint }
