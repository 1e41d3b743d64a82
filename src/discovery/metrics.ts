import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Served } from '#core/Door.ts'

const BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

export type Metrics = {
  served(served: Served): void
  /** A number read when the metrics are: `read` may return one value or one per label set. */
  gauge(name: string, help: string, read: () => number): void
  text(): Promise<string>
}

/** Prometheus metrics of this process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry, prefix: 'slipway_' })
  const observe = requestMetrics(registry)
  return {
    served: observe,
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers: [registry],
        collect() {
          this.set(read())
        },
      })
    },
    text: () => registry.metrics(),
  }
}

/** Labels are resolved once per operation and status, because this runs on every request. */
function requestMetrics(registry: Registry): (served: Served) => void {
  const requests = new Counter({
    name: 'slipway_http_requests_total',
    help: 'Requests answered, by operation, status and error code.',
    labelNames: ['operation', 'status', 'code'],
    registers: [registry],
  })
  const duration = new Histogram({
    name: 'slipway_http_request_duration_seconds',
    help: 'Time from the first byte read to the answer, by operation.',
    labelNames: ['operation'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  })
  const children = new Map<string, { count: Counter.Internal; time: Histogram.Internal<string> }>()
  return ({ operation, status, code = '', durationMs }) => {
    const name = operation?.name ?? 'unknown'
    const id = `${name} ${status} ${code}`
    let child = children.get(id)
    if (!child) {
      child = { count: requests.labels(name, String(status), code), time: duration.labels(name) }
      children.set(id, child)
    }
    child.count.inc()
    child.time.observe(durationMs / 1000)
  }
}
