import { sql } from 'kysely'
import type { Announce } from '#core/Announcement.ts'
import { deleteInBatches } from '#database/deleteInBatches.ts'
import { transaction } from '#database/transaction.ts'
import { networkOf } from '#keys/rules/networkOf.ts'
import type { Store } from './tables.ts'

type Use = { keyId: string; network: string }

/** The networks that keys were used from, in memory until they are written. */
export type Networks = {
  /** The last address of each key on a day, which nearly every call repeats. */
  last: Map<string, { address: string; day: number }>
  /** The day on which a use was written, by key and network. */
  written: Map<string, number>
  waiting: Map<string, Use>
}

const DAY_MS = 86_400_000
const REMEMBERED_MAX = 50_000

export function create(): Networks {
  return { last: new Map(), written: new Map(), waiting: new Map() }
}

export function note(networks: Networks, { keyId, address }: { keyId: string; address: string }, now: number): void {
  const day = Math.floor(now / DAY_MS)
  const last = networks.last.get(keyId)
  if (last?.address === address && last.day === day) return
  for (const map of [networks.last, networks.written]) if (map.size >= REMEMBERED_MAX) map.clear()
  networks.last.set(keyId, { address, day })
  const network = networkOf(address)
  const name = `${keyId} ${network}`
  if (networks.written.get(name) !== day) networks.waiting.set(name, { keyId, network })
  networks.written.set(name, day)
}

type Added = { keyId: string; network: string; developerId: string; name: string; masked: string }

/** Writes them, and announces those that are new for a key that has others. */
export async function write(
  store: Store,
  networks: Networks,
  { announce, now }: { announce: Announce; now: number },
): Promise<void> {
  if (networks.waiting.size === 0) return
  const taken = networks.waiting
  networks.waiting = new Map()
  const uses = [...taken.values()].sort((one, other) =>
    one.keyId + one.network < other.keyId + other.network ? -1 : 1,
  )
  try {
    await transaction(store, async (tx: Store) => {
      const added = await insert(tx, uses, new Date(now))
      await announce(
        tx,
        added.map(({ developerId, ...data }) => ({
          type: 'key.new_network',
          at: now,
          owners: [developerId],
          fields: { keyId: data.keyId },
          data,
        })),
      )
    })
  } catch (error) {
    networks.waiting = new Map([...taken, ...networks.waiting])
    throw error
  }
}

async function insert(tx: Store, uses: readonly Use[], now: Date): Promise<Added[]> {
  const { rows } = await sql<Added>`
    with known as (select distinct key_id from key_networks where key_id = any(${uses.map(({ keyId }) => keyId)})),
    used as (
      insert into key_networks (key_id, network, seen_at)
      select key_id, network, ${now} from unnest(
        ${uses.map(({ keyId }) => keyId)}::text[], ${uses.map(({ network }) => network)}::text[]) as r(key_id, network)
      order by key_id, network
      on conflict (key_id, network) do update set seen_at = excluded.seen_at
      returning key_id, network, xmax = 0 as is_new
    )
    select k.id as "keyId", u.network, k.developer_id as "developerId", k.name, k.masked
    from used u join api_keys k on k.id = u.key_id
    where u.is_new and u.key_id in (select key_id from known)`.execute(tx)
  return rows
}

/** A network is new again after 90 days without a call. */
export async function forgetOld(store: Store): Promise<void> {
  await deleteInBatches(store, 'key_networks', sql`seen_at < now() - interval '90 days'`)
}
