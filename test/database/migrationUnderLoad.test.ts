import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { expect, test } from 'vitest'
import { buildIndex, type Migrations } from '#database/migrate.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { type ArenaService, createArenaService, migrations } from '../setup/arena/arenaService.ts'
import { createTestDatabase } from '../setup/database/database.ts'
import { eventually } from '../setup/database/databaseService.ts'

const NEXT: Migrations = {
  'next/table': (db) => sql`create table next_things (id int primary key)`.execute(db),
  'next/column': (db) => sql`alter table arena_entries add column next_mark text`.execute(db),
  'next/index': buildIndex('arena_entries_next', 'arena_entries (kind, room_id)'),
}

type Load = { served: number; refused: unknown[]; isOver: boolean }

async function postAndRead(service: ArenaService, { as, roomId }: { as: string; roomId: string }, load: Load) {
  while (!load.isOver) {
    const replies = [
      await service.send('POST', `/rooms/${roomId}/messages`, { as, body: { content: 'x' } }),
      await service.send('GET', `/rooms/${roomId}/messages`),
      await service.send('GET', '/rooms'),
    ]
    load.served += replies.length
    load.refused.push(...replies.filter(({ status }) => status >= 300).map(({ status, body }) => ({ status, body })))
    await delay(5)
  }
}

test('the next version migrates under load: two replicas of this one refuse nothing, and this one starts again', async () => {
  await using database = await createTestDatabase({ migrations })
  const open = (more: readonly Migrations[], log = pino({ level: 'silent' })) =>
    openDatabase({ databaseUrl: database.url, dataDir: '', log, migrations: [...migrations, ...more] })
  await using second = await open([])
  await using here = await createArenaService({ database })
  await using there = await createArenaService({ database: { ...second, url: database.url } })
  const as = await here.agent()
  const roomId = (await here.send('POST', '/rooms', { as, body: { topic: 'Load' } })).body.room.id
  await here.send('POST', `/rooms/${roomId}/join`, { as, body: { displayName: 'Poster' } })

  const load: Load = { served: 0, refused: [], isOver: false }
  const running = [here, here, there, there].map((service) => postAndRead(service, { as, roomId }, load))
  const served = async (more: number) => {
    const before = load.served
    await eventually(() => load.served > before + more)
  }
  await served(100)
  // A long report holds the table, so that the column has to wait for it.
  const report = new pg.Client({ connectionString: database.url })
  await report.connect()
  await report.query('begin; select count(*) from arena_entries')
  let waits = 0
  const counting = pino(
    { level: 'info' },
    { write: (line: string) => void (line.includes('is waiting for') && waits++) },
  )
  const migrating = open([NEXT], counting)
  await Promise.race([eventually(() => waits >= 3), migrating])
  await served(100)
  await report.end()
  await using _next = await migrating
  await served(100)
  await using _again = await open([])
  await served(100)
  load.isOver = true
  await Promise.all(running)

  expect(load.refused).toEqual([])
  const { rows } = await sql<{ valid: boolean; column: boolean; thing: boolean }>`
    select (select indisvalid from pg_index where indexrelid = 'arena_entries_next'::regclass) as valid,
      exists (select from information_schema.columns where column_name = 'next_mark') as column,
      to_regclass('next_things') is not null as thing`.execute(database.kysely)
  expect(rows).toEqual([{ valid: true, column: true, thing: true }])
})

test('an index whose build was interrupted is built again', async () => {
  await using database = await createTestDatabase({ migrations })
  await sql`create table marks (mark int)`.execute(database.kysely)
  await sql`insert into marks values (1), (1)`.execute(database.kysely)
  const cut = new pg.Client({ connectionString: database.url })
  await cut.connect()
  await expect(cut.query('create unique index concurrently marks_by_mark on marks (mark)')).rejects.toThrow(
    'could not create unique index',
  )
  await cut.end()
  const more = [{ 'next/index': buildIndex('marks_by_mark', 'marks (mark)') }]
  const log = pino({ level: 'silent' })
  await using _next = await openDatabase({
    databaseUrl: database.url,
    dataDir: '',
    log,
    migrations: [...migrations, ...more],
  })
  const { rows } = await sql<{ indisvalid: boolean; indisunique: boolean }>`
    select indisvalid, indisunique from pg_index where indexrelid = 'marks_by_mark'::regclass`.execute(database.kysely)
  expect(rows).toEqual([{ indisvalid: true, indisunique: false }])
})
