import { sql, type Transaction } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiError } from '#core/ApiError.ts'
import { createBatchWriter } from '#database/createBatchWriter.ts'
import { createTestDatabase, type TestDatabase } from '../setup/database/database.ts'

type Tables = { notes: { seq: number; text: string } }

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
  await sql`create table notes (seq bigint primary key, text text not null check (text <> 'forbidden'))`.execute(
    database.kysely,
  )
})
afterAll(() => database?.[Symbol.asyncDispose]())
beforeEach(() => sql`truncate notes`.execute(database.kysely))

/** Numbers the notes under the lock that a room's row would be. */
async function write(within: Transaction<Tables>, texts: readonly string[]): Promise<(number | Error)[]> {
  await sql`select pg_advisory_xact_lock(7)`.execute(within)
  // A separate statement, because a statement does not see rows that were committed while it waited.
  const { rows } = await sql<{ last: number }>`select coalesce(max(seq), 0) as last from notes`.execute(within)
  let seq = Number(rows[0]?.last ?? 0)
  const results = texts.map((text) => (text === 'refused' ? new ApiError('permission_denied', 'No.') : ++seq))
  const values = results.flatMap((result, index) =>
    typeof result === 'number' ? [{ seq: result, text: texts[index] as string }] : [],
  )
  if (values.length > 0) await within.insertInto('notes').values(values).execute()
  return results
}

const notes = () => database.tables<Tables>().selectFrom('notes').selectAll().orderBy('seq').execute()

test('items that arrive while a transaction is in flight go into the next one, in order and without gaps', async () => {
  const batches: number[] = []
  await using writer = createBatchWriter<Tables, string, number>({
    db: database.tables(),
    write(within, items) {
      batches.push(items.length)
      return write(within, items)
    },
  })
  const results = await Promise.all(Array.from({ length: 1_200 }, (_, i) => writer.write(`note ${i}`)))
  expect(results).toEqual(Array.from({ length: 1_200 }, (_, i) => i + 1))
  expect((await notes()).map(({ text }) => text)).toEqual(results.map((seq) => `note ${seq - 1}`))
  expect(batches).toEqual([1, 500, 500, 199])
})

test('two writers, as on two replicas, still number without gaps', async () => {
  const writers = [0, 1].map(() => createBatchWriter<Tables, string, number>({ db: database.tables(), write }))
  const results = await Promise.all(Array.from({ length: 400 }, (_, i) => writers[i % 2]!.write(`note ${i}`)))
  expect(results.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 400 }, (_, i) => i + 1))
})

test('an item that is refused, by us or by the database, fails alone', async () => {
  await using writer = createBatchWriter<Tables, string, number>({ db: database.tables(), write })
  const texts = ['first', 'a', 'refused', 'b', 'forbidden', 'c', 'forbidden', 'd']
  const outcomes = await Promise.allSettled(texts.map((text) => writer.write(text)))
  expect(outcomes.map(({ status }) => status === 'fulfilled')).toEqual(
    texts.map((text) => text !== 'refused' && text !== 'forbidden'),
  )
  expect(outcomes[2]).toMatchObject({ reason: { code: 'permission_denied' } })
  expect((await notes()).map(({ text }) => text)).toEqual(['first', 'a', 'b', 'c', 'd'])
})

test('an acknowledged item is committed, and reported once, after the commit', async () => {
  const seen: number[] = []
  await using writer = createBatchWriter<Tables, string, number>({
    db: database.tables(),
    write,
    committed: (results) => void seen.push(...results),
  })
  const seq = await writer.write('durable')
  expect((await notes()).map((note) => note.seq)).toEqual([seq])
  await expect(writer.write('refused')).rejects.toThrow('No.')
  expect(seen).toEqual([seq])
})

test('when the database is unavailable all waiting items are rejected, and nothing is retried', async () => {
  const attempts = vi.fn(() => Promise.reject(new ApiError('unavailable', 'Away.')))
  await using writer = createBatchWriter<Tables, string, number>({ db: database.tables(), write: attempts })
  const outcomes = await Promise.allSettled(['a', 'b', 'c'].map((text) => writer.write(text)))
  for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'unavailable' } })
  expect(attempts).toHaveBeenCalledTimes(2)
})

test('a queue that is too long sends callers away instead of growing', async () => {
  await using writer = createBatchWriter<Tables, string, number>({ db: database.tables(), write, waitingMax: 2 })
  const outcomes = await Promise.allSettled(['a', 'b', 'c', 'd', 'e'].map((text) => writer.write(text)))
  expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(3)
  expect(outcomes.at(-1)).toMatchObject({ reason: { code: 'unavailable' } })
})

test('closing writes the queued items, and accepts no new ones', async () => {
  const writer = createBatchWriter<Tables, string, number>({ db: database.tables(), write })
  const written = Promise.all(['a', 'b', 'c'].map((text) => writer.write(text)))
  await writer[Symbol.asyncDispose]()
  expect(await written).toEqual([1, 2, 3])
  await expect(writer.write('late')).rejects.toMatchObject({ code: 'unavailable' })
})

describe('an attempt without a transaction', () => {
  const open = (attempt: (items: readonly string[]) => Promise<readonly number[] | undefined>) =>
    createBatchWriter<Tables, string, number>({ db: database.tables(), attempt, write })

  test('is tried first, and what it wrote is not written again', async () => {
    await using writer = open(async (items) => items.map((_, index) => index))
    expect(await Promise.all(['a', 'b', 'c'].map((text) => writer.write(text)))).toEqual([0, 0, 1])
    expect(await notes()).toEqual([])
  })

  test.each([
    ['declines', async () => undefined],
    ['is refused by the server', () => Promise.reject(new Error('duplicate key value'))],
  ])('that %s leaves the batch to the transaction', async (_, attempt) => {
    await using writer = open(attempt)
    expect(await Promise.all(['a', 'b', 'c'].map((text) => writer.write(text)))).toEqual([1, 2, 3])
    expect((await notes()).map(({ text }) => text)).toEqual(['a', 'b', 'c'])
  })

  test('that is interrupted may have been committed, so all items are rejected and nothing is retried', async () => {
    await using writer = open(() => Promise.reject(new ApiError('unavailable', 'Away.')))
    const outcomes = await Promise.allSettled(['a', 'b'].map((text) => writer.write(text)))
    for (const outcome of outcomes) expect(outcome).toMatchObject({ reason: { code: 'unavailable' } })
    expect(await notes()).toEqual([])
  })
})
