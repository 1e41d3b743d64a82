import type { z } from 'zod'
import type * as responses from '#launchpad/wire/responses.ts'
import type * as wire from '#launchpad/wire/schemas.ts'
import { paths, reads, urlOf } from '#launchpad/wire/urls.ts'
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
export type CandleList = z.input<typeof responses.CandleList>
export type Stats = z.input<typeof responses.Stats>
export type Quote = z.input<typeof responses.Quote>
export type Transaction = z.input<typeof responses.Transaction>
export type Prepared = z.input<typeof responses.Prepared>
export type PreparedQuote = NonNullable<Prepared['quote']>

export const tokenUrl = (address: string) => urlOf(reads.token(address))

/** Builds a transaction to sign, simulated on the newest block. */
export function prepare(body: Record<string, unknown>, signal?: AbortSignal): Promise<Prepared> {
  return request<Prepared>(paths.prepare, { method: 'POST', body, ...(signal && { signal }) })
}
