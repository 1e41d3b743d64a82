import { chown, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import pino from 'pino'
import { type Cluster, openCluster } from '#database/embedded/openCluster.ts'
import { temporaryFolder } from '../process.ts'
import { copyFolder } from './copyFolder.ts'
import { copySeed } from './copySeed.ts'

const log = pino({ level: 'silent' })

export type Server = AsyncDisposable & {
  url: string
  ask<Row>(text: string): Promise<Row[]>
}
export type Replicated = AsyncDisposable & { primary: Server; standby: Server }

/** A primary and a standby that streams its log, each a server of its own. */
export async function openReplicated(): Promise<Replicated> {
  await using opened = new AsyncDisposableStack()
  const [first, second] = [opened.use(await temporaryFolder()), opened.use(await temporaryFolder())]
  await copySeed(first.path)
  await copyFolder(first.path, second.path)
  const primary = opened.use(serverOf(await openCluster({ dataDir: first.path, log })))
  await writeSignal(second.path)
  const { host, user, password } = primary.connection
  const settings = { primary_conninfo: `host=${host} user=${user} password=${password}`, hot_standby_feedback: 'on' }
  const standby = opened.use(serverOf(await openCluster({ dataDir: second.path, log, settings })))
  const owned = opened.move()
  return { primary, standby, [Symbol.asyncDispose]: () => owned.disposeAsync() }
}

export function serverOf(cluster: Cluster): Server & Pick<Cluster, 'connection'> {
  const { user, password, host = '' } = cluster.connection
  return {
    connection: cluster.connection,
    url: `postgresql://${user}:${password}@${encodeURIComponent(host)}/postgres`,
    async ask(text) {
      const client = new pg.Client(cluster.connection)
      await client.connect()
      const { rows } = await client.query(text).finally(() => client.end())
      return rows
    },
    [Symbol.asyncDispose]: () => cluster[Symbol.asyncDispose](),
  }
}

/** Makes the next start of the server a standby. */
export async function writeSignal(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres', 'data')
  const signal = join(cluster, 'standby.signal')
  await writeFile(signal, '')
  const { uid, gid } = await stat(cluster)
  await chown(signal, uid, gid)
}
