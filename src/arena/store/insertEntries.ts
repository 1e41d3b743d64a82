import { type RawBuilder, sql } from 'kysely'
import type { EntryRow } from '#arena/store/tables.ts'

type Column = { type: string; of: (entry: EntryRow) => unknown }

const COLUMNS: Record<Exclude<keyof EntryRow, 'redacted_at' | 'redacted_by'>, Column> = {
  room_id: { type: 'text', of: ({ room_id }) => room_id },
  seq: { type: 'int8', of: ({ seq }) => seq },
  id: { type: 'text', of: ({ id }) => id },
  kind: { type: 'text', of: ({ kind }) => kind },
  participant_id: { type: 'text', of: ({ participant_id }) => participant_id },
  author_name: { type: 'text', of: ({ author_name }) => author_name },
  author_type: { type: 'text', of: ({ author_type }) => author_type },
  author_kind: { type: 'text', of: ({ author_kind }) => author_kind },
  content: { type: 'text', of: ({ content }) => content },
  data: { type: 'jsonb', of: ({ data }) => jsonOf(data) },
  event: { type: 'jsonb', of: ({ event }) => jsonOf(event) },
  reply_to: { type: 'text', of: ({ reply_to }) => reply_to },
  // As text, because unnest() would flatten an array of arrays; ids need no quotes.
  mentions: { type: 'text', of: ({ mentions }) => `{${mentions.join(',')}}` },
  round: { type: 'int2', of: ({ round }) => round },
  client_key: { type: 'text', of: ({ client_key }) => client_key },
  fingerprint: { type: 'text', of: ({ fingerprint }) => fingerprint },
  created_at: { type: 'timestamptz', of: ({ created_at }) => created_at },
}

const NAMES = sql.join(Object.keys(COLUMNS).map((name) => sql.ref(name)))

/** Inserts entries column by column; a value that all entries share is sent once. */
export function insertEntries(entries: readonly EntryRow[]): RawBuilder<unknown> {
  const columns = Object.entries(COLUMNS).map(([name, column]) => valuesOf(name, column, entries))
  return sql`insert into arena_entries (${NAMES}) select ${sql.join(columns)}`
}

function valuesOf(name: string, { type, of }: Column, entries: readonly EntryRow[]): RawBuilder<unknown> {
  const values = entries.map(of)
  const isSame = values.every((value) => value === values[0])
  const given = isSame ? sql`${values[0]}::${sql.raw(type)}` : sql`unnest(${values}::${sql.raw(type)}[])`
  return name === 'mentions' ? sql`${given}::text[]` : given
}

function jsonOf(value: unknown): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value)
}
