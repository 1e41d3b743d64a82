import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { migrations as arenaMigrations } from '#arena/migrations.ts'
import * as Name from '#arena/rules/Name.ts'
import { migrations } from '../setup/arena/arenaService.ts'
import { createTestDatabase } from '../setup/database/database.ts'

test('the migration of name keys keeps names apart that look alike now, and frees keys in any order', async () => {
  await using database = await createTestDatabase({ migrations })
  const names = [
    ['part_1', 'room_1', 'Alice', 'alice'],
    ['part_2', 'room_1', 'Alıce', 'alıce'],
    // Its old key is the new key of the first one.
    ['part_3', 'room_1', 'Bob', Name.keyOf('Alice')],
    ['part_4', 'room_2', 'Alice', 'alice'],
  ]
  for (const [id, room, name, key] of names)
    await sql`insert into arena_participants (id, room_id, identity, identity_kind, developer_id, name, name_key, type, status, joined_at, joined_seq)
      values (${id}, ${room}, ${id}, 'key', 'dev', ${name}, ${key}, 'agent', 'active', now(), 0)`.execute(
      database.kysely,
    )
  await arenaMigrations['arena/name-keys']?.(database.kysely)
  const { rows } = await sql<{ id: string; name_key: string }>`select id, name_key from arena_participants
    order by id`.execute(database.kysely)
  expect(Object.fromEntries(rows.map(({ id, name_key }) => [id, name_key]))).toEqual({
    part_1: Name.keyOf('Alice'),
    part_2: `${Name.keyOf('Alice')} part_2`,
    part_3: Name.keyOf('Bob'),
    part_4: Name.keyOf('Alice'),
  })
})
