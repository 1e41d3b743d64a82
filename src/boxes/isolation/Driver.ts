import type { Duplex, Readable, Writable } from 'node:stream'
import type { Login } from '#boxes/catalogue/Login.ts'
import type { Workspace } from '#boxes/workspace/Workspace.ts'
import type { Limits } from './Limits.ts'

/** `gvisor` gives each box a kernel of its own, `bubblewrap` is a kernel sandbox, `none` only Node's permission model. */
export const ISOLATION_LEVELS = ['none', 'bubblewrap', 'gvisor'] as const
export type IsolationLevel = (typeof ISOLATION_LEVELS)[number]

/** The program that runs boxes; `node` is the service's own Node.js. */
export const ENGINES = ['node', 'bubblewrap', 'runc', 'runsc', 'kubernetes'] as const
export type Engine = (typeof ENGINES)[number]

/** `recorded schemas`: the driver of the engine was not tested on a real cluster. */
export const TEST_GROUNDS = ['real engine', 'recorded schemas'] as const

export function testGroundOf(engine: Engine): (typeof TEST_GROUNDS)[number] {
  return engine === 'kubernetes' ? 'recorded schemas' : 'real engine'
}

/** The isolation that a probe box measured on this machine. */
export type Isolation = {
  level: IsolationLevel
  engine: Engine
  /** `policy`: there is an interface, and a network policy blocks all traffic. */
  network: 'none' | 'policy' | 'shared'
  seccomp: boolean
  nestedNamespaces: 'refused' | 'possible'
  capabilities: 'none' | 'some'
  /** Shared memory, such as memfd and System V segments: counted by the kernel, refused, or neither. */
  sharedMemory: 'counted' | 'refused' | 'unbounded'
  /** The mechanism that limits memory, processors and processes. */
  limits: 'cgroup v2' | 'cgroup v1' | 'rlimits and watchdog' | 'pod resources' | 'heap limit'
}

/** A program to run in a box. */
export type Program = {
  command: readonly string[]
  environment: Readonly<Record<string, string>>
  limits: Limits
  /** More read-only folders: the path outside, and the path inside. */
  mounts?: Readonly<Record<string, string>>
  /** How its agent learns where its model is. */
  login?: Login
}

export type Exit = { code: number | null; signal: string | null; reason?: string }

/** A running program in its box; disposing it ends the program and everything it started. */
export type BoxProcess = AsyncDisposable & {
  stdin: Writable
  stdout: Readable
  stderr: Readable
  /** The service's end of descriptor 3 of the box. */
  channel: Duplex
  /** Its files, readable after its end until it is disposed. */
  workspace(): Promise<Workspace>
  exited: Promise<Exit>
  kill(reason: string): void
}

/** One way to run boxes. */
export type Driver = AsyncDisposable & {
  isolation: Isolation
  start(program: Program): Promise<BoxProcess>
}
