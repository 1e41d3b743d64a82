import { once } from 'node:events'
import type { Exit } from './Driver.ts'
import type { Piped } from './Piped.ts'

/** How a process ended, or why it did not start. */
export async function exitOf(child: Piped): Promise<Exit> {
  const failed = once(child, 'error').then(([error]) => ({ code: null, signal: null, reason: String(error) }))
  const exited = once(child, 'exit').then(([code, signal]) => ({ code, signal }))
  return Promise.race([exited, failed]).catch((error) => ({ code: null, signal: null, reason: String(error) }))
}
