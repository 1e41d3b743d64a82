import type { Address } from 'viem'
import type { Chain } from '#chain/Chain.ts'

export type Context = {
  readonly chain: Chain
  /** The registry of names on that chain, with the interface of ENS (ERC-137). */
  readonly registry: Address
  /** Milliseconds of a clock. */
  readonly now: () => number
}
