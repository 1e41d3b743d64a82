import { type Kysely, sql } from 'kysely'
import { PREPARED } from '#database/prepared.ts'
import * as TokenRow from './TokenRow.ts'
import type { Tables } from './tables.ts'

/** The indexed launch with this address. */
export async function readTokenRow(db: Kysely<Tables>, address: string): Promise<TokenRow.TokenRow | undefined> {
  const { rows } = await sql<TokenRow.TokenRow>`
    ${PREPARED} select ${TokenRow.columns} from launch_tokens t join launch_curves c using (id) ${TokenRow.metadataJoin} where t.address = ${address}`.execute(
    db,
  )
  return rows[0]
}
