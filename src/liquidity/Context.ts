import type { Address } from 'viem'
import type { Chains } from '#chain/createChains.ts'

export type Context = {
  readonly chains: Chains
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** A page that explains how a wallet is admitted to a permissioned token whose issuer has no configured page. */
  readonly admissionUrl: (chainId: number, token: Address, wallet: Address) => string
}
