import type { Address } from 'viem'

/** Buys on the curve, and plain launches with their first buy, within a budget. */
export type SpendGrant = {
  kind: 'spend'
  actions: readonly SpendAction[]
  /** Wei in any 24 hours. */
  ethPerDay: bigint
  /** Wei in one transaction. */
  ethPerTrade: bigint
  /** The only token that may be bought. */
  token?: Address | undefined
}

/** Sales of one token on its curve. */
export type SellGrant = {
  kind: 'sell'
  token: Address
  /** Units in one transaction. */
  amountPerTrade: bigint
  /** Wei that each sale must bring at least. */
  ethPerTradeMin: bigint
}

/** Creator's fees of launches, paid to the owner. */
export type ClaimGrant = { kind: 'claim' }

/** Fees of v3 positions, paid to the owner. */
export type CollectGrant = { kind: 'collect' }

export type SpendAction = 'buy' | 'launch'

/** One thing that an agent may do, and one signature. */
export type Grant = SpendGrant | SellGrant | ClaimGrant | CollectGrant

/** Who, until when and how often. */
export type Terms = {
  owner: Address
  agent: Address
  /** When the first day of the budget begins, in seconds. */
  start: bigint
  /** The first second at which the chain refuses. */
  until: bigint
  /** Redemptions in all. */
  trades: bigint
  /** The owner's number in the nonce enforcer; a higher one revokes everything signed before. */
  nonce: bigint
}

/** The contracts that grants name. */
export type Targets = { launchpad: Address; positionManager: Address | undefined }
