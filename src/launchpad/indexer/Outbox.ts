import { sql, type Transaction } from 'kysely'
import { z } from 'zod'
import { toAddress } from '#core/wire.ts'
import * as records from '#launchpad/records.ts'
import * as Candles from '#launchpad/store/Candles.ts'
import { sqlRows } from '#launchpad/store/sqlRows.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import * as wire from '#launchpad/wire.ts'
import type { Derived } from './Derived.ts'

/** Something to tell: `token` is null where it concerns every listener. */
export type News = { kind: wire.EventKind; token: string | null; body: string }

export const LIVE_CANDLE = { interval: '1m', seconds: 60 } as const

export function news<Kind extends wire.EventKind>(
  kind: Kind,
  token: string | null,
  value: z.output<(typeof wire.events)[Kind]>,
): News {
  return { kind, token, body: JSON.stringify(z.encode(wire.events[kind] as z.ZodType, value)) }
}

type Telling = { derived: Derived; candles: readonly Tables['launch_candles'][]; site: records.Site }

/** What a stretch has to tell, in the order it happened; states and candles once, as they stand at its end. */
export function newsOf({ derived, candles, site }: Telling): News[] {
  const stateOf = new Map([...derived.states.values()].map((state) => [state.id, state]))
  const tokens = derived.tokens.flatMap((row) => {
    const state = stateOf.get(row.id)
    return state ? [{ at: row.id, item: news('token', row.address, records.toToken(row, state, site)) }] : []
  })
  const trades = derived.trades.map((row) => ({
    at: row.position,
    item: news('trade', row.token, records.toTrade(row)),
  }))
  const graduations = derived.notes.flatMap(({ kind, tokenId, position }) => {
    const state = stateOf.get(tokenId)
    if (kind !== 'graduated' || !state) return []
    return [{ at: position, item: news('graduation', state.token, records.toGraduation(state)) }]
  })
  const happened = [...tokens, ...trades, ...graduations].sort((a, b) => a.at - b.at).map(({ item }) => item)
  const standing = [...stateOf.values()].map((state) => news('progress', state.token, records.toProgress(state)))
  const drawn = candles.flatMap((row) => candleNews(row, stateOf.get(row.token_id)?.token))
  return [...happened, ...standing, ...drawn]
}

function candleNews(row: Tables['launch_candles'], token: string | undefined): News[] {
  if (token === undefined) return []
  const candle = records.toCandle(Candles.toCandle(row))
  return [news('candle', token, { ...candle, address: toAddress(token), interval: LIVE_CANDLE.interval })]
}

/** Numbers the news from `lastSeq` on and keeps them; gives back the last number. The chain's row must be locked. */
export async function append(db: Transaction<Tables>, lastSeq: number, items: readonly News[]): Promise<number> {
  if (items.length === 0) return lastSeq
  const rows = items.map((item, index) => ({ ...item, seq: lastSeq + 1 + index }))
  await sql`
    insert into launch_outbox (seq, kind, token, body) select seq, kind, token, body from ${sqlRows(rows, {
      seq: ['int8', ({ seq }) => seq],
      kind: ['hex', ({ kind }) => kind],
      token: ['hex', ({ token }) => token],
      body: ['text', ({ body }) => body],
    })}`.execute(db)
  return lastSeq + items.length
}
