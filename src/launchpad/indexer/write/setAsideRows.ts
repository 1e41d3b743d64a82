import { sql } from 'kysely'
import type { Checkpoint } from '#launchpad/indexer/chain/Checkpoint.ts'
import { type Leadership, leaderTransaction } from './leaderTransaction.ts'

type Row = { token: string; position: number; reason: string }

/** Every answer about the launch changes with it, so cached answers are dropped. */
export function insertSetAside(
  leadership: Leadership,
  { expected, entry }: { expected: Checkpoint; entry: Row },
): Promise<void> {
  const { token, position, reason } = entry
  return leaderTransaction(leadership, { expected, isDurable: true }, async (tx) => {
    await sql`
      insert into launch_set_aside as a (token, position, reason) values (${token}, ${position}, ${reason})
      on conflict (token) do update set position = least(a.position, excluded.position), reason = excluded.reason`.execute(
      tx,
    )
    await sql`update launch_chain set version = version + 1, quiet_version = version + 1`.execute(tx)
  })
}

export function loadSetAside({ db }: Leadership): Promise<Row[]> {
  return db.selectFrom('launch_set_aside').select(['token', 'position', 'reason']).execute()
}
