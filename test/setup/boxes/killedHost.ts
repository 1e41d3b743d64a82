import { once } from 'node:events'
import { SIZES } from '#boxes/isolation/Limits.ts'
import { openDriver, type SandboxEngine } from '#boxes/isolation/openDriver.ts'

/** Starts a box that sleeps, says so, and waits to be killed. */
const [engine, seconds, kubernetes] = process.argv.slice(2) as [SandboxEngine, string, string]
const driver = await openDriver({ warn: () => {} }, engine, JSON.parse(kubernetes) ?? undefined)
const command = ['sh', '-c', `echo up; sleep ${seconds}; true`]
const box = await driver.start({ command, environment: { PATH: '/usr/bin:/bin' }, limits: SIZES.small })
await once(box.stdout, 'data')
process.stdout.write('up\n')
setInterval(() => {}, 60_000)
