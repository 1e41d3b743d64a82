import type { IncomingHttpHeaders } from 'node:http2'

/** The named headers that are present. */
export function pick(headers: IncomingHttpHeaders, names: readonly string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])))
}
