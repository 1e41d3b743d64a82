import { type RawBuilder, sql } from 'kysely'
import type { Token } from '#launchpad/records/Launch.ts'
import type { MetadataRow } from './metadata.ts'
import type { Tables } from './tables.ts'

type MetadataColumns = {
  m_description: string | null
  m_links: Record<string, string> | null
  m_image_hash: string | null
  m_updated_at: Date | null
  m_image_down: boolean | null
  m_text_down: boolean | null
}
type Identity = Omit<Tables['launch_tokens'], 'name_key' | 'symbol_key' | 'search'>
type Curve = Omit<Tables['launch_curves'], 'raised_by_others'>
export type TokenRow = Identity & Curve & MetadataColumns & { is_set_aside: boolean }

type Read = (text: string) => unknown
type Text = 'name' | 'symbol' | 'metadata_uri' | 'pool_key'

const digits: Read = (text) => text
const optional: Read = (text) => (text === '' ? null : text)
const optionalNumber: Read = (text) => (text === '' ? null : Number(text))
const nullable: readonly Read[] = [optional, optionalNumber]

/** The columns without spaces, with their table and how their text is read. */
const FACTS: Record<Exclude<keyof (Identity & Curve), Text>, [table: 't' | 'c', read: Read]> = {
  id: ['t', Number],
  address: ['t', digits],
  creator: ['t', digits],
  created_at: ['t', Number],
  created_tx: ['t', digits],
  referrer: ['t', optional],
  current_creator: ['c', digits],
  pending_creator: ['c', optional],
  fee_holder: ['c', digits],
  opening_seconds: ['c', Number],
  opening_ends_at: ['c', Number],
  lock_days: ['c', Number],
  locked: ['c', digits],
  released: ['c', digits],
  burned: ['c', digits],
  real_eth: ['c', digits],
  sold: ['c', digits],
  price: ['c', digits],
  market_cap: ['c', digits],
  volume: ['c', digits],
  volume_24h: ['c', digits],
  backed_volume: ['c', digits],
  backed_volume_24h: ['c', digits],
  outside_volume_24h: ['c', digits],
  outside_eth: ['c', digits],
  trades: ['c', Number],
  trades_24h: ['c', Number],
  holders: ['c', Number],
  last_trade: ['c', Number],
  last_trade_at: ['c', optionalNumber],
  curve_fees: ['c', digits],
  pool_fees: ['c', digits],
  claimed: ['c', digits],
  graduated: ['c', (text) => text === 't'],
  graduated_position: ['c', optionalNumber],
  graduated_at: ['c', optionalNumber],
  graduated_tx: ['c', optional],
  pool_id: ['c', optional],
  sqrt_price_x96: ['c', optional],
  pool_tick: ['c', optionalNumber],
  fee_growth0: ['c', digits],
  fee_growth1: ['c', digits],
  collected_growth0: ['c', digits],
}
const entries = Object.entries(FACTS)
const texts = entries.map(([name, [table, read]]) =>
  nullable.includes(read) ? `coalesce(${table}.${name}::text, '')` : `${table}.${name}`,
)

/** A launch with its metadata, most columns as one text: the driver takes longer for forty fields than to split one. */
export type Packed = Pick<TokenRow, Text> & MetadataColumns & { is_set_aside: boolean; facts: string }

export const columns: RawBuilder<Packed> = sql`concat_ws(' ', ${sql.raw(texts.join(', '))}) as facts,
  t.name, t.symbol, t.metadata_uri, c.pool_key, m.description as m_description, m.links as m_links,
  m.image_hash as m_image_hash, m.updated_at as m_updated_at,
  m.image_down as m_image_down, m.text_down as m_text_down,
  exists (select from launch_set_aside a where a.token = t.address) as is_set_aside`

export function unpack<Row extends Packed>({ facts, ...row }: Row): Omit<Row, 'facts'> & TokenRow {
  const texts = facts.split(' ')
  const read: Record<string, unknown> = row
  for (const [place, [name, [, readText]]] of entries.entries()) read[name] = readText(texts[place] as string)
  return row as Omit<Row, 'facts'> & TokenRow
}

// Metadata of a token that a reorganisation replaced does not belong to the new token at the same address.
export const metadataJoin = sql`left join launch_metadata m on m.token = t.address and m.created_tx = t.created_tx`

export function toIdentity(row: TokenRow): Token {
  const { id, address, creator, name, symbol, referrer } = row
  const { created_at: createdAt, created_tx: transactionHash, metadata_uri: metadataUri } = row
  return { id, address, creator, name, symbol, createdAt, transactionHash, metadataUri, referrer }
}

export function metadataOf(row: MetadataColumns): MetadataRow | undefined {
  if (!row.m_updated_at) return undefined
  return {
    description: row.m_description,
    links: row.m_links ?? {},
    image_hash: row.m_image_hash,
    updated_at: row.m_updated_at,
    image_down: row.m_image_down ?? false,
    text_down: row.m_text_down ?? false,
  }
}
