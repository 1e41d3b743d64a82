import type { ChildProcess } from 'node:child_process'
import type { EventEmitter } from 'node:events'

/** A process with its streams, on this machine or elsewhere; it emits `exit`, `close` and `error`. */
export type Piped = EventEmitter &
  Pick<ChildProcess, 'stdin' | 'stdout' | 'stderr'> & { kill(signal?: 'SIGKILL'): boolean }
