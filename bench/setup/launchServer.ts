import pino from 'pino'
import { openDatabase } from '#database/openDatabase.ts'
import { createApp } from '#http/createApp.ts'
import { listen } from '#http/listen.ts'
import { createLaunchpad } from '#launchpad/createLaunchpad.ts'
import { migrations } from '#launchpad/migrations.ts'
import { createLive } from '#live/createLive.ts'
import { plainOptions } from '../../test/setup/appOptions.ts'
import { testAttest } from '../../test/setup/explain.ts'
import { factory, openChain } from '../../test/setup/launchpad/launchEndpoint.ts'
import { emptyOperation } from '../../test/setup/operations.ts'

/**
 * The launchpad over HTTP in a separate process, next to an empty operation; `index` also follows the chain, `unkept` keeps
 * no answer.
 */
const [databaseUrl = '', rpcUrl = '', mode = ''] = process.argv.slice(2)
const log = pino({ level: 'warn' })
const database = await openDatabase({ databaseUrl, dataDir: '', log, migrations: [migrations] })
const config = {
  baseUrl: 'https://slipway.example',
  explorerUrl: 'https://e.example',
  rpcUrl,
  chainPrefix: 'rh',
  isDevnet: true,
  listed: [],
}
const live = createLive({ streamsMax: 100_000 })
const audit = { append: async () => {}, count: () => {} }
const chain = openChain(rpcUrl)
const attest = testAttest({ get: () => chain }, factory.address)
const launchpad = createLaunchpad({ database, chain, live, audit, attest, factory, config, now: Date.now, log })
if (mode === 'index') launchpad.start()
const served = launchpad.operations.map(({ revision, ...operation }) =>
  mode === 'unkept' || !revision ? operation : { ...operation, revision },
)
const { url } = await listen(createApp(plainOptions([...served, emptyOperation])), {
  host: '127.0.0.1',
  port: 0,
})
process.send?.(url)
process.on('disconnect', () => process.exit(0))
