/** The features of the sandbox. Tests switch one off to prove that it is the one that stops an attack. */
export const SANDBOX_FEATURES = [
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

export type SandboxFeature = (typeof SANDBOX_FEATURES)[number]
export type SandboxFeatures = Record<SandboxFeature, boolean>

export const ALL_FEATURES = Object.fromEntries(SANDBOX_FEATURES.map((name) => [name, true])) as SandboxFeatures
