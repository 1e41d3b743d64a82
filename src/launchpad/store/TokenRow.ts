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
export type TokenRow = Tables['launch_tokens'] & Tables['launch_curves'] & MetadataColumns & { is_set_aside: boolean }

/** A launch with its metadata. */
export const columns: RawBuilder<TokenRow> = sql`t.*, c.*, m.description as m_description, m.links as m_links,
  m.image_hash as m_image_hash, m.updated_at as m_updated_at,
  m.image_down as m_image_down, m.text_down as m_text_down,
  exists (select from launch_set_aside a where a.token = t.address) as is_set_aside`

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
