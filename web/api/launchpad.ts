import type { z } from 'zod'
import type * as wire from '#launchpad/wire/schemas.ts'
import { request, urlOf } from './request.ts'

/** What a list shows of a launch beside its record. */
export type Glance = {
  /** Prices of the last day, oldest first, in wei for a whole token. */
  prices: string[]
  changeBps: number
  creatorShareBps: number
  firstBlockBuyers: number
  /** How many other launches have the same name or symbol. */
  namesakes: number
}
export type Token = z.input<typeof wire.Token> & { glance?: Glance }
export type TokenDetail = z.input<typeof wire.TokenDetail> & { glance?: Glance }
export type Trade = z.input<typeof wire.Trade>
export type Candle = z.input<typeof wire.Candle>
export type Progress = z.input<typeof wire.Progress>
export type TokenPage = { total: number; tokens: Token[]; nextCursor?: string }
export type TradePage = { trades: Trade[]; nextCursor?: string }
export type Reserve = { address: string; balance: string; shareBps: number }
export type Holder = Reserve & { isCreator: boolean }
export type HolderPage = { total: number; holders: Holder[]; curve: Reserve; pool: Reserve | null; nextCursor?: string }
export type CandleList = { address: string; interval: string; candles: Candle[] }
export type Stats = {
  tokens: number
  graduated: number
  trades: number
  trades24h: number
  volumeEth: string
  volume24hEth: string
  block: number
  blockTime: string
  /** How long ago the index and the chain were the same; null where the chain was not heard yet. */
  behindMs: number | null
}
export type Quote = {
  venue: 'curve' | 'pool'
  side: 'buy' | 'sell'
  amountIn: string
  amountOut: string
  minOut: string
  slippageBps: number
  fee: string | null
  ethUsed: string | null
  refund: string | null
  priceBefore: string
  priceAfter: string | null
  priceImpactBps: number
  graduates: boolean
  block: number | null
}
export type Transaction = { to: string; from: string; data: string; value: string; chainId: number; gasLimit: string }
export type Prepared = {
  action: string
  transaction: Transaction | null
  /** Everything to send, in order: missing approvals, then `transaction`. */
  steps: { summary: string; transaction: Transaction }[]
  typedData?: unknown
  summary: string
  warnings: { code: string; message: string }[]
  quote: Quote | null
  /** For a launch with a salt. */
  token: string | null
  /** For a new fee split: where it stands. */
  split: string | null
  /** For claims: the wei it moves now. */
  amount: string | null
  simulation: { gasUsed: string } | null
}

export const paths = {
  tokens: '/api/launchpad/tokens',
  token: '/api/launchpad/token',
  trades: '/api/launchpad/trades',
  holders: '/api/launchpad/holders',
  candles: '/api/launchpad/candles',
  stats: '/api/launchpad/stats',
  quote: '/api/launchpad/quote',
  prepare: '/api/launchpad/prepare',
  metadata: '/api/launchpad/metadata',
  events: '/api/launchpad/events',
} as const

export const tokenUrl = (address: string) => urlOf(paths.token, { address })

/** What a wallet has to sign, worked out and simulated on the newest block. */
export function prepare(body: Record<string, unknown>, signal?: AbortSignal): Promise<Prepared> {
  return request<Prepared>(paths.prepare, { method: 'POST', body, ...(signal && { signal }) })
}
