import { expect, test } from 'vitest'
import { buildImage, missingTool, run, startContainer } from '../setup/deploy/image.ts'
import { freePort } from '../setup/freePort.ts'

const missing = process.env['DEEP'] === '1' ? missingTool() : 'npm run test:deep'
const MEGABYTES_MAX = 800
/** A build downloads some 400 packages. */
const TIMEOUT_MS = 3_600_000
const SECRETS = { 'deploy/compose.env': 'SECRET=of-an-operator', '.env': 'SECRET=of-a-developer' }

type Inspected = { Size: number; Config: { User: string; StopSignal: string }; Healthcheck: { Test: string[] } }

async function inspect(image: string): Promise<Inspected> {
  const [found] = JSON.parse(await run('podman', ['image', 'inspect', image])) as Inspected[]
  if (!found) throw new Error(`There is no image ${image}.`)
  return found
}

const title = `the image is built, and serves as an ordinary user on a read-only root${missing ? ` (needs ${missing})` : ''}`
test.skipIf(missing)(title, { timeout: TIMEOUT_MS }, async () => {
  const { image, base } = await buildImage(SECRETS)
  const built = await inspect(image)
  expect(built.Config).toMatchObject({ User: '10001:10001', StopSignal: 'SIGTERM' })
  expect((built.Size - (await inspect(base)).Size) / 1e6).toBeLessThan(MEGABYTES_MAX)

  const [port = 0, metricsPort = 0, devnetPort = 0] = await Promise.all([freePort(), freePort(), freePort()])
  const ports = { PORT: port, METRICS_PORT: metricsPort, DEVNET_PORT: devnetPort }
  // Without a database it starts the embedded one, and the development chain: these need the most files.
  const env = { ...ports, DEVNET: '1', HOST: '127.0.0.1', BOXES_MAX: '0', SHUTDOWN_DELAY_SECONDS: '0' }
  await using container = await startContainer(image, env)
  const status = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).then((answer) => answer.status)
  await expect.poll(() => status('/readyz').catch(() => 0)).toBe(200)
  await expect.poll(() => status('/api/launchpad/tokens')).toBe(200)

  const [, ...check] = built.Healthcheck.Test.map((part) => part.replace('9464', String(metricsPort)))
  await container.exec(...check)
  await expect(container.exec(...check.map((part) => part.replace('/livez', '/nothing')))).rejects.toThrow()
  expect(await container.exec('id', '-u')).toBe('10001')
  await expect(container.exec('touch', '/app/file')).rejects.toThrow('Read-only file system')
  expect(await container.exec('sh', '-c', 'ls -a /app /app/deploy')).not.toMatch(/^(\.env|compose\.env)$/m)
  expect(await container.stop()).toBe(0)
})
