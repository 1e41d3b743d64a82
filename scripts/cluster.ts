import { once } from 'node:events'
import { parseArgs } from 'node:util'
import { startCluster } from './cluster/startCluster.ts'

// Several replicas behind a proxy on one machine: npm run cluster -- 3

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    port: { type: 'string', default: '8787' },
    'devnet-port': { type: 'string', default: '8545' },
    'data-dir': { type: 'string', default: '.data/cluster' },
  },
})
const replicas = Number(positionals[0] ?? '3')
if (!Number.isInteger(replicas) || replicas < 1 || replicas > 20)
  throw new Error('The number of replicas must be between 1 and 20: npm run cluster -- 3')

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stopping.abort())

await using cluster = await startCluster({
  replicas,
  port: Number(values.port),
  devnetPort: Number(values['devnet-port']),
  dataDir: values['data-dir'],
})

async function rollingRestart(): Promise<void> {
  for (const [index, { name }] of cluster.replicas.entries()) {
    if (stopping.signal.aborted) return
    process.stdout.write(`restarting ${name}\n`)
    await cluster.restart(index)
  }
  process.stdout.write('all replicas restarted\n')
}
let restarts = Promise.resolve()
process.on('SIGUSR2', () => {
  restarts = restarts.then(rollingRestart).catch((error: Error) => void process.stderr.write(`${error.message}\n`))
})

const lines = cluster.replicas.map(({ name, url, pid }) => `  ${name}  ${url}  pid ${pid}\n`)
process.stdout.write(`
The cluster is ready.
  proxy      ${cluster.url}
  chain      ${cluster.rpcUrl}
${lines.join('')}  Logs are in ${values['data-dir']}. Press Ctrl-C to stop; kill -USR2 ${process.pid} restarts the replicas one by one.
`)
if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
// A replica that starts needs the database, and is stopped once it is known.
await restarts
