import type { Config } from '../../src/config/config.ts'
import { type Finding, ok, warn } from './Finding.ts'

const LOOPBACK = /^(localhost|127\.|::1$)/

/** Settings that are valid and still wrong for a public service. */
export function checkConfig(config: Config): Finding[] {
  return [...checkOrigin(config), ...checkProxy(config), ...checkOperators(config), ...checkReplicas(config)]
}

function checkOrigin({ baseUrl, HOST }: Config): Finding[] {
  const { protocol, hostname } = new URL(baseUrl)
  const isPublic = !LOOPBACK.test(hostname) || !LOOPBACK.test(HOST)
  if (isPublic && protocol !== 'https:')
    return [warn('origin', `${baseUrl} is not https`, 'Set BASE_URL to the https origin of the load balancer.')]
  return [ok('origin', baseUrl)]
}

function checkProxy({ TRUST_PROXY, baseUrl, PORT }: Config): Finding[] {
  const { port } = new URL(baseUrl)
  const isBehindProxy = port !== String(PORT)
  if (isBehindProxy && !TRUST_PROXY?.length)
    return [
      warn(
        'proxy',
        'TRUST_PROXY is not set, and BASE_URL names another port than this service',
        'Set TRUST_PROXY to the addresses of the load balancer; otherwise all anonymous callers share one rate limit.',
      ),
    ]
  return [ok('proxy', TRUST_PROXY?.length ? `trusts ${TRUST_PROXY.join(', ')}` : 'none expected')]
}

function checkOperators({ ADMIN_ADDRESSES, devnet }: Config): Finding[] {
  if (devnet || ADMIN_ADDRESSES?.length) return [ok('operators', `${ADMIN_ADDRESSES?.length ?? 0} wallets`)]
  return [
    warn('operators', 'none', 'Set ADMIN_ADDRESSES to the wallets that may take down launches and read the audit.'),
  ]
}

function checkReplicas({ DATABASE_URL, SHUTDOWN_DELAY_SECONDS, METRICS_PORT }: Config): Finding[] {
  if (!DATABASE_URL) return [ok('replicas', 'one, with its embedded database')]
  const missing = [
    ...(SHUTDOWN_DELAY_SECONDS === 0 ? ['SHUTDOWN_DELAY_SECONDS, so that a restart loses no request'] : []),
    ...(METRICS_PORT === undefined ? ['METRICS_PORT, so that Prometheus can read the metrics'] : []),
  ]
  if (missing.length === 0) return [ok('replicas', 'share one database')]
  return [warn('replicas', 'share one database', `Set ${missing.join(', and ')}.`)]
}
