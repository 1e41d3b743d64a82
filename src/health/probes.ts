import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, defineRaw, type Operation } from '#core/Operation.ts'
import type { Metrics } from '#observability/metrics.ts'

const Nothing = z.strictObject({})

type Readiness = {
  /** Parts without which nothing can be served. */
  unready: string[]
  /** Parts that do not work as they should, while the rest is served. */
  degraded: string[]
}

/** `/livez`: the process answers. `/readyz`: it can serve, if with parts missing. */
export function probes(readiness: () => Readiness): Operation[] {
  const shared = { method: 'GET', tag: 'operations', access: none, limit: 'none', request: Nothing } as const
  return [
    define({
      ...shared,
      name: 'getLiveness',
      path: '/livez',
      summary: 'Whether the process answers.',
      errors: [],
      response: z.object({ status: z.literal('ok') }),
      handle: () => ({ status: 'ok' as const }),
    }),
    define({
      ...shared,
      name: 'getReadiness',
      path: '/readyz',
      summary: 'Whether the service can serve; a lost chain or index is named and does not make it unready.',
      errors: ['unavailable'],
      response: z.object({ status: z.enum(['ok', 'degraded']), degraded: z.array(z.string()) }),
      handle() {
        const { unready, degraded } = readiness()
        if (unready.length === 0) return { status: degraded.length === 0 ? 'ok' : 'degraded', degraded } as const
        throw new ApiError('unavailable', `Not ready: ${unready.join(', ')}. Try again shortly.`, {
          details: unready.map((value) => ({ type: 'part', value })),
          headers: { 'retry-after': '1' },
        })
      },
    }),
  ]
}

/** What proxies of all kinds add, and what only a page in a browser sends. */
const TRACE_OF_A_PROXY =
  /^(forwarded|via|origin|x-forwarded(-.*)?|x-real-ip|x-client-ip|x-cluster-client-ip|true-client-ip|cf-.*|fastly-.*|fly-.*|x-envoy-.*|x-amzn-.*|x-original-.*|x-proxyuser-ip)$/

/** Prometheus text, for direct loopback callers only: not through a proxy, and not for a page in a browser. */
export function metricsPage(metrics: Metrics, isOpen: boolean): Operation {
  return defineRaw({
    name: 'getMetrics',
    method: 'GET',
    path: '/metrics',
    tag: 'operations',
    summary: 'Prometheus metrics; loopback callers only, or on METRICS_PORT.',
    access: none,
    limit: 'none',
    errors: ['not_found'],
    contentType: 'text/plain',
    request: Nothing,
    response: z.string(),
    async respond(_, { caller, raw }) {
      const isDirect = caller.address === '127.0.0.1' || caller.address.startsWith('0:0:0:0')
      const isRelayed = raw.headers.keys().some((name) => TRACE_OF_A_PROXY.test(name))
      if (!isOpen && (!isDirect || isRelayed))
        throw new ApiError('not_found', 'Metrics are served to loopback callers, or on METRICS_PORT.')
      return new Response(await metrics.text(), { headers: { 'content-type': 'text/plain; version=0.0.4' } })
    },
  })
}
