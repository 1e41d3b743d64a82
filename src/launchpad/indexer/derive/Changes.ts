import type * as Event from '#launchpad/indexer/chain/Event.ts'
import type { Candle } from '#launchpad/records/Candle.ts'
import type { Launch, Token, Trade } from '#launchpad/records/Launch.ts'

/** The changes of the tables by a range of blocks. */
export type Changes = {
  /** The launches touched, in their new state. */
  launches: Map<string, Launch>
  tokens: Token[]
  trades: Trade[]
  transfers: TransferRow[]
  notes: NoteRow[]
  liquidity: LiquidityRow[]
  splits: SplitRow[]
  ticks: Map<string, TickChange>
  candles: Map<string, CandleChange>
  holders: Map<string, HolderChange>
  creators: Map<string, CreatorChange>
  totals: Totals
}

/** A change of a pool's liquidity, or a donation with the fee growth it brought. */
export type LiquidityRow = {
  position: number
  tokenId: number
  at: number
  transactionHash: string
  /** Null for a donation. */
  sender: string | null
  salt: string | null
  tickLower: number
  tickUpper: number
  delta: bigint
  feeGrowth0: bigint
  feeGrowth1: bigint
}
export type TickChange = { tokenId: number; tick: number; gross: bigint; net: bigint }

/** One account of a fee split. */
export type SplitRow = { position: number; split: string; account: string }

export type TransferRow = {
  position: number
  tokenId: number
  at: number
  from: string
  to: string
  amount: bigint
}

export type Noted = Event.Graduated | Event.Released | Event.PoolFees | Event.Claimed | Event.Offered | Event.Accepted

/** The rarer events, kept so that a rewind can restore the state before them. */
export type NoteRow = {
  position: number
  tokenId: number
  kind: Noted['kind']
  at: number
  transactionHash: string
  details: Record<string, unknown>
}

export type CandleChange = Candle & { tokenId: number; seconds: number }
export type HolderChange = { tokenId: number; holder: string; amount: bigint }
export type CreatorChange = {
  creator: string
  tokens: number
  graduated: number
  volume: bigint
  backedVolume: bigint
  outsideVolume: bigint
}
export type Totals = {
  tokens: number
  graduated: number
  trades: number
  volume: bigint
  trades24h: number
  volume24h: bigint
  backedVolume: bigint
  backedVolume24h: bigint
}
