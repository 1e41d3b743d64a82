import { type Kysely, sql } from 'kysely'
import { PREPARED } from '#database/prepared.ts'
import * as TokenRow from './TokenRow.ts'
import type { Tables } from './tables.ts'

/** The indexed launches with these addresses, in their order; others are left out. */
export async function readTokenRows(db: Kysely<Tables>, addresses: readonly string[]): Promise<TokenRow.TokenRow[]> {
  const { rows } = await sql<TokenRow.Packed>`
    ${PREPARED} select ${TokenRow.columns} from unnest(${addresses}::text[]) with ordinality as a(address, place)
    join launch_tokens t on t.address = a.address join launch_curves c on c.id = t.id ${TokenRow.metadataJoin} order by a.place`.execute(
    db,
  )
  return rows.map(TokenRow.unpack)
}
