import { sql } from 'kysely'
import { deleteInBatches } from '#database/deleteInBatches.ts'
import { isFollowed } from './Positions.ts'
import type { Store } from './tables.ts'

/** Events, deliveries and attempts are kept for 30 days. */
const OLD = sql`now() - interval '30 days'`

export async function forgetOld(store: Store): Promise<void> {
  await deleteInBatches(store, 'rule_attempts', sql`at < ${OLD}`)
  await deleteInBatches(store, 'rule_deliveries', sql`created_at < ${OLD}`)
  await deleteInBatches(store, 'rule_events', sql`at < ${OLD}`)
  await deleteInBatches(store, 'rules', sql`deleted_at < ${OLD} or (ends_at < ${OLD} and action->>'kind' = 'a2a')`)
  await deleteInBatches(store, 'rule_endpoints', sql`deleted_at < ${OLD}`)
  await deleteInBatches(store, 'rule_announced', sql`at < ${OLD}`)
  await deleteInBatches(store, 'rule_positions', sql`at < ${OLD} and not ${isFollowed(sql`rule_positions.key`)}`)
}
