/** How many random cases a property tries: the given number in a normal run, ten times as many in a deep one. */
export function cases(normal: number): number {
  const { env } = import.meta as ImportMeta & { env?: Record<string, string | undefined> }
  return env?.['DEEP'] ? normal * 10 : normal
}
