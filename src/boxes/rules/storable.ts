const LONE_SURROGATE_OR_NUL = /\0|\p{Surrogate}/gu
const DEPTH_MAX = 32

/** Whether PostgreSQL can store the text: it has no NUL and no unpaired surrogate. */
export function isStorable(text: string): boolean {
  return !text.includes('\0') && text.isWellFormed()
}

function toStorable(text: string): string {
  return isStorable(text) ? text : text.replaceAll(LONE_SURROGATE_OR_NUL, '')
}

/** A JSON value with every text made storable; throws when it is nested more than 32 levels deep. */
export function toStorableJson(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return toStorable(value)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= DEPTH_MAX) throw new RangeError('The value is nested too deeply.')
  if (Array.isArray(value)) return value.map((item) => toStorableJson(item, depth + 1))
  const entries = Object.entries(value).map(([name, item]) => [toStorable(name), toStorableJson(item, depth + 1)])
  return Object.fromEntries(entries)
}
