import { type RawBuilder, sql } from 'kysely'
import { BPS } from '#core/bigint.ts'
import * as Curve from '#launchpad/contract/Curve.ts'
import { creatorHolding } from './creatorHolding.ts'

/** Bounds of a list in addition to its indexed filters. */
export type Narrowing = {
  maxAgeSeconds?: number | undefined
  minProgressBps?: number | undefined
  minHolders?: number | undefined
  maxCreatorShareBps?: number | undefined
}

export function isNarrow(narrowing: Narrowing): boolean {
  return Object.values(narrowing).some((bound) => bound !== undefined)
}

/** Conditions on the launch `c`; `now` is in seconds. */
export function narrowed({ maxAgeSeconds, minProgressBps, minHolders, maxCreatorShareBps }: Narrowing, now: number) {
  const conditions: RawBuilder<unknown>[] = []
  if (maxAgeSeconds !== undefined)
    conditions.push(sql`(select created_at from launch_tokens t where t.id = c.id) >= ${now - maxAgeSeconds}`)
  if (minProgressBps !== undefined)
    conditions.push(sql`c.real_eth >= ${String((Curve.cfg.gradEthTarget * BigInt(minProgressBps)) / BPS)}::numeric`)
  if (minHolders !== undefined) conditions.push(sql`c.holders >= ${minHolders}`)
  if (maxCreatorShareBps !== undefined)
    conditions.push(sql`${creatorHolding}
      <= ${String((Curve.cfg.totalSupply * BigInt(maxCreatorShareBps)) / BPS)}::numeric`)
  return conditions
}
