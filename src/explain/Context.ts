import type { JSONWebKeySet } from 'jose'
import type { Address } from 'viem'
import type { Chains } from '#chain/createChains.ts'

/** The contracts of the launchpad, where it is served. */
export type LaunchContracts = { readonly launchpad: Address; readonly feeSplitFactory: Address }

export type Context = {
  readonly chains: Pick<Chains, 'get'>
  readonly launch?: LaunchContracts | undefined
  /** The issuer of statements, and the public keys that verify them. */
  readonly signer: { readonly issuer: string; readonly jwks: JSONWebKeySet }
  /** Milliseconds since 1970. */
  readonly now: () => number
}
