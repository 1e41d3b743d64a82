import { startTunnel, type Tunnel } from '../tunnel.ts'

/** `url`: the database's address by way of the proxy. */
export type DatabaseProxy = Tunnel & { url: string }

/** A way to the test database over TCP. */
export async function startDatabaseProxy(url: string): Promise<DatabaseProxy> {
  const [, credentials = '', folder = '', name = ''] = /^postgresql:\/\/([^@]+)@([^/]+)\/(.+)$/.exec(url) ?? []
  const path = `${decodeURIComponent(folder)}/.s.PGSQL.5432`
  const tunnel = await startTunnel(() => ({ path }))
  return { ...tunnel, url: `postgresql://${credentials}@127.0.0.1:${tunnel.port}/${name}` }
}
