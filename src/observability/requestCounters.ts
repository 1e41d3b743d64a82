import type { Served } from '#core/ports.ts'

const BUCKETS_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

type Durations = { buckets: number[]; sum: number; count: number }
type Counts = { outcomes: Map<string, { status: number; code: string; count: number }>; durations: Durations }

export type RequestCounters = { count(served: Served): void; text(): string }

/**
 * Requests by operation and outcome, and their durations. Plain numbers that become text at each scrape: this runs on
 * every request, and costs a tenth of a labelled metric object.
 */
export function createRequestCounters(): RequestCounters {
  const byOperation = new Map<string, Counts>()
  return {
    count({ operation, status, code = '', durationMs }) {
      const counts = countsOf(byOperation, operation?.name ?? 'unknown')
      const outcome = `${status}${code}`
      const known = counts.outcomes.get(outcome)
      if (known) known.count++
      else counts.outcomes.set(outcome, { status, code, count: 1 })
      observe(counts.durations, durationMs / 1000)
    },
    text: () => [...requestLines(byOperation), ...durationLines(byOperation), ''].join('\n'),
  }
}

function countsOf(byOperation: Map<string, Counts>, name: string): Counts {
  const known = byOperation.get(name)
  if (known) return known
  const durations = { buckets: BUCKETS_SECONDS.map(() => 0), sum: 0, count: 0 }
  const counts: Counts = { outcomes: new Map(), durations }
  byOperation.set(name, counts)
  return counts
}

function observe(durations: Durations, seconds: number): void {
  let index = 0
  while (index < BUCKETS_SECONDS.length && seconds > (BUCKETS_SECONDS[index] ?? 0)) index++
  if (index < BUCKETS_SECONDS.length) durations.buckets[index] = (durations.buckets[index] ?? 0) + 1
  durations.sum += seconds
  durations.count++
}

function requestLines(byOperation: Map<string, Counts>): string[] {
  const name = 'slipway_http_requests_total'
  const lines = [...byOperation].flatMap(([operation, { outcomes }]) =>
    [...outcomes.values()].map(
      ({ status, code, count }) => `${name}{operation="${operation}",status="${status}",code="${code}"} ${count}`,
    ),
  )
  return [`# HELP ${name} Requests answered, by operation, status and error code.`, `# TYPE ${name} counter`, ...lines]
}

function durationLines(byOperation: Map<string, Counts>): string[] {
  const name = 'slipway_http_request_duration_seconds'
  const lines = [...byOperation].flatMap(([operation, { durations }]) => histogramLines(name, operation, durations))
  return [`# HELP ${name} Time until the response was ready, by operation.`, `# TYPE ${name} histogram`, ...lines]
}

function histogramLines(name: string, operation: string, { buckets, sum, count }: Durations): string[] {
  let cumulative = 0
  const lines = buckets.map((held, index) => {
    cumulative += held
    return `${name}_bucket{operation="${operation}",le="${BUCKETS_SECONDS[index]}"} ${cumulative}`
  })
  return [
    ...lines,
    `${name}_bucket{operation="${operation}",le="+Inf"} ${count}`,
    `${name}_sum{operation="${operation}"} ${sum}`,
    `${name}_count{operation="${operation}"} ${count}`,
  ]
}
