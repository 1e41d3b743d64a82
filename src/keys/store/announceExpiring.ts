import { sql } from 'kysely'
import type { Announce } from '#core/Announcement.ts'
import { transaction } from '#database/transaction.ts'
import type { Store } from './tables.ts'

type Expiring = { keyId: string; developerId: string; name: string; masked: string; expiresAt: Date }

/** Announces each key once, three days before it expires, or with a quarter of its life left if that is less. */
export async function announceExpiring(store: Store, announce: Announce, now: number): Promise<void> {
  await transaction(store, async (tx: Store) => {
    const at = new Date(now)
    const { rows } = await sql<Expiring>`
      update api_keys set expiry_announced_at = ${at}
      where expiry_announced_at is null and revoked_at is null and rotated_to is null
        and expires_at > ${at} and expires_at <= ${at}::timestamptz + interval '3 days'
        and expires_at - ${at}::timestamptz <= (expires_at - created_at) / 4
      returning id as "keyId", developer_id as "developerId", name, masked, expires_at as "expiresAt"`.execute(tx)
    await announce(
      tx,
      rows.map(({ developerId, ...data }) => ({
        type: 'key.expiring',
        at: now,
        owners: [developerId],
        fields: { keyId: data.keyId },
        data,
      })),
    )
  })
}
