import pino from 'pino'
import { createBoxes } from '#boxes/createBoxes.ts'
import { openDatabase } from '#database/openDatabase.ts'
import { createLive } from '#live/createLive.ts'
import { migrations } from './boxesMigrations.ts'

/** A host of boxes in a process of its own, for tests that kill it. */
const [url = ''] = process.argv.slice(2)
const database = await openDatabase({ databaseUrl: url, dataDir: '', log: pino({ level: 'silent' }), migrations })
const boxes = createBoxes({
  database,
  live: createLive({ streamsMax: 10 }),
  audit: { append: async () => {}, count: () => {} },
  takeGlobally: () => {},
  settings: {
    ...{ baseUrl: 'http://127.0.0.1', perDeveloperMax: 10, idleSeconds: 900, lifetimeSeconds: 3_600 },
    retentionSeconds: 3_600,
  },
  models: {},
  budgets: { box: { tokens: 0, usd: 0 }, developer: { tokens: 0, usd: 0 }, service: { tokens: 0, usd: 0 } },
  skills: () => [],
  boxesMax: 10,
  warm: { agentId: 'echo', size: 0 },
  runMs: 60_000,
  callService: () => new Response(null, { status: 404 }),
  now: Date.now,
})
boxes.start()
process.stdout.write('started\n')
