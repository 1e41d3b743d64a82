import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { Served } from '#core/Door.ts'
import { createRequestTally } from './requestCounters.ts'

export type Metrics = {
  served(served: Served): void
  /** A number that is read when the metrics are. */
  gauge(name: string, help: string, read: () => number): void
  text(): Promise<string>
}

/** Prometheus metrics of this process. */
export function createMetrics(): Metrics {
  const registry = new Registry()
  const requests = createRequestTally()
  collectDefaultMetrics({ register: registry, prefix: 'slipway_' })
  return {
    served: requests.note,
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
