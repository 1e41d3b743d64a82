import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdir, stat } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { SIZES } from '#boxes/isolation/Limits.ts'
import { openDriver } from '#boxes/isolation/openDriver.ts'
import { packDirectly } from '#boxes/isolation/startTar.ts'
import { openWorkspace } from '#boxes/workspace/Workspace.ts'
import { requireBubblewrap } from '../setup/boxes/attempt.ts'

async function pidOf(words: string): Promise<number> {
  const ps = spawn('ps', ['-eo', 'pid=,comm=,args='], { stdio: ['ignore', 'pipe', 'ignore'] })
  const lines = (await ps.stdout.toArray()).join('').split('\n')
  return Number.parseInt(lines.find((line) => /^\s*\d+ sleep /.test(line) && line.includes(words)) ?? '', 10)
}

/** The descriptors of this process that are open on a folder. */
async function countOpen(path: string): Promise<number> {
  const folder = await stat(path)
  const found = await Promise.all(
    (await readdir('/proc/self/fd')).map((name) => stat(`/proc/self/fd/${name}`).catch(() => undefined)),
  )
  return found.filter((one) => one?.dev === folder.dev && one.ino === folder.ino).length
}

test('the workspace of a box that ends while it is opened leaves no descriptor open', async () => {
  requireBubblewrap()
  await using driver = await openDriver({ warn: () => {} })
  const seconds = String(50_000 + Math.floor(Math.random() * 9_000))
  const command = ['sh', '-c', `echo up; sleep ${seconds}; true`]
  await using box = await driver.start({ command, environment: { PATH: '/usr/bin:/bin' }, limits: SIZES.small })
  await once(box.stdout, 'data')
  await expect.poll(() => pidOf(seconds)).toBeGreaterThan(0)
  const pid = await pidOf(seconds)
  const path = `/proc/${pid}/root/workspace`
  const gone = () => {
    throw new Error('the box has ended')
  }
  await expect(openWorkspace(pid, gone)).rejects.toThrow('the box has ended')
  expect(await countOpen(path)).toBe(0)
  using _workspace = await openWorkspace(pid, () => ({ limits: SIZES.small, pack: packDirectly }))
  expect(await countOpen(path)).toBe(1)
})
