import { randomUUID } from 'node:crypto'
import pino from 'pino'
import { createArena } from '#arena/createArena.ts'
import { migrations } from '#arena/migrations.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { createLive } from '#live/createLive.ts'
import { postOf, seedRoom } from './seedRoom.ts'

const [dataDir = '', roomId = ''] = process.argv.slice(2)
const IN_FLIGHT = 64

/** Rooms on a data folder of their own, posted to as fast as they take it, until somebody kills it. */
const database = await openDatabase({
  dataDir,
  databaseUrl: undefined,
  log: pino({ level: 'silent' }),
  migrations: [migrations],
})
await seedRoom(database, roomId)
const arena = createArena({
  database,
  live: createLive({ streamsMax: 1 }),
  audit: { append: async () => {}, count: () => {} },
  originOf: (keyId) => keyId,
  prices: undefined,
  postsPerMinute: 1_000_000,
  now: Date.now,
})

async function postOn(): Promise<void> {
  for (;;) {
    const key = randomUUID()
    process.stdout.write(`sent ${key}\n`)
    await arena.post(postOf(roomId, key))
    process.stdout.write(`acknowledged ${key}\n`)
  }
}
await Promise.all(Array.from({ length: IN_FLIGHT }, postOn))
