import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Driver, Program } from '#boxes/isolation/Driver.ts'
import { boxClaim, boxTemplate, warmPool } from '#boxes/isolation/kubernetes/boxObjects.ts'
import { SIZES } from '#boxes/isolation/Limits.ts'
import { openDriver } from '#boxes/isolation/openDriver.ts'
import { createValidator } from '../setup/boxes/kubernetes/createValidator.ts'
import { openTestCluster, type TestCluster } from '../setup/boxes/kubernetes/openTestCluster.ts'
import { temporaryFolder } from '../setup/process.ts'

const settings = { image: 'slipway-box:1', runtimeClass: 'gvisor', warm: 2 }
const problemOf = createValidator()

describe('the objects of boxes', () => {
  test.each(Object.entries(SIZES))('of size %s are valid by the recorded schemas', (_name, limits) => {
    expect(problemOf('sandboxtemplates', boxTemplate(settings, limits))).toBeUndefined()
    expect(problemOf('sandboxwarmpools', warmPool(settings, limits))).toBeUndefined()
    expect(problemOf('sandboxclaims', boxClaim(limits, new Date()))).toBeUndefined()
  })

  test('would be refused with an unknown field or value', () => {
    const claim = structuredClone(boxClaim(SIZES.small, new Date())) as { spec: Record<string, unknown> }
    expect(problemOf('sandboxclaims', { ...claim, spec: { ...claim.spec, sandboxTemplateRef: {} } })).toMatch(
      /additional/,
    )
    expect(
      problemOf('sandboxclaims', { ...claim, spec: { ...claim.spec, lifecycle: { shutdownPolicy: 'Never' } } }),
    ).toMatch(/shutdownPolicy/)
  })

  test('leave a pod no network, no account, no privilege and no writable disk', () => {
    const { spec } = boxTemplate(settings, SIZES.small) as {
      spec: { networkPolicy: object; podTemplate: { spec: object } }
    }
    expect(spec.networkPolicy).toEqual({ ingress: [], egress: [] })
    expect(spec.podTemplate.spec).toMatchObject({
      runtimeClassName: 'gvisor',
      automountServiceAccountToken: false,
      restartPolicy: 'Never',
      securityContext: { runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ['ALL'] },
          },
        },
      ],
    })
    expect(JSON.stringify(spec)).not.toMatch(/hostPath|hostNetwork|hostPID|privileged/)
  })
})

const cluster = await openTestCluster().catch((error: Error) => {
  process.stdout.write(`Skipped: pods of a cluster. ${error.message}\n`)
})
afterAll(() => cluster?.[Symbol.asyncDispose]())

const sh = (script: string, mounts?: Program['mounts']): Program => ({
  command: ['sh', '-c', script],
  environment: { PATH: '/usr/bin:/bin' },
  limits: SIZES.small,
  ...(mounts && { mounts }),
})

describe.skipIf(!cluster)('a box in a cluster', () => {
  const { settings, objects } = (cluster ?? {}) as TestCluster
  const claims = () => objects.list('sandboxclaims')
  let driver: Driver
  beforeAll(async () => {
    driver = await openDriver({ warn: () => {} }, 'kubernetes', settings)
  })
  afterAll(() => driver?.[Symbol.asyncDispose]())

  test('takes a pod that is ready, and gives it back to no one', async () => {
    await expect.poll(() => cluster?.pods.size).toBeGreaterThan(0)
    const ready = new Set(cluster?.pods.keys())
    const box = await driver.start(sh('cat'))
    const taken = [...(cluster?.pods ?? [])].filter(([, { claim }]) => claim !== undefined).map(([name]) => name)
    expect(taken).toHaveLength(1)
    expect(ready).toContain(taken[0])
    await box[Symbol.asyncDispose]()
    await expect.poll(claims).toEqual([])
    await expect.poll(() => cluster?.pods.has(taken[0] ?? '')).toBe(false)
  })

  test('ends when its agent kills the relay, so that no box runs without its channel', async () => {
    await using box = await driver.start(
      sh('sleep 1; kill -KILL $(grep -l relay[/]main /proc/[0-9]*/cmdline | cut -d/ -f3); sleep 60'),
    )
    expect(await box.exited).toMatchObject({ reason: expect.stringMatching(/connection to the pod/) })
  })

  test('cannot end the first process of its pod', async () => {
    await using box = await driver.start(sh('kill -KILL 1; echo alive; cat'))
    expect(String((await once(box.stdout, 'data'))[0])).toBe('alive\n')
    await (await box.workspace()).write('note', Buffer.from('kept'))
    expect(await (await box.workspace()).read('note', String)).toBe('kept')
  })

  test('gets its environment where no cluster logs it', async () => {
    const environment = { PATH: '/usr/bin:/bin', API_KEY: 'sk-é=1 "2"', EMPTY: '' }
    await using box = await driver.start({ ...sh('env | sort; cat'), environment })
    box.stdin.end('the input begins here')
    const said = (await box.stdout.toArray()).join('')
    expect(said).toMatch(/^API_KEY=sk-é=1 "2"\nEMPTY=\n/)
    expect(said).toMatch(/\nthe input begins here$/)
    expect(cluster?.commands.join()).toContain('/tmp/channel')
    expect(cluster?.commands.join()).not.toContain('API_KEY')
  })

  test('reads a copy of its skills', async () => {
    await using folder = await temporaryFolder()
    await mkdir(join(folder.path, 'deep'))
    await writeFile(join(folder.path, 'deep', 'SKILL.md'), 'be kind')
    await using box = await driver.start(sh('cat /skills/manners/deep/SKILL.md', { [folder.path]: '/skills/manners' }))
    expect((await box.stdout.toArray()).join('')).toBe('be kind')
  })

  test('is removed by the cluster when its lease is over', async () => {
    await using box = await driver.start(sh('cat'))
    const [claim] = claims()
    expect(Date.parse(claim?.spec.lifecycle.shutdownTime)).toBeGreaterThan(Date.now() + 60_000)
    objects.write('sandboxclaims', {
      ...claim,
      spec: { ...claim?.spec, lifecycle: { shutdownTime: '2020-01-01T00:00:00Z' } },
    })
    expect(await box.exited).toMatchObject({ code: null })
  })

  test('does not start where the token is refused, and the log says why', async () => {
    const reasons: string[] = []
    const warn = ({ err }: { err?: Error }) => void reasons.push(err?.message ?? '')
    await using driver = await openDriver({ warn }, 'kubernetes', { ...settings, tokenFile: settings.caFile })
    expect(driver.isolation.level).toBe('none')
    expect(reasons.join()).toMatch(/401|Invalid character/)
  })

  test('does not start in a cluster that does not enforce network policies', async () => {
    await using open = await openTestCluster({ sharesNetwork: true })
    const reasons: string[] = []
    const warn = ({ err }: { err?: Error }) => void reasons.push(err?.message ?? '')
    await using driver = await openDriver({ warn }, 'kubernetes', open.settings)
    expect(driver.isolation.level).toBe('none')
    expect(reasons.join()).toMatch(/reached the API server/)
  })
})
