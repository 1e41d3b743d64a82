import { resolve } from 'node:path'
import type { ClientConfig } from 'pg'
import type { Log } from '#database/Log.ts'
import * as Binaries from './Binaries.ts'
import * as Home from './Home.ts'
import { initialise, ROLE } from './initialise.ts'
import * as Lock from './Lock.ts'
import * as Server from './Server.ts'
import { settings } from './settings.ts'
import { openSocketFolder } from './socketFolder.ts'
import { stopOrphan } from './stopOrphan.ts'

type Options = { dataDir: string; log: Log; settings?: Readonly<Record<string, string>> }

/** A running server on the data folder, and how to connect to it. */
export type Cluster = AsyncDisposable & { connection: ClientConfig }

/** Starts the embedded PostgreSQL of a data folder, making its cluster on the first start. */
export async function openCluster({ dataDir, log, settings: overrides }: Options): Promise<Cluster> {
  await using opened = new AsyncDisposableStack()
  const home = await Home.settle({ dataDir: resolve(dataDir), log })
  opened.use(Lock.take(home.folder))
  const binaries = await Binaries.reachable(Binaries.locate(), home)
  const password = await initialise(home, binaries)
  await stopOrphan(home.cluster, log)
  const socket = opened.use(await openSocketFolder(home))
  const listening = { unix_socket_directories: `"${socket.path.replaceAll('"', '""')}"` }
  opened.use(
    await Server.start({
      home,
      postgres: binaries.postgres,
      settings: { ...settings, ...listening, ...overrides },
      log,
    }),
  )
  const owned = opened.move()
  return {
    connection: { host: socket.path, port: 5432, user: ROLE, password, database: 'postgres', ssl: false },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
