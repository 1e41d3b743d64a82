import type { Address } from 'viem'
import type { Chains } from '#chain/createChains.ts'
import type { Redeem } from '#core/Redeem.ts'
import type { Attest } from '#core/Statement.ts'

export type Context = {
  readonly chains: Chains
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly attest: Attest
  /** Builds transactions under a mandate. Default: mandates are refused. */
  readonly redeem?: Redeem | undefined
  /**
   * A page that explains how a wallet gets on the allow-list of a permissioned token whose issuer has no configured
   * page.
   */
  readonly admissionUrl: (chainId: number, token: Address, wallet: Address) => string
}
