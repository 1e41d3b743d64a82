import pino from 'pino'
import { openDatabase } from '#database/openDatabase.ts'
import { createLaunchpad } from '#launchpad/createLaunchpad.ts'
import { createLive } from '#live/createLive.ts'
import { createRules } from '#rules/createRules.ts'
import { testAttest } from '../explain.ts'
import { factory, openChain } from '../launchpad/launchEndpoint.ts'
import { noLists } from './noLists.ts'
import { ruleMigrations } from './ruleMigrations.ts'

/** An indexer and, unless `index` is asked for alone, a rule engine in a process of its own, for tests that kill it. */
const [databaseUrl = '', rpcUrl = '', host = '', part = 'rules'] = process.argv.slice(2)
const log = pino({ level: 'info' })
const database = await openDatabase({ databaseUrl, dataDir: '', log, migrations: ruleMigrations })
const chain = openChain(rpcUrl)
const live = createLive({ streamsMax: 1 })
const audit = { append: async () => {}, count: () => {} }
const attest = testAttest({ get: () => chain }, factory.address, Date.now)
const config = {
  baseUrl: 'https://slipway.example',
  explorerUrl: null,
  rpcUrl,
  chainPrefix: 'rh',
  isDevnet: true,
  listed: [],
}
const launchpad = createLaunchpad({ database, chain, live, audit, attest, factory, config, now: Date.now, log })
const rules = createRules({
  ...{
    database,
    audit,
    live,
    allowedHosts: [host],
    rulesMax: 200,
    now: Date.now,
    launches: launchpad.outbox,
    ...noLists,
  },
  secrets: { current: Buffer.alloc(32, 7) },
  baseUrl: config.baseUrl,
})
launchpad.start()
if (part === 'rules') rules.start()
