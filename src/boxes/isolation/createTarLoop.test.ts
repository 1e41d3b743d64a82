import { spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createTarLoop } from './createTarLoop.ts'
import { ENTER } from './launchCommand.ts'

test('a write ends in time, also if a process of the box holds the output of tar open', async () => {
  using loop = createTarLoop(() => spawn('sh', ['-c', 'sleep 60 & read -r size; sleep 60']), 200)
  const startedAt = performance.now()
  expect(await loop.unpackSmall(Buffer.from('archive'))).toEqual({ code: null, stderr: 'tar ended' })
  expect(performance.now() - startedAt).toBeLessThan(40_000)
})

test.skipIf(process.getuid?.() !== 0)(
  'the engine that unpacks ends with the process that entered the box',
  async () => {
    const namespaces = ['mnt', 'pid'].map((name) => openSync(`/proc/self/ns/${name}`, 'r'))
    const [command = '', ...args] = [...ENTER, 'sh', '-c', 'echo $$; exec sleep 60', 'sh']
    const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit', ...namespaces] })
    namespaces.forEach(closeSync)
    const pid = Number(await new Promise((resolve) => child.stdout?.once('data', resolve)))
    child.kill('SIGKILL')
    const isAlive = () => {
      try {
        return process.kill(pid, 0)
      } catch {
        return false
      }
    }
    await expect.poll(isAlive, { timeout: 5_000 }).toBe(false)
  },
)
