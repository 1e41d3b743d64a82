import type { IncomingHttpHeaders } from 'node:http'
import { isLoopback } from './guards.ts'

/**
 * The reason to refuse a request, or undefined. The Host must name this machine, which prevents DNS rebinding, and a page
 * may call only from this machine or from one of `origins`.
 */
export function refusal(headers: IncomingHttpHeaders, origins: readonly string[]): string | undefined {
  if (!isLoopback(hostName(headers.host))) return 'The Host header must name this machine, for example 127.0.0.1.'
  const { origin } = headers
  if (origin !== undefined && !isAllowedOrigin(origin, origins)) return `Pages from ${origin} may not call this chain.`
  return undefined
}

function isAllowedOrigin(origin: string, origins: readonly string[]): boolean {
  if (origins.includes(origin)) return true
  return URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol) && isLoopback(new URL(origin).hostname)
}

function hostName(host = ''): string {
  return host.replace(/:\d{1,5}$/, '')
}
