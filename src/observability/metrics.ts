import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Served } from '#core/ports.ts'
import { createRequestCounters } from './requestCounters.ts'

export type Metrics = {
  served(served: Served): void
  /** Registers a gauge whose value is read at each scrape. */
  gauge(name: string, help: string, read: () => number): void
  text(): Promise<string>
}

/** Prometheus metrics of this process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const requests = createRequestCounters()
  collectDefaultMetrics({ register: registry, prefix: 'slipway_' })
  return {
    served: requests.count,
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
    text: async () => `${await registry.metrics()}${requests.text()}`,
  }
}
