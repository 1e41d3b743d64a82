import type { Address } from 'viem'
import type { Words } from './Layout.ts'
import type { FormName } from './liquidityForms.ts'

/** Buys on the curve, and plain launches with their first buy, within a budget. */
export type SpendGrant = {
  kind: 'spend'
  actions: readonly SpendAction[]
  /** Wei in any 24 hours. */
  ethPerDay: bigint
  /** Wei in one redemption; one transaction can hold several. */
  ethPerTrade: bigint
  /** The only token that may be bought. */
  token?: Address | undefined
}

/** Sales of one token on its curve. */
export type SellGrant = {
  kind: 'sell'
  token: Address
  /** Units in one redemption. */
  amountPerTrade: bigint
  /** Wei that each sale must bring at least. */
  ethPerTradeMin: bigint
}

/** Creator's fees of launches, paid to the owner. */
export type ClaimGrant = { kind: 'claim' }

/** Fees of v3 positions, paid to the owner. */
export type CollectGrant = { kind: 'collect' }

/** Liquidity calls of one form, in one pool, pair or position. */
export type LiquidityGrant = {
  kind: 'liquidity'
  form: FormName
  /** The words of the calldata that the owner fixes, besides the owner. */
  fixed: Words
  /** The most units of each token in one redemption; the zero address is ETH. */
  spends: readonly { token: Address; amountPerTrade: bigint }[]
}

export type SpendAction = 'buy' | 'launch'

/** One thing that an agent may do, and one signature. */
export type Grant = SpendGrant | SellGrant | ClaimGrant | CollectGrant | LiquidityGrant

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
  /** The owner's number in the nonce enforcer; a higher one revokes everything that was signed for it. */
  nonce: bigint
}

/** The contracts that grants name. */
export type Targets = {
  launchpad: Address
  /** Of v3. */
  positionManager: Address | undefined
  v4PositionManager?: Address | undefined
  v4StateView?: Address | undefined
  v3Factory?: Address | undefined
  v2Router?: Address | undefined
  v2Factory?: Address | undefined
  universalRouter?: Address | undefined
  v4Quoter?: Address | undefined
}

export const TRADES_MAX = 10_000
/** No amount of a mandate is above this, so that its products with days and trades are numbers of 256 bits. */
export const AMOUNT_MAX = 2n ** 128n - 1n
/** The end of the year 9999, in seconds. */
export const UNTIL_MAX = 253_402_300_799n

/** Whether a mandate has numbers that could have been prepared here; others have no worst case or date to state. */
export function isSensible(grant: Grant, { start, until, trades }: Terms): boolean {
  const isTimed = until >= 1n && until <= UNTIL_MAX && trades >= 1n && trades <= TRADES_MAX
  return (
    isTimed &&
    amountsOf(grant).every((amount) => amount <= AMOUNT_MAX) &&
    (grant.kind !== 'spend' || isBudget(grant, start, until))
  )
}

function isBudget({ ethPerDay, ethPerTrade }: SpendGrant, start: bigint, until: bigint): boolean {
  return start >= 1n && start < until && ethPerTrade >= 1n && ethPerTrade <= ethPerDay / 2n
}

function amountsOf(grant: Grant): bigint[] {
  if (grant.kind === 'spend') return [grant.ethPerDay, grant.ethPerTrade]
  if (grant.kind === 'liquidity') return grant.spends.map(({ amountPerTrade }) => amountPerTrade)
  return grant.kind === 'sell' ? [grant.amountPerTrade, grant.ethPerTradeMin] : []
}
