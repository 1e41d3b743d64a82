import { resolve } from 'node:path'
import type { ServerAddress } from '#database/DatabaseUrl.ts'
import type { Log } from '#database/Log.ts'
import * as Binaries from './Binaries.ts'
import * as ClusterFolder from './ClusterFolder.ts'
import * as FolderLock from './FolderLock.ts'
import { initialiseCluster, ROLE } from './initialiseCluster.ts'
import { openSocketFolder } from './openSocketFolder.ts'
import * as Server from './Server.ts'
import { serverSettings } from './serverSettings.ts'
import { stopOrphanedServer } from './stopOrphanedServer.ts'

type Options = { dataDir: string; log: Log; settings?: Readonly<Record<string, string>> }

/** A running embedded server and its connection settings. */
export type Cluster = AsyncDisposable & { connection: ServerAddress }

/** Starts the embedded PostgreSQL of a data folder; the first start creates its cluster. */
export async function openCluster({ dataDir, log, settings: overrides }: Options): Promise<Cluster> {
  await using opened = new AsyncDisposableStack()
  const home = await ClusterFolder.open({ dataDir: resolve(dataDir), log })
  opened.use(FolderLock.take(home.folder))
  const binaries = await Binaries.reachable(Binaries.locate(), home)
  const password = await initialiseCluster(home, binaries)
  await stopOrphanedServer(home.cluster, log)
  const socket = opened.use(await openSocketFolder(home))
  const listening = { unix_socket_directories: `"${socket.path.replaceAll('"', '""')}"` }
  opened.use(
    await Server.start({
      home,
      postgres: binaries.postgres,
      settings: { ...serverSettings, ...listening, ...overrides },
      log,
    }),
  )
  const owned = opened.move()
  return {
    connection: { host: socket.path, port: 5432, user: ROLE, password, database: 'postgres', ssl: false },
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}
