/** The value as JSON with the fields of every object in one order, so that equal values have equal texts. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_, part) => (isPlainObject(part) ? sorted(part) : part)) ?? 'null'
}

function isPlainObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function sorted(object: Record<string, unknown>): Record<string, unknown> {
  // Without a prototype even a field called __proto__ is only a field.
  const copy: Record<string, unknown> = Object.create(null)
  for (const name of Object.keys(object).sort()) copy[name] = object[name]
  return copy
}
