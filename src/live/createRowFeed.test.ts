import { expect, test } from 'vitest'
import { createRowFeed, type RowStore } from './createRowFeed.ts'
import { type NumberedEvent, numberedEvent } from './numbered.ts'

type Row = { list: string; seq: number }

/** Tables in memory that count the queries, and wake-ups that the test sends itself. */
function createFeed(ids: readonly string[]) {
  const lists = new Map(ids.map((id) => [id, 0]))
  const queries = { readLastSeqs: 0, readAfter: 0 }
  let wake = () => {}
  const store: RowStore<Row> = {
    async readLastSeqs(wanted) {
      queries.readLastSeqs++
      return new Map([...lists].filter(([id]) => wanted.includes(id)))
    },
    async readAfter(positions, limit) {
      queries.readAfter++
      return positions.flatMap(({ id, seq }) => rowsAfter(id, seq).slice(0, limit))
    },
    listOf: ({ list }) => list,
  }
  const rowsAfter = (list: string, seq: number) =>
    Array.from({ length: Math.max(0, (lists.get(list) ?? 0) - seq) }, (_, index) => ({ list, seq: seq + index + 1 }))
  const feed = createRowFeed<Row, NumberedEvent>({
    database: {
      listen: (_, listener) => {
        wake = listener
        return { [Symbol.dispose]() {} }
      },
      notify: () => queueMicrotask(() => wake()),
      log: { debug() {} },
    },
    channel: 'test',
    store,
    toEvent: ({ list, seq }) => numberedEvent(seq, 'row', list),
  })
  const heard: string[] = []
  return {
    feed,
    lists,
    queries,
    heard,
    wake: () => wake(),
    async follow(id: string) {
      const source = feed.source(id)
      const subscription = source.subscribe((events) => heard.push(...events.map(({ seq }) => `${id} ${seq}`)))
      await source.refresh()
      return subscription
    },
  }
}

test('a read of 200 followed lists is two queries, and a wake-up in the same second is one', async () => {
  const ids = Array.from({ length: 200 }, (_, index) => `list ${index}`)
  const { feed, follow, queries } = createFeed(ids)
  await using _feed = feed
  await Promise.all(ids.map(follow))
  Object.assign(queries, { readLastSeqs: 0, readAfter: 0 })
  await feed.refresh()
  expect(queries).toEqual({ readLastSeqs: 1, readAfter: 1 })
  await feed.refresh()
  expect(queries).toEqual({ readLastSeqs: 1, readAfter: 2 })
})

test('lists that nothing follows are not read', async () => {
  const { feed, follow, queries } = createFeed(['a'])
  await using _feed = feed
  const subscription = await follow('a')
  subscription[Symbol.dispose]()
  Object.assign(queries, { readLastSeqs: 0, readAfter: 0 })
  await feed.refresh()
  expect(queries).toEqual({ readLastSeqs: 0, readAfter: 0 })
})

test('rows of this process are delivered at once, without a query', async () => {
  const { feed, follow, lists, heard, queries } = createFeed(['a', 'b'])
  await using _feed = feed
  await follow('a')
  Object.assign(queries, { readLastSeqs: 0, readAfter: 0 })
  lists.set('a', 1)
  feed.committed([
    { list: 'a', seq: 1 },
    { list: 'b', seq: 1 },
  ])
  expect(heard).toEqual(['a 1'])
  await Promise.resolve()
  expect(queries).toEqual({ readLastSeqs: 0, readAfter: 0 })
})

test('rows of another process are delivered on its wake-up, each once and in order', async () => {
  const { feed, follow, lists, heard, wake } = createFeed(['a'])
  await using _feed = feed
  await follow('a')
  lists.set('a', 2)
  wake()
  await expect.poll(() => heard).toEqual(['a 1', 'a 2'])
  // Row 3 is another process's: the gap before row 4 is read first.
  lists.set('a', 4)
  feed.committed([{ list: 'a', seq: 4 }])
  await expect.poll(() => heard).toEqual(['a 1', 'a 2', 'a 3', 'a 4'])
})

test('more new rows than one query reads are all delivered', async () => {
  const { feed, follow, lists, heard } = createFeed(['a'])
  await using _feed = feed
  await follow('a')
  lists.set('a', 1_234)
  await feed.refresh()
  await expect.poll(() => heard.length).toBe(1_234)
  expect(heard.at(-1)).toBe('a 1234')
})

test('a list that is deleted is gone after the next read', async () => {
  const { feed, follow, lists } = createFeed(['a', 'b'])
  await using _feed = feed
  await Promise.all(['a', 'b'].map(follow))
  lists.delete('a')
  await feed.refresh()
  expect([feed.isGone('a'), feed.isGone('b')]).toEqual([true, false])
})
