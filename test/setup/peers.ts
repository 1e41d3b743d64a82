import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'

const INSTALL_MS = 90_000
const FOLDERS = join(import.meta.dirname, '../peers')

export type Peer = {
  folder: string
  /** Why it is not there. */
  missing?: string
}

/** Others' programs that tests use, each in a folder of its own with its own lock: installed once, or the reason why not. */
export async function installPeer(name: string): Promise<Peer> {
  const folder = join(FOLDERS, name)
  const lock = createHash('sha256')
    .update(await readFile(join(folder, 'package-lock.json')))
    .digest('hex')
  const mark = join(folder, 'node_modules/.lock-digest')
  if ((await readFile(mark, 'utf8').catch(() => '')) === lock) return { folder }
  const args = ['ci', '--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  try {
    await promisify(execFile)('npm', args, { cwd: folder, timeout: INSTALL_MS })
    await writeFile(mark, lock)
    return { folder }
  } catch (error) {
    const { message } = error as Error
    const reason = /npm error (?!code)(.+)/.exec(message)?.[1] ?? message.split('\n')[0]
    const missing = `test/peers/${name} could not be installed within ${INSTALL_MS / 1000} s: ${reason}`
    console.log(`Skipped: ${missing}`)
    return { folder, missing }
  }
}

export type Ran = { code: number; stdout: string; stderr: string }

/** Runs a program of a peer to its end. */
export function runPeer(peer: Peer, program: string, args: readonly string[]): Promise<Ran> {
  const { promise, resolve } = Promise.withResolvers<Ran>()
  // A temporary home folder, so that the program leaves nothing behind.
  const env = { ...process.env, NO_COLOR: '1', HOME: tmpdir() }
  const options = { cwd: peer.folder, timeout: 300_000, maxBuffer: 64 * 1024 * 1024, env }
  execFile(process.execPath, [join('node_modules', program), ...args], options, (error, stdout, stderr) => {
    resolve({ code: error ? Number(error.code ?? 1) : 0, stdout, stderr })
  })
  return promise
}
