/** The resources one box may use. */
export type Limits = {
  memoryBytes: number
  /** 0.5 is half a processor. */
  cpus: number
  /** Processes and threads. */
  processes: number
  workspaceBytes: number
  /** Files and folders in the workspace. */
  files: number
}

const MIB = 2 ** 20

export const SIZES = {
  small: { memoryBytes: 256 * MIB, cpus: 1, processes: 64, workspaceBytes: 32 * MIB, files: 20_000 },
  medium: { memoryBytes: 512 * MIB, cpus: 1, processes: 128, workspaceBytes: 64 * MIB, files: 40_000 },
  large: { memoryBytes: 1024 * MIB, cpus: 2, processes: 256, workspaceBytes: 128 * MIB, files: 80_000 },
} as const satisfies Record<string, Limits>

export type Size = keyof typeof SIZES
export const SIZE_NAMES = ['small', 'medium', 'large'] as const satisfies readonly Size[]
