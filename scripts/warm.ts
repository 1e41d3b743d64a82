import { spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'

// Fills Node's compile cache, so that the first start of the service and the development chain is as fast as later ones.
await import('../src/start.ts')
await import('../src/devnet/devnetProcess.ts')

const root = join(import.meta.dirname, '..')
const agents = join(root, 'src', 'agents')
const cache = join(root, 'node_modules', '.cache', 'slipway-agents')

/** The same for the agents of boxes, which cannot write a cache themselves. An agent exits when its input closes. */
for (const name of readdirSync(agents)) {
  const main = join(agents, name, 'main.ts')
  if (name === 'bridge' || !existsSync(main)) continue
  spawnSync(process.execPath, [main], {
    env: { NODE_COMPILE_CACHE: cache, NODE_COMPILE_CACHE_PORTABLE: '1' },
    stdio: 'ignore',
    timeout: 30_000,
  })
}

// Boxes run as another user, who cannot read Node's cache files by default.
if (existsSync(cache))
  for (const entry of readdirSync(cache, { recursive: true, withFileTypes: true }))
    chmodSync(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644)
