const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])

export type Hosts = {
  /** Whether a `Host` header names this service; anything else may be DNS rebinding. */
  isOurs(host: string | undefined): boolean
  /** Whether a page of this origin may call operations other than public reads. */
  isAllowedOrigin(origin: string): boolean
}

/** The host names of the service (its advertised origins and loopback), and the web origins that may call it. */
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

/** For the metrics port, which machines reach under any name or address. */
export const anyHost: Hosts = { isOurs: () => true, isAllowedOrigin: () => false }

/** With and without the default port of the scheme. */
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
