import type { Verdict } from '#core/ports.ts'
import { announceOnce } from '#rules/store/Announcements.ts'
import type { Resources } from './Resources.ts'

const EVERY_SECONDS = 3_600
const REMEMBERED_MAX = 10_000

/** Announces limits that are nearly used, once an hour for each developer and limit. */
export function limitReports({ database, now }: Resources): (developerId: string, verdict: Verdict) => void {
  const announced = new Map<string, number>()
  return (developerId, { policy, quota, remaining, windowSeconds }) => {
    const key = `limit ${policy} ${developerId}`
    const at = now()
    if (at - (announced.get(key) ?? 0) < EVERY_SECONDS * 1000) return
    if (announced.size >= REMEMBERED_MAX) announced.clear()
    announced.set(key, at)
    const data = { policy, quota, remaining, windowSeconds }
    const announcement = { type: 'limit.nearly_used', at, owners: [developerId], fields: { policy }, data }
    announceOnce(database.kysely, { key, everySeconds: EVERY_SECONDS }, announcement).catch((err: unknown) => {
      announced.delete(key)
      database.log.warn({ err }, 'failed to announce a nearly used limit')
    })
  }
}
