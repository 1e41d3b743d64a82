import pino from 'pino'
import { createArena } from '#arena/createArena.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { createLaunchLog } from '#launchpad/live/launchLog.ts'
import type { Tables } from '#launchpad/store/tables.ts'
import { createLive } from '#live/createLive.ts'
import { openChain } from '../launchpad/launchEndpoint.ts'
import { migrations } from './arenaService.ts'

/** Writes the rooms of launches in a process of its own, for tests that kill it. */
const [databaseUrl = '', rpcUrl = ''] = process.argv.slice(2)
const log = pino({ level: 'info' })
const database = await openDatabase({ databaseUrl, dataDir: '', log, migrations })
const arena = createArena({
  database,
  live: createLive({ streamsMax: 1 }),
  audit: { append: async () => {}, count: () => {} },
  originOf: (keyId) => keyId,
  prices: undefined,
  launches: createLaunchLog({ db: database.tables<Tables>(), chain: openChain(rpcUrl), log }, 'launchpad'),
  postsPerMinute: 1_000_000,
  now: Date.now,
})
arena.start()
