import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, defineRaw, type Operation } from '#core/Operation.ts'
import type { Metrics } from '#observability/metrics.ts'
import type { Readiness } from './readiness.ts'

const Nothing = z.strictObject({})

/** `/livez`: the process responds. `/readyz`: the service can serve, possibly degraded. */
export function probes(readiness: () => Readiness): Operation[] {
  const shared = {
    method: 'GET',
    tag: 'operations',
    access: none,
    limit: 'none',
    anyHost: true,
    request: Nothing,
  } as const
  return [
    define({
      ...shared,
      name: 'getLiveness',
      path: '/livez',
      summary: 'Check that the process answers.',
      errors: [],
      response: z.object({ status: z.literal('ok') }),
      handle: () => ({ status: 'ok' as const }),
    }),
    define({
      ...shared,
      name: 'getReadiness',
      path: '/readyz',
      summary: 'Check that the service is ready. Without the chain or the launch index it is degraded, but ready.',
      errors: ['unavailable'],
      response: z.object({
        status: z.enum(['ok', 'degraded']),
        degraded: z.array(z.string()),
        unavailable: z.array(z.string()).optional().meta({ description: 'Paths that return `unavailable` meanwhile.' }),
      }),
      handle() {
        const { unready, degraded, unavailable } = readiness()
        const missing = unavailable.length > 0 ? { unavailable } : {}
        if (unready.length === 0)
          return { status: degraded.length === 0 ? 'ok' : 'degraded', degraded, ...missing } as const
        throw new ApiError('unavailable', `Not ready: ${unready.join(', ')}. Try again shortly.`, {
          details: unready.map((value) => ({ type: 'part', value })),
          headers: { 'retry-after': '1' },
        })
      },
    }),
  ]
}

/** Headers that a proxy adds, and `Origin`, which only a browser sends. */
const PROXY_OR_BROWSER_HEADER =
  /^(forwarded|via|origin|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*|fastly-.*|fly-.*|x-envoy-.*|x-amzn-.*|x-original-.*|x-proxyuser-ip)$/

/** Prometheus text. Unless `isOpen`, for direct loopback callers only, not through a proxy or from a web page. */
export function metricsPage(metrics: Metrics, isOpen: boolean): Operation {
  return defineRaw({
    name: 'getMetrics',
    method: 'GET',
    path: '/metrics',
    tag: 'operations',
    summary: 'Read the Prometheus metrics; only for loopback callers or on METRICS_PORT.',
    access: none,
    limit: 'none',
    errors: ['not_found'],
    contentType: 'text/plain',
    request: Nothing,
    response: z.string(),
    async respond(_, { caller, raw }) {
      const isDirect = caller.address === '127.0.0.1' || caller.address.startsWith('0:0:0:0')
      const isRelayed = raw.headers.keys().some((name) => PROXY_OR_BROWSER_HEADER.test(name))
      if (!isOpen && (!isDirect || isRelayed))
        throw new ApiError(
          'not_found',
          'Metrics are served to loopback callers only. Call from the same machine, or use METRICS_PORT.',
        )
      return new Response(await metrics.text(), { headers: { 'content-type': 'text/plain; version=0.0.4' } })
    },
  })
}
