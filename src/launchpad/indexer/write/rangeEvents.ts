import { toAddress } from '#core/wire.ts'
import type { Changes } from '#launchpad/indexer/derive/Changes.ts'
import type { Launch } from '#launchpad/records/Launch.ts'
import * as Candles from '#launchpad/store/Candles.ts'
import type * as Outbox from '#launchpad/store/Outbox.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { toEvent } from '#launchpad/wire/toEvent.ts'
import * as records from '#launchpad/wire/toWire.ts'
import { levelFacts, tradeFacts } from './facts.ts'

export const LIVE_CANDLE = { interval: '1m', seconds: 60 } as const

type Options = {
  candles: readonly Tables['launch_candles'][]
  site: records.Site
  /** The launches before the range, by token. */
  before: ReadonlyMap<string, Launch>
  /** The last block of the range. */
  block: number
}

/** The events that a range publishes: what happened, in order, then launches and candles in their final state. */
export function rangeEvents(changes: Changes, { candles, site, before, block }: Options): Outbox.OutboxEvent[] {
  const launchOf = new Map([...changes.launches.values()].map((launch) => [launch.id, launch]))
  const tokens = changes.tokens.flatMap((row) => {
    const launch = launchOf.get(row.id)
    return launch ? [{ at: row.id, item: toEvent('token', row.address, records.toToken(row, launch, site)) }] : []
  })
  const trades = changes.trades.map((row) => ({
    at: row.position,
    item: { ...toEvent('trade', row.token, records.toTrade(row)), ...tradeFacts(row) },
  }))
  const graduations = changes.notes.flatMap(({ kind, tokenId, position }) => {
    const launch = launchOf.get(tokenId)
    if (kind !== 'graduated' || !launch) return []
    return [{ at: position, item: toEvent('graduation', launch.token, records.toGraduation(launch)) }]
  })
  const happened = [...tokens, ...trades, ...graduations].sort((a, b) => a.at - b.at).map(({ item }) => item)
  const progress = [...launchOf.values()].map((launch) => ({
    ...toEvent('progress', launch.token, records.toProgress(launch)),
    facts: levelFacts(before.get(launch.token), launch, block),
  }))
  const drawn = candles.flatMap((row) => candleEvent(row, launchOf.get(row.token_id)?.token))
  return [...happened, ...progress, ...drawn]
}

function candleEvent(row: Tables['launch_candles'], token: string | undefined): Outbox.OutboxEvent[] {
  if (token === undefined) return []
  const candle = records.toCandle(Candles.toCandle(row))
  return [toEvent('candle', token, { ...candle, address: toAddress(token), interval: LIVE_CANDLE.interval })]
}
