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
  /** Launches of the creator that graduated. */
  minCreatorGraduated?: number | undefined
  /** In lower case. */
  holder?: string | undefined
}

export function isNarrow(narrowing: Narrowing): boolean {
  return Object.values(narrowing).some((bound) => bound !== undefined)
}

/** Conditions on the launch `c`; `now` is in seconds. */
export function narrowed(narrowing: Narrowing, now: number) {
  const { maxAgeSeconds, minProgressBps, minHolders, maxCreatorShareBps, minCreatorGraduated, holder } = narrowing
  const conditions: RawBuilder<unknown>[] = []
  if (maxAgeSeconds !== undefined)
    conditions.push(sql`(select created_at from launch_tokens t where t.id = c.id) >= ${now - maxAgeSeconds}`)
  if (minProgressBps !== undefined)
    conditions.push(sql`c.real_eth >= ${String((Curve.cfg.gradEthTarget * BigInt(minProgressBps)) / BPS)}::numeric`)
  if (minHolders !== undefined) conditions.push(sql`c.holders >= ${minHolders}`)
  if (maxCreatorShareBps !== undefined)
    conditions.push(sql`${creatorHolding}
      <= ${String((Curve.cfg.totalSupply * BigInt(maxCreatorShareBps)) / BPS)}::numeric`)
  if (minCreatorGraduated !== undefined)
    conditions.push(
      sql`(select k.graduated from launch_creators k where k.creator = c.creator) >= ${minCreatorGraduated}`,
    )
  if (holder !== undefined)
    conditions.push(
      sql`exists (select from launch_holders h where h.token_id = c.id and h.holder = ${holder} and h.balance > 0)`,
    )
  return conditions
}
