import { type RawBuilder, sql } from 'kysely'
import * as UntrustedText from '#core/UntrustedText.ts'

const ADDRESS = /^0x[0-9a-f]{40}$/
const ANYWHERE_FROM = 3

type Pattern = { kind: 'address' | 'beginning' | 'part' | 'none'; text: string }

/** Ids of all launches that match a search, from an index. */
export function hits(search: string): RawBuilder<unknown> {
  const { kind, text } = read(search)
  if (kind === 'address')
    return sql`select id from launch_tokens where address = ${text} union select id from launch_curves where creator = ${text}`
  if (kind === 'beginning')
    return sql`select id from launch_tokens where name_key like ${text}
      union select id from launch_tokens where symbol_key like ${text}`
  return kind === 'part'
    ? sql`select id from launch_tokens where search like ${text}`
    : sql`select 0::int8 as id where false`
}

/** Whether the launch `t` matches. */
export function isHit(search: string): RawBuilder<unknown> {
  const { kind, text } = read(search)
  if (kind === 'address') return sql`(t.address = ${text} or t.creator = ${text})`
  if (kind === 'beginning') return sql`(t.name_key like ${text} or t.symbol_key like ${text})`
  return kind === 'part' ? sql`t.search like ${text}` : sql`false`
}

/** An address matches a token or its creator; one or two characters a prefix; three or more any part. */
function read(search: string): Pattern {
  const address = search.trim().toLowerCase()
  if (ADDRESS.test(address)) return { kind: 'address', text: address }
  const key = UntrustedText.fold(search)
  const pattern = key.replaceAll(/[\\%_]/g, '\\$&')
  if (key === '') return { kind: 'none', text: '' }
  return [...key].length < ANYWHERE_FROM
    ? { kind: 'beginning', text: `${pattern}%` }
    : { kind: 'part', text: `%${pattern}%` }
}
