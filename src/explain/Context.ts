import type { Address } from 'viem'
import type { Chains } from '#chain/createChains.ts'

/** The contracts of the launchpad, where it is served. */
export type LaunchContracts = { readonly launchpad: Address; readonly feeSplitFactory: Address }

export type Context = {
  readonly chains: Chains
  readonly launch?: LaunchContracts | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
}
