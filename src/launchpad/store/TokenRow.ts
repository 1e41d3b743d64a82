import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import { shownMetadata } from '#launchpad/metadata/shownMetadata.ts'
import type { Token } from '#launchpad/records/Launch.ts'
import type * as wire from '#launchpad/wire/schemas.ts'
import * as records from '#launchpad/wire/toWire.ts'
import type { Tables } from './tables.ts'
import { toLaunch } from './toLaunch.ts'

type MetadataColumns = {
  m_description: string | null
  m_links: Record<string, string> | null
  m_image_hash: string | null
  m_updated_at: Date | null
  m_image_down: boolean | null
  m_text_down: boolean | null
}
export type TokenRow = Tables['launch_tokens'] & Tables['launch_curves'] & MetadataColumns & { is_set_aside: boolean }

/** A launch with what its creator says of it. What was said of a token that another one replaced is not shown. */
export const columns: RawBuilder<TokenRow> = sql`t.*, c.*, m.description as m_description, m.links as m_links,
  m.image_hash as m_image_hash, m.updated_at as m_updated_at,
  m.image_down as m_image_down, m.text_down as m_text_down,
  exists (select from launch_set_aside a where a.token = t.address) as is_set_aside`

export const metadataJoin = sql`left join launch_metadata m on m.token = t.address and m.created_tx = t.created_tx`

export function toToken(row: TokenRow, site: records.Site): z.output<typeof wire.Token> {
  const token = records.toToken(toIdentity(row), toLaunch(row), site)
  const metadataUri = row.m_text_down ? null : token.metadataUri
  return { ...token, metadataUri, metadata: toMetadata(row, site), indexed: !row.is_set_aside }
}

function toIdentity(row: TokenRow): Token {
  const { id, address, creator, name, symbol, referrer } = row
  const { created_at: createdAt, created_tx: transactionHash, metadata_uri: metadataUri } = row
  return { id, address, creator, name, symbol, createdAt, transactionHash, metadataUri, referrer }
}

function toMetadata(row: MetadataColumns, { baseUrl }: records.Site): z.output<typeof wire.Metadata> | null {
  if (!row.m_updated_at) return null
  const kept = {
    description: row.m_description,
    links: row.m_links ?? {},
    imageHash: row.m_image_hash,
    updatedAt: row.m_updated_at,
    isImageDown: row.m_image_down ?? false,
    isTextDown: row.m_text_down ?? false,
  }
  return shownMetadata(kept, baseUrl)
}
