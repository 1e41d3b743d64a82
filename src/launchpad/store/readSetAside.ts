import type { Kysely } from 'kysely'
import * as Position from '#launchpad/records/LogPosition.ts'
import type { Tables } from './tables.ts'

type Creation = { createdAtBlock: number; createdAtTimestamp: Date; createdAtTx: string }

/** Whether the token is set aside, and its creation if that was indexed. */
export async function readSetAside(
  db: Kysely<Tables>,
  token: string,
): Promise<{ creation: Creation | undefined } | undefined> {
  const row = await db
    .selectFrom('launch_set_aside as a')
    .leftJoin('launch_tokens as t', 't.address', 'a.token')
    .select(['t.id', 't.created_at', 't.created_tx'])
    .where('a.token', '=', token)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, created_at: at, created_tx: createdAtTx } = row
  if (id === null || at === null || createdAtTx === null) return { creation: undefined }
  return {
    creation: { createdAtBlock: Position.block(id), createdAtTimestamp: new Date(at * 1000), createdAtTx },
  }
}
