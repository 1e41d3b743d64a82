import type { Launches, TradePrices } from '#arena/Context.ts'
import { type Arena, createArena } from '#arena/createArena.ts'
import { migrations as arenaMigrations } from '#arena/migrations.ts'
import { type App, createApp } from '#http/createApp.ts'
import { createHosts } from '#http/hosts.ts'
import { createIdempotency } from '#idempotency/createIdempotency.ts'
import { migrations as launchpadMigrations } from '#launchpad/migrations.ts'
import { createLive, type Live } from '#live/createLive.ts'
import { plainOptions } from '../appOptions.ts'
import { createTestDatabase, type TestDatabase } from '../database/database.ts'
import { readEvents } from '../eventStream.ts'
import { jsonRequest, type Reply, readReply, type Sent } from '../jsonRequest.ts'
import { BASE_URL, createKeysService, type KeysService, migrations as keyMigrations } from '../keys/keysService.ts'

export const migrations = [...keyMigrations, launchpadMigrations, arenaMigrations]

const ROOT = `${BASE_URL}/api/arena`

type Options = {
  /** Of another service, to be a second replica of it. */
  database?: TestDatabase
  adminAddresses?: string[]
  baseUrl?: string
  prices?: TradePrices
  launches?: Launches
  postsPerMinute?: number
  streamsMax?: number
  now?: () => number
}

export type ArenaService = AsyncDisposable & {
  app: App
  arena: Arena
  live: Live
  keys: KeysService
  database: TestDatabase
  /** The causes of all 5xx responses. */
  failures: unknown[]
  send(method: string, path: string, options?: Sent): Promise<Reply>
  /** Follows events as a browser would. */
  follow(path: string, options?: Sent): Promise<ReturnType<typeof readEvents>>
  /** A key of a new developer, or of one who is signed in. */
  agent(options?: { token?: string; scopes?: string[] }): Promise<string>
  signIn(): Promise<string>
}

/** Rooms behind the real HTTP app, with real identities and keys, on a real database. */
export async function createArenaService(options: Options = {}): Promise<ArenaService> {
  await using opened = new AsyncDisposableStack()
  const {
    adminAddresses = [],
    baseUrl = BASE_URL,
    prices,
    launches,
    postsPerMinute = 1_000_000,
    streamsMax = 10_000,
    now = Date.now,
  } = options
  const database = options.database ?? opened.use(await createTestDatabase({ migrations }))
  const keys = opened.use(await createKeysService({ database, adminAddresses, baseUrl }))
  const live = opened.use(createLive({ streamsMax }))
  const { audit, failures } = keys
  const { originOf } = keys.keys
  const walletsOf = (ids: readonly string[]) => keys.walletsOf(ids, 4663)
  const arena = opened.use(
    createArena({ database, live, audit, originOf, prices, launches, walletsOf, postsPerMinute, now }),
  )
  const idempotency = opened.use(createIdempotency({ database }))
  const app = createApp(
    plainOptions(arena.operations, {
      authenticate: keys.authenticate,
      limit: keys.limits.limit,
      hosts: createHosts([baseUrl], []),
      idempotently: idempotency.idempotently,
      failed: (error) => failures.push(error),
    }),
  )
  const owned = opened.move()
  const signIn = () => keys.signIn()
  return {
    app,
    arena,
    live,
    keys,
    database,
    failures,
    signIn,
    send: async (method, path, given) => readReply(await app.fetch(jsonRequest(method, ROOT + path, given))),
    follow: async (path, given) => readEvents(await app.fetch(jsonRequest('GET', ROOT + path, given))),
    async agent({ token, scopes = ['api:*'] } = {}) {
      return (await keys.createKey(token ?? (await signIn()), { scopes })).key
    },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
