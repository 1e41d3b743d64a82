import type { Deprecation } from '#core/Operation.ts'

/** `Deprecation` (RFC 9745) and `Sunset` (RFC 8594). */
export function deprecationHeaders({ since, sunset }: Deprecation): Record<string, string> {
  return { deprecation: `@${Date.parse(since) / 1000}`, sunset: new Date(sunset).toUTCString() }
}
