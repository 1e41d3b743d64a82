import type { Candle } from '#launchpad/Candle.ts'
import type * as Event from './Event.ts'
import type { State } from './State.ts'

/** What a stretch of the chain changes in the tables. */
export type Derived = {
  /** The launches touched, as they stand afterwards. */
  states: Map<string, State>
  tokens: TokenRow[]
  trades: TradeRow[]
  transfers: TransferRow[]
  notes: NoteRow[]
  candles: Map<string, CandleChange>
  holders: Map<string, HolderChange>
  creators: Map<string, CreatorChange>
  totals: Totals
}

export type TokenRow = {
  id: number
  address: string
  creator: string
  name: string
  symbol: string
  createdAt: number
  transactionHash: string
  metadataUri: string | null
  referrer: string | null
}

export type TradeRow = {
  position: number
  tokenId: number
  token: string
  at: number
  transactionHash: string
  venue: 'curve' | 'pool'
  trader: string
  recipient: string
  isBuy: boolean
  eth: bigint
  tokens: bigint
  /** Known on the curve alone. */
  fee: bigint | null
  price: bigint
  /** What the trade left behind: the curve's state, or the root of the pool's price. */
  realEth: bigint | null
  sold: bigint | null
  sqrtPriceX96: bigint | null
}

export type TransferRow = { position: number; tokenId: number; from: string; to: string; amount: bigint }

export type Noted = Event.Graduated | Event.PoolFees | Event.Claimed | Event.Offered | Event.Accepted

/** The rarer events, kept so that a rewind can tell what was before them. */
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
export type CreatorChange = { creator: string; tokens: number; graduated: number; volume: bigint }
export type Totals = {
  tokens: number
  graduated: number
  trades: number
  volume: bigint
  trades24h: number
  volume24h: bigint
}
