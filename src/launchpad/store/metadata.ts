import { type Kysely, sql, type Transaction } from 'kysely'
import type { Tables } from './tables.ts'

type Row = Tables['launch_metadata']
export type MetadataRow = Pick<Row, 'description' | 'links' | 'image_hash' | 'updated_at' | 'image_down' | 'text_down'>

/** The picture with this hash, unless operators took it down. */
export async function readImage(db: Kysely<Tables>, hash: string): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('launch_metadata')
    .select('image')
    .where('image_hash', '=', hash)
    .where('image_down', '=', false)
    .limit(1)
    .executeTakeFirst()
  return row?.image ?? undefined
}

// A takedown survives new metadata of the same token, but not a new token at the same address after a reorganisation.
const KEEP_DOWN = {
  image_down: sql<boolean>`launch_metadata.image_down and launch_metadata.created_tx = excluded.created_tx`,
  text_down: sql<boolean>`launch_metadata.text_down and launch_metadata.created_tx = excluded.created_tx`,
}

/** Replaces the metadata of a token; undefined if a change with the same or a later expiry is stored. */
export function writeMetadata(
  tx: Transaction<Tables>,
  row: Omit<Row, 'image_down' | 'text_down'>,
): Promise<MetadataRow | undefined> {
  const values = { ...row, links: JSON.stringify(row.links) }
  return tx
    .insertInto('launch_metadata')
    .values(values as never)
    .onConflict((conflict) =>
      conflict
        .column('token')
        .doUpdateSet({ ...values, ...KEEP_DOWN } as never)
        .where(({ or, eb }) =>
          or([
            eb('launch_metadata.expires_at', '<', row.expires_at),
            eb('launch_metadata.created_tx', '<>', row.created_tx),
          ]),
        ),
    )
    .returningAll()
    .executeTakeFirst()
}

/** Hides or shows a part; undefined for a token without metadata. */
export function writeTakenDown(
  tx: Transaction<Tables>,
  { token, part, isDown }: { token: string; part: 'image' | 'text'; isDown: boolean },
): Promise<MetadataRow | undefined> {
  return tx
    .updateTable('launch_metadata')
    .set(part === 'image' ? { image_down: isDown } : { text_down: isDown })
    .where('token', '=', token)
    .returningAll()
    .executeTakeFirst()
}

export async function readCreation(tx: Transaction<Tables>, token: string): Promise<string | undefined> {
  const row = await tx.selectFrom('launch_tokens').select('created_tx').where('address', '=', token).executeTakeFirst()
  return row?.created_tx
}
