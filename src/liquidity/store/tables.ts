import type { Generated, Kysely, Selectable } from 'kysely'

export type Tables = {
  lp_histories: {
    key: string
    chain_id: number
    protocol: 'V3' | 'V4'
    token_id: string
    place: unknown
    moves: unknown
    /** The position at the end of `block`; null while older blocks are still being read. */
    present: unknown
    /** The last block that is included; -1 before the first read. */
    block: number
    problem: string | null
    due_at: Generated<Date>
  }
  lp_watches: { id: string; developer_id: string; key: string; created_at: Generated<Date> }
}

export type HistoryRow = Selectable<Tables['lp_histories']>
export type Store = Kysely<Tables>
