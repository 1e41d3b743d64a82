import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, openSync } from 'node:fs'
import type { WorkspaceOptions } from '#boxes/workspace/Workspace.ts'
import { createTarLoop } from './createTarLoop.ts'
import {
  ENTER,
  PACK_FOLDER,
  PACK_INSIDE,
  UNPACK_INSIDE,
  UNPACK_MANY_INSIDE,
  unpackInside,
  unpackManyInside,
} from './launchCommand.ts'

const ENVIRONMENT = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' }
const TIMEOUT_MS = 120_000

type Tar = Pick<WorkspaceOptions, 'pack' | 'unpack' | 'unpackSmall'>

/** Archives a folder with our own rights; tar follows no link in it. */
export const packDirectly: Tar['pack'] = (root) => start(PACK_FOLDER, [root.fd], TIMEOUT_MS)

/** Runs tar in the mount namespace of a box. The open namespace outlives the processes of the box. */
export function startTarIn(pid: number, user: number): Tar & Disposable {
  const namespace = openSync(`/proc/${pid}/ns/mnt`, 'r')
  const loop = createTarLoop(() => start(unpackManyInside(user), [namespace]))
  return {
    pack: () => start(PACK_INSIDE, [namespace], TIMEOUT_MS),
    unpack: () => start(unpackInside(user), [namespace], TIMEOUT_MS),
    unpackSmall: loop.unpackSmall,
    [Symbol.dispose]() {
      loop[Symbol.dispose]()
      closeSync(namespace)
    },
  }
}

/** Runs tar in a box by its OCI engine, in whose namespaces the box is known. */
export function startTarByExec(
  pid: number,
  exec: readonly string[],
): Tar & Disposable & { run(command: readonly string[]): ChildProcess } {
  const namespaces = ['mnt', 'pid'].map((name) => openSync(`/proc/${pid}/ns/${name}`, 'r'))
  const run = (command: readonly string[], timeout = 0) => start([...ENTER, ...exec, ...command], namespaces, timeout)
  const loop = createTarLoop(() => run(UNPACK_MANY_INSIDE))
  return {
    run: (command) => run(command),
    pack: packDirectly,
    unpack: () => run(UNPACK_INSIDE, TIMEOUT_MS),
    unpackSmall: loop.unpackSmall,
    [Symbol.dispose]() {
      loop[Symbol.dispose]()
      namespaces.forEach(closeSync)
    },
  }
}

function start([command = '', ...args]: readonly string[], descriptors: readonly number[], timeout = 0): ChildProcess {
  const child = spawn(command, args, {
    stdio: ['pipe', 'pipe', 'pipe', ...descriptors],
    env: ENVIRONMENT,
    timeout,
    killSignal: 'SIGKILL',
  })
  // A write to a process that is gone shows in its exit.
  child.stdin?.on('error', () => {})
  return child
}
