import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import { createApp } from '#http/createApp.ts'
import { listen } from '#http/listen.ts'
import { createMetrics } from '#observability/metrics.ts'
import { createLogs } from '../src/observability/createLogs.ts'
import { plainOptions } from '../test/setup/appOptions.ts'
import { emptyOperation } from '../test/setup/operations.ts'
import type { Row } from './Row.ts'
import { sideBySide, startServer } from './setup/sideBySide.ts'

const LOAD = {
  path: '/empty',
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ text: 'hello' }),
} as const

/** The full request path (host, access, limit headers, decode, encode, log line, metrics) next to a bare Hono route. */
export async function run(): Promise<Row[]> {
  const ours = await startServer(import.meta.filename, ['ours'])
  const bare = await startServer(import.meta.filename, ['bare'])
  const [rate = 0, peer = 1] = await sideBySide([ours.url, bare.url], [LOAD, LOAD])
  ours.child.kill()
  bare.child.kill()
  const ratio = rate / peer
  return [
    { name: 'empty operation, bare Hono', ours: rate, peer, unit: 'req/s', ratio, target: '≥ 0.7', ok: ratio >= 0.7 },
  ]
}

function serveOurs() {
  const { access } = createLogs('info')
  const metrics = createMetrics()
  const door = plainOptions([emptyOperation], {
    served(served) {
      access(served)
      metrics.served(served)
    },
  })
  return createApp(door)
}

function serveBare() {
  return new Hono().post('/empty', async (context) => context.json(await context.req.json()))
}

process.on('SIGINT', () => process.exit(0))
if (process.send) {
  if (process.argv[2] === 'ours') process.send((await listen(serveOurs(), { host: '127.0.0.1', port: 0 })).url)
  else
    serve({ fetch: serveBare().fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
      process.send?.(`http://127.0.0.1:${port}`),
    )
}
