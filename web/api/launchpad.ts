import type { z } from 'zod'
import type * as creators from '#launchpad/wire/creators.ts'
import type * as early from '#launchpad/wire/early.ts'
import type * as holderHistory from '#launchpad/wire/holderHistory.ts'
import type * as responses from '#launchpad/wire/responses.ts'
import type * as wire from '#launchpad/wire/schemas.ts'
import { paths, reads, urlOf } from '#launchpad/wire/urls.ts'
import type * as usd from '#launchpad/wire/usd.ts'
import type * as wallets from '#launchpad/wire/wallets.ts'
import type * as walletValue from '#launchpad/wire/walletValue.ts'
import { request } from './request.ts'

export { paths }

export type TokenPage = z.input<typeof responses.TokenPage>
export type Token = TokenPage['tokens'][number]
export type TokenDetail = z.input<typeof wire.TokenDetail>
export type Trade = z.input<typeof wire.Trade>
export type Candle = z.input<typeof wire.Candle>
export type Progress = z.input<typeof wire.Progress>
export type TradePage = z.input<typeof responses.TradePage>
export type HolderPage = z.input<typeof responses.HolderPage>
export type HolderHistory = z.input<typeof holderHistory.HolderHistory>
export type CandleList = z.input<typeof responses.CandleList>
export type Stats = z.input<typeof responses.Stats>
export type CreatorRecord = z.input<typeof creators.CreatorRecord>
export type EarlyBuyers = z.input<typeof early.EarlyBuyers>
export type Wallet = z.input<typeof wallets.Wallet>
export type WalletValue = z.input<typeof walletValue.WalletValue>
export type TraderPage = z.input<typeof wallets.TraderPage>
export type UsdSource = z.input<typeof usd.UsdSource>
export type Quote = z.input<typeof responses.Quote>
export type Transaction = z.input<typeof responses.Transaction>
export type Prepared = z.input<typeof responses.Prepared>
export type PreparedQuote = NonNullable<Prepared['quote']>

export const tokenUrl = (address: string) => urlOf(reads.token(address))

/** Builds a transaction to sign, simulated on the newest block. */
export function prepare(body: Record<string, unknown>, signal?: AbortSignal): Promise<Prepared> {
  return request<Prepared>(paths.prepare, { method: 'POST', body, ...(signal && { signal }) })
}
