/** The values of all arguments of one name, at any depth. */
export function valuesOf(args: unknown, name: string): unknown[] {
  if (typeof args !== 'object' || args === null) return []
  return Object.entries(args).flatMap(([key, value]) => (key === name ? [value] : valuesOf(value, name)))
}
