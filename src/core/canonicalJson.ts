import { isObject } from './isObject.ts'

/** JSON with sorted keys: equal values give equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => (isObject(part) ? sorted(part) : part)) ?? 'null'
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  // No prototype, so that `__proto__` is an ordinary key.
  const copy: Record<string, unknown> = Object.create(null)
  for (const name of Object.keys(object).sort()) copy[name] = object[name]
  return copy
}
