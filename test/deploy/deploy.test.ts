import { execFileSync } from 'node:child_process'
import { cpSync, globSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { createMetrics } from '#observability/metrics.ts'
import { arenaGauges } from '../../src/app/arenaGauges.ts'
import { launchpadGauges } from '../../src/app/launchpadGauges.ts'
import { serviceGauges } from '../../src/app/serviceGauges.ts'
import { statementAlarm } from '../../src/app/statementAlarm.ts'
import { VARIABLES } from '../../src/config/variables.ts'

/** Runs a tool; undefined if it is not installed. */
function tool(command: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

const hasKubectl = tool('kubectl', ['version', '--client']) !== undefined
const hasPromtool = tool('promtool', ['--version']) !== undefined

test('every variable that a deployment sets exists', () => {
  const files = ['deploy/Containerfile', 'deploy/compose.yaml', ...globSync('deploy/kubernetes/**/*.yaml')]
  const texts = files.map((file) => readFileSync(file, 'utf8')).join('\n')
  const set = [...texts.matchAll(/^(?:ENV| {2,})?[ -]*([A-Z][A-Z0-9_]{3,})[=:] ?/gm)].map(([, name = '']) => name)
  const known = new Set([...Object.keys(VARIABLES), 'NODE_ENV', 'RPC_URL_4663'])
  const foreign = /^(POSTGRES_|BASE$)/
  const unknown = new Set(set.filter((name) => !known.has(name) && !foreign.test(name)))
  expect(set.length).toBeGreaterThan(10)
  expect([...unknown]).toEqual([])
})

test('every metric that an alert or the dashboard reads is exported', async () => {
  const metrics = createMetrics()
  const chain = { health: () => ({ providers: [] }) }
  const resources = {
    metrics,
    chains: { get: () => chain, health: () => [] },
    database: { usage: () => ({ open: 1, idle: 1, waiting: 0 }), incarnation: { current: () => 1 } },
  }
  const readiness = () => ({ unready: [], degraded: [], unavailable: [] })
  serviceGauges(resources as never, { live: { size: () => 0 } as never, readiness })
  launchpadGauges(metrics, { status: () => ({}), readTarget: () => 'primary' } as never)
  arenaGauges(metrics, { setAside: () => 0 })
  statementAlarm({ metrics, logs: {} as never })
  metrics.served({ operation: undefined, caller: undefined, status: 200, durationMs: 1, requestId: 'req_1' })
  const exported = await metrics.text()
  const texts = ['deploy/prometheus/alerts.yaml', 'deploy/grafana/slipway.json'].map((file) =>
    readFileSync(file, 'utf8'),
  )
  const read = new Set([...texts.join('\n').matchAll(/\bslipway_\w+/g)].map(([name]) => name))
  expect(read.size).toBeGreaterThan(8)
  expect([...read].filter((name) => !exported.includes(name))).toEqual([])
})

test('the image holds every file that the pages read', async () => {
  const image = await mkdtemp(join(tmpdir(), 'image-'))
  const left = new Set([...readFileSync('.dockerignore', 'utf8').split('\n'), '.env'])
  for (const name of readdirSync('.').filter((one) => !left.has(one)))
    cpSync(name, join(image, name), { recursive: true, filter: (path) => !/\/(dist|node_modules)$/.test(path) })
  symlinkSync(resolve('node_modules'), join(image, 'node_modules'))
  const script = "await import('./src/site/createPages.ts')"
  const run = () => execFileSync(process.execPath, ['--input-type=module', '-e', script], { cwd: image, stdio: 'pipe' })
  expect(run).not.toThrow()
  rmSync(image, { recursive: true })
})

test('the image runs as an ordinary user, without a shell around the service', () => {
  const image = readFileSync('deploy/Containerfile', 'utf8')
  expect(image).toMatch(/^USER 10001:10001$/m)
  expect(image).toMatch(/^CMD \["\/app\/node_modules\/\.bin\/node", .*"src\/main\.ts"\]$/m)
  expect(image).not.toMatch(/:latest/)
})

test.skipIf(!hasKubectl)('the Kubernetes overlays build (needs kubectl)', () => {
  for (const overlay of ['production', 'small']) {
    const built = tool('kubectl', ['kustomize', `deploy/kubernetes/overlays/${overlay}`]) ?? ''
    for (const kind of ['Deployment', 'Service', 'PodDisruptionBudget', 'NetworkPolicy', 'Job'])
      expect([overlay, built]).toEqual([overlay, expect.stringContaining(`kind: ${kind}\n`)])
    const containers = built.match(/^ +image: /gm)?.length
    expect(built.match(/readOnlyRootFilesystem: true/g)).toHaveLength(containers ?? 0)
    expect(built.match(/runAsNonRoot: true/g)).toHaveLength(containers ?? 0)
  }
})

test.skipIf(!hasPromtool)('the alert rules are valid and fire when they should (needs promtool)', () => {
  expect(tool('promtool', ['check', 'rules', 'deploy/prometheus/alerts.yaml'])).toContain('SUCCESS')
  expect(tool('promtool', ['test', 'rules', 'deploy/prometheus/alerts.test.yaml'])).toContain('SUCCESS')
})
