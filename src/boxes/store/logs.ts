import { type Selectable, sql } from 'kysely'
import type { LogRow, Store } from './tables.ts'

export type LogLine = Selectable<LogRow>

const LINES_MAX = 5_000
const LINE_LENGTH_MAX = 2_000

/** Appends lines to the log of a box and drops the oldest beyond the maximum. With `hostId`, only while that host runs the box. */
export async function appendLog(
  store: Store,
  { boxId, hostId }: { boxId: string; hostId?: string },
  lines: readonly Pick<LogLine, 'source' | 'line'>[],
): Promise<void> {
  if (lines.length === 0) return
  await store.transaction().execute(async (tx) => {
    const { rows } = await sql<{ log_seq: number }>`update boxes set log_seq = log_seq + ${lines.length}
      where id = ${boxId} and (${hostId ?? null}::text is null or host_id = ${hostId ?? null}) returning log_seq`.execute(
      tx,
    )
    const last = rows[0]?.log_seq
    if (last === undefined) return
    const first = last - lines.length + 1
    const numbered = lines.map(({ source, line }, index) => ({
      box_id: boxId,
      seq: first + index,
      source,
      line: line.slice(0, LINE_LENGTH_MAX),
    }))
    await tx.insertInto('box_logs').values(numbered).execute()
    if (last > LINES_MAX)
      await tx
        .deleteFrom('box_logs')
        .where('box_id', '=', boxId)
        .where('seq', '<=', last - LINES_MAX)
        .execute()
  })
}

export async function readLog(
  store: Store,
  boxId: string,
  { after, limit }: { after: number; limit: number },
): Promise<LogLine[]> {
  return store
    .selectFrom('box_logs')
    .selectAll()
    .where('box_id', '=', boxId)
    .where('seq', '>', after)
    .orderBy('seq')
    .limit(limit)
    .execute()
}
