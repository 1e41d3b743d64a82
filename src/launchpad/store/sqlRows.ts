import { type RawBuilder, sql } from 'kysely'

type Value = string | number | bigint | boolean | null
type Type = 'int8' | 'int4' | 'numeric' | 'bool' | 'text' | 'hex' | 'jsonb'
export type Columns<Row> = Record<string, [type: Type, value: (row: Row) => Value]>

/**
 * Rows as a table expression `r` with one array parameter per column, so that the statement is the same for any number
 * of rows. `hex` is text that needs no quoting.
 */
export function sqlRows<Row>(rows: readonly Row[], columns: Columns<Row>): RawBuilder<unknown> {
  const entries = Object.entries(columns)
  const arrays = entries.map(([, [type, value]]) => sql`${literal(rows, type, value)}::${sql.raw(typeName(type))}[]`)
  return sql`unnest(${sql.join(arrays)}) as r(${sql.raw(entries.map(([name]) => name).join(', '))})`
}

function typeName(type: Type): string {
  return type === 'hex' ? 'text' : type
}

function literal<Row>(rows: readonly Row[], type: Type, value: (row: Row) => Value): string {
  const isQuoted = type === 'text' || type === 'jsonb'
  const items = rows.map((row) => {
    const item = value(row)
    if (item === null) return 'NULL'
    return isQuoted ? `"${String(item).replaceAll(/["\\]/g, '\\$&')}"` : String(item)
  })
  return `{${items.join(',')}}`
}
