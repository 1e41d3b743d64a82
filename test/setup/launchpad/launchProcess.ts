import pino from 'pino'
import { openDatabase } from '#database/openDatabase.ts'
import { startIndexer } from '#launchpad/indexer/startIndexer.ts'
import { CHANNEL } from '#launchpad/live/Feed.ts'
import { migrations } from '#launchpad/migrations.ts'
import { factory, openChain } from './launchEndpoint.ts'

/** An indexer in a process of its own, for tests that kill it: says on stdout when it becomes the leader. */
const [databaseUrl = '', rpcUrl = ''] = process.argv.slice(2)
const say = (line: string) => process.stdout.write(line)
const log = pino({ level: 'info' }, { write: say })
const database = await openDatabase({ databaseUrl, dataDir: '', log, migrations: [migrations] })
const site = { baseUrl: 'http://127.0.0.1:8787', explorerUrl: 'https://explorer.example', listed: [], now: Date.now }
startIndexer({
  database,
  chain: openChain(rpcUrl),
  factory,
  site,
  isDevnet: true,
  now: Date.now,
  log,
  notify: () => database.notify(CHANNEL),
})
