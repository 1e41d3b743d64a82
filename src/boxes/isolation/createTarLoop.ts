import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import type { Writable } from 'node:stream'
import type { WorkspaceOptions } from '#boxes/workspace/Workspace.ts'
import { createTurns } from '#core/createTurns.ts'

type Loop = { child: ChildProcess; lines: AsyncIterator<string>; ended: Promise<unknown> }
type Tar = NonNullable<WorkspaceOptions['unpackSmall']>

const IDLE_MS = 5_000
const WRITE_MS = 30_000

/**
 * Unpacks one small archive after the other in one process, which ends when it is idle: starting a process stops the
 * service for milliseconds.
 */
export function createTarLoop(start: () => ChildProcess, writeMs = WRITE_MS): { unpackSmall: Tar } & Disposable {
  let loop: Loop | undefined
  const inTurn = createTurns()
  let timer: NodeJS.Timeout | undefined
  const end = () => {
    clearTimeout(timer)
    loop?.child.kill('SIGKILL')
    loop = undefined
  }
  async function unpack(archive: Uint8Array): ReturnType<Tar> {
    clearTimeout(timer)
    loop ??= open(start())
    timer = setTimeout(end, writeMs)
    const outcome = await send(loop, archive)
    clearTimeout(timer)
    if (outcome) timer = setTimeout(end, IDLE_MS).unref()
    else end()
    return outcome ?? { code: null, stderr: 'tar ended' }
  }
  return {
    unpackSmall: (archive) => inTurn(() => unpack(archive)),
    [Symbol.dispose]: end,
  }
}

function open(child: ChildProcess): Loop {
  const lines = createInterface({ input: child.stdout as NodeJS.ReadableStream })[Symbol.asyncIterator]()
  child.stderr?.resume()
  child.on('error', () => {})
  // Not when its output closes: a process of the box may hold it open.
  return { child, lines, ended: once(child, 'exit').catch(() => undefined) }
}

/** How tar ended; undefined if the process is gone. */
async function send({ child, lines, ended }: Loop, archive: Uint8Array): Promise<Awaited<ReturnType<Tar>> | undefined> {
  const stdin = child.stdin as Writable
  stdin.write(`${archive.length}\n`)
  stdin.write(archive)
  const answer = await Promise.race([lines.next(), ended.then(() => undefined)])
  if (!answer || answer.done) return undefined
  const [code = '', ...words] = answer.value.split(' ')
  return { code: Number(code), stderr: words.join(' ') }
}
