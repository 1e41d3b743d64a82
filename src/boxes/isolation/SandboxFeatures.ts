/** Each wall around a box. All stand unless a test takes one away to see that it is what holds. */
export const DEFENCES = [
  'user',
  'files',
  'readOnlyFiles',
  'network',
  'processes',
  'environment',
  'descriptors',
  'nestedNamespaces',
  'seccomp',
  'capabilities',
  'memory',
  'processCount',
  'diskSize',
  'openFiles',
  'lifetime',
] as const

export type Defence = (typeof DEFENCES)[number]
export type Defences = Record<Defence, boolean>

export const ALL_DEFENCES = Object.fromEntries(DEFENCES.map((name) => [name, true])) as Defences
