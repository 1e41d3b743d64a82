import { type Kysely, sql } from 'kysely'
import { PREPARED } from '#database/prepared.ts'
import * as TokenRow from './TokenRow.ts'
import type { Tables } from './tables.ts'

type Keys = Pick<Tables['launch_tokens'], 'name_key' | 'symbol_key'>

/** The indexed launch with this address, with the keys of its names. */
export async function readTokenRow(
  db: Kysely<Tables>,
  address: string,
): Promise<(TokenRow.TokenRow & Keys) | undefined> {
  const { rows } = await sql<TokenRow.Packed & Keys>`
    ${PREPARED} select ${TokenRow.columns}, t.name_key, t.symbol_key from launch_tokens t join launch_curves c using (id) ${TokenRow.metadataJoin} where t.address = ${address}`.execute(
    db,
  )
  return rows[0] && TokenRow.unpack(rows[0])
}
