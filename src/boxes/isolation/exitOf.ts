import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import type { Exit } from './Driver.ts'

/** How a process ended, or why it did not start. */
export async function exitOf(child: ChildProcess): Promise<Exit> {
  const failed = once(child, 'error').then(([error]) => ({ code: null, signal: null, reason: String(error) }))
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  return Promise.race([exited, failed]).catch((error) => ({ code: null, signal: null, reason: String(error) }))
}
