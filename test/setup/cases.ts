import { inject } from 'vitest'

/** How many random cases a property tries: the given number in a normal run, ten times as many in a deep one. */
export function cases(normal: number): number {
  return inject('deep') ? normal * 10 : normal
}
