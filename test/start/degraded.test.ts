import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { copySeed } from '../setup/database/copySeed.ts'
import { json } from '../setup/json.ts'
import { signIn } from '../setup/keys/signIn.ts'
import { type ServiceProcess, startServiceProcess, temporaryFolder } from '../setup/process.ts'
import { post } from '../setup/requests.ts'

vi.setConfig({ testTimeout: 900_000 })

const canMount = process.getuid?.() === 0 && mounts()

describe('a failing part degrades the service, is logged once, and recovers by itself', () => {
  test.skipIf(!canMount)(
    'a full disk (needs a file system in memory of its own, which only root can mount)',
    async () => {
      await using folder = await temporaryFolder()
      using disk = mountInMemory(join(folder.path, 'disk'), 400)
      await using service = await startServiceProcess({ DATA_DIR: join(disk.path, 'data'), LOG_LEVEL: 'info' })
      const send = (path: string, body: object, headers?: Record<string, string>) =>
        post(service.url + path, body, headers)
      const { token } = await signIn(send, service.url)
      const openRoom = () => send('/api/arena/rooms', { topic: 'x'.repeat(180) }, { authorization: `Bearer ${token}` })
      const filling = join(disk.path, 'filling')
      fill(filling)
      await expect.poll(async () => (await openRoom()).status).toBe(503)
      for (let asked = 0; asked < 20; asked++) expect(await openRoom().then(({ status }) => status)).toBe(503)
      expect(await states(service)).toEqual(['degraded', ['database (disk full)'], 200])
      expect((await fetch(`${service.url}/api/arena/rooms`)).status).toBe(200)
      await rm(filling)
      await expect.poll(() => states(service)).toEqual(['ok', [], 200])
      expect((await openRoom()).status).toBe(201)
      const logged = () =>
        messages(service).filter((message) => /^database (disk is full|accepts writes)/.test(message))
      const full = 'database disk is full: refusing writes'
      await expect.poll(logged).toEqual([full, 'database accepts writes again'])
    },
  )

  test('a chain that stops answering', async () => {
    await using folder = await temporaryFolder()
    await copySeed(folder.path)
    await using service = await startServiceProcess({ DATA_DIR: folder.path, LOG_LEVEL: 'info' })
    const chain = service.children().find((pid) => commandOf(pid).includes('devnet')) ?? 0
    await expect.poll(() => states(service)).toEqual(['ok', [], 200])
    process.kill(chain, 'SIGSTOP')
    await expect.poll(() => states(service)).toEqual(['degraded', ['chain 4663'], 200])
    const logged = () => messages(service).filter((message) => message.startsWith('chain '))
    const degraded = 'chain degraded: no usable RPC, or its head is stale'
    await expect.poll(logged).toEqual([degraded])
    process.kill(chain, 'SIGCONT')
    await expect.poll(() => states(service)).toEqual(['ok', [], 200])
    await expect.poll(logged).toEqual([degraded, 'chain recovered'])
  })
})

async function states({ url }: ServiceProcess): Promise<[string, string[], number]> {
  const health = await json(fetch(`${url}/api/health`))
  return [health.status, health.degraded, (await fetch(`${url}/readyz`)).status]
}

/** The messages of its JSON log lines, in order. */
function messages(service: ServiceProcess): string[] {
  const lines = service.output().split('\n')
  return lines.filter((line) => line.startsWith('{')).map((line) => JSON.parse(line).msg)
}

function commandOf(pid: number): string {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
}

function mountInMemory(path: string, megabytes: number): Disposable & { path: string } {
  mkdirSync(path)
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=755`, 'slipway', path])
  return { path, [Symbol.dispose]: () => void execFileSync('umount', ['--lazy', path]) }
}

function mounts(): boolean {
  try {
    using _ = mountInMemory(`/tmp/slipway-mount-${process.pid}`, 1)
    return true
  } catch {
    return false
  }
}

/** Writes until the file system has no room left. */
function fill(path: string): void {
  try {
    execFileSync('dd', ['if=/dev/zero', `of=${path}`, 'bs=64k'], { stdio: 'ignore' })
  } catch {}
}
