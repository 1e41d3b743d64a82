import type { Duplex, Readable, Writable } from 'node:stream'
import type { Workspace } from '#boxes/workspace/Workspace.ts'
import type { Limits } from './Limits.ts'

/** How strongly a box is held: `bubblewrap` is a sandbox of the kernel's, `none` only Node's own permission model. */
export const ISOLATION_LEVELS = ['none', 'bubblewrap'] as const
export type IsolationLevel = (typeof ISOLATION_LEVELS)[number]

/** What a probe box has shown to hold on this machine. */
export type Isolation = {
  level: IsolationLevel
  network: 'none' | 'shared'
  seccomp: boolean
  nestedNamespaces: 'refused' | 'possible'
  capabilities: 'none' | 'some'
  /** Who holds a box to its memory, processors and processes. */
  limits: 'cgroup v2' | 'cgroup v1' | 'rlimits and watchdog' | 'heap limit'
}

/** What to run in a box. */
export type Program = {
  command: readonly string[]
  environment: Readonly<Record<string, string>>
  limits: Limits
  /** Folders it may read beside those every box may: where they are, and where it finds them. */
  mounts?: Readonly<Record<string, string>>
}

export type Exit = { code: number | null; signal: string | null; reason?: string }

/** A program at work in a box of its own; disposing ends it and everything it started. */
export type BoxProcess = AsyncDisposable & {
  stdin: Writable
  stdout: Readable
  stderr: Readable
  /** Our end of the box's descriptor 3. */
  channel: Duplex
  /** Its files; they stay readable after its end, until it is disposed. */
  workspace(): Promise<Workspace>
  exited: Promise<Exit>
  kill(reason: string): void
}

/** One way to run boxes. */
export type Driver = AsyncDisposable & {
  isolation: Isolation
  start(program: Program): Promise<BoxProcess>
}
