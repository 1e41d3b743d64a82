import pino from 'pino'
import type { Attest } from '#core/Statement.ts'
import { createApp } from '#http/createApp.ts'
import { createLaunchpad, type Launchpad } from '#launchpad/createLaunchpad.ts'
import { migrations } from '#launchpad/migrations.ts'
import type { UsdFeed } from '#launchpad/onchain/createEthPrice.ts'
import { createLive } from '#live/createLive.ts'
import { plainOptions } from '../appOptions.ts'
import { type FaultRpc, startFaultRpc } from '../chain/faultRpc.ts'
import { createTestDatabase, type TestDatabase } from '../database/database.ts'
import { eventually } from '../database/databaseService.ts'
import { testAttest } from '../explain.ts'
import { json } from '../json.ts'
import { type LaunchChain, startLaunchChain } from './launchChain.ts'
import { factory, openChain } from './launchEndpoint.ts'
import { untilIndexed } from './launchIndex.ts'

const BASE_URL = 'https://slipway.example'

export type LaunchService = AsyncDisposable & {
  chain: LaunchChain
  rpc: FaultRpc
  database: TestDatabase
  launchpad: Launchpad
  fetch(path: string, init?: RequestInit): Promise<Response>
  /** The body of a GET, whatever its status. */
  // biome-ignore lint/suspicious/noExplicitAny: tests assert on the shape themselves.
  get(path: string): Promise<any>
  post(path: string, body: unknown): Promise<Response>
  /** Waits until everything mined so far is served. */
  settled(): Promise<void>
}

type Options = {
  /** Further providers, next to the honest one. */
  providers?: string[]
  isIndexing?: boolean
  chain?: LaunchChain
  /** Shared with other modules; it has the tables of all. */
  database?: TestDatabase
  now?: () => number
  isDevnet?: boolean
  usdFeed?: UsdFeed
  /** Wraps the signer of statements. */
  attest?: (attest: Attest) => Attest
}

/** The launchpad behind its HTTP app, on a chain and a database of its own. */
export async function startLaunchService(options: Options = {}): Promise<LaunchService> {
  const { isIndexing = true, now = Date.now, isDevnet = true } = options
  await using opened = new AsyncDisposableStack()
  const chain = options.chain ?? (await startLaunchChain())
  const rpc = await startFaultRpc({ upstreams: [chain.upstream] })
  opened.defer(() => rpc.close())
  const client = opened.use(openChain(rpc.url, ...(options.providers ?? [])))
  const database = options.database ?? opened.use(await createTestDatabase({ migrations: [migrations] }))
  const config = {
    baseUrl: BASE_URL,
    explorerUrl: 'https://explorer.example',
    rpcUrl: rpc.url,
    chainPrefix: 'rh',
    isDevnet,
    listed: ['DUSD'],
    usdFeed: options.usdFeed,
  }
  const log = pino({ level: 'silent' })
  const live = opened.use(createLive({ streamsMax: 100 }))
  // No operator calls here: the audit log is tested with the whole service.
  const audit = { append: async () => {}, count: () => {} }
  const honest = testAttest({ get: () => client }, factory.address, now)
  const attest = options.attest?.(honest) ?? honest
  const modules = { database, chain: client, live, audit, attest, factory, config, now, log }
  const launchpad = opened.use(createLaunchpad(modules))
  if (isIndexing) launchpad.start()
  const failed = (error: unknown) => console.error(error)
  const app = createApp(plainOptions(launchpad.operations, { failed }))
  const fetch = async (path: string, init?: RequestInit) => app.fetch(new Request(BASE_URL + path, init))
  const owned = opened.move()
  return {
    chain,
    rpc,
    database,
    launchpad,
    fetch,
    get: (path) => json(fetch(path)),
    post: (path, body) =>
      fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
    async settled() {
      await untilIndexed(database, chain)
      const { number } = await chain.head()
      await eventually(() => launchpad.status().block === number, { what: 'the feed' })
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
