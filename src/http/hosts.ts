const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export type Hosts = {
  /** Whether a `Host` header names this service; anything else may be DNS rebinding. */
  isOurs(host: string | undefined): boolean
  /** Whether a browser page of this origin may call operations that are not public reads. */
  isAllowedOrigin(origin: string): boolean
}

/** The names this service answers to: its advertised origins, loopback, and for browsers the origins allowed besides. */
export function createHosts(ours: readonly string[], allowedOrigins: readonly string[]): Hosts {
  const hosts = new Set(ours.flatMap(namesOf))
  const origins = new Set([...ours, ...allowedOrigins].map((url) => new URL(url).origin))
  const isOurs = (host: string) => hosts.has(host.toLowerCase()) || isLoopback(host)
  // Nearly every request names the same host as the one before it.
  let known: string | undefined
  return {
    isOurs(host) {
      if (host === undefined) return false
      if (host === known) return true
      if (!isOurs(host)) return false
      known = host
      return true
    },
    isAllowedOrigin: (origin) => origins.has(origin) || isLoopbackOrigin(origin),
  }
}

/** For a port of its own that machines reach by whatever name or address they know. */
export const anyHost: Hosts = { isOurs: () => true, isAllowedOrigin: () => false }

/** A client may write the port even where it is the scheme's own. */
function namesOf(origin: string): string[] {
  const { host, port, protocol } = new URL(origin)
  return port === '' ? [host, `${host}:${protocol === 'https:' ? 443 : 80}`] : [host]
}

function isLoopback(host: string): boolean {
  return LOOPBACK.has(host.replace(/:\d{1,5}$/, '').toLowerCase())
}

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && /^https?:$/.test(new URL(origin).protocol) && isLoopback(new URL(origin).host)
}
