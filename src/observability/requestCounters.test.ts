import { Counter, Histogram, Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { Served } from '#core/ports.ts'
import { createRequestCounters } from './requestCounters.ts'

const served = (name: string, status: number, durationMs: number, code?: string): Served => ({
  operation: { name, method: 'GET', path: '/' },
  caller: undefined,
  status,
  ...(code && { code }),
  durationMs,
  requestId: 'req_1',
})

test('gives the same text as prom-client for the same requests', async () => {
  const registry = new Registry()
  const buckets = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]
  const registers = [registry]
  const help = 'x'
  const counter = new Counter({
    name: 'slipway_http_requests_total',
    help,
    registers,
    labelNames: ['operation', 'status', 'code'],
  })
  const name = 'slipway_http_request_duration_seconds'
  const histogram = new Histogram({ name, help, registers, buckets, labelNames: ['operation'] })
  const counters = createRequestCounters()
  for (const one of [
    served('a', 200, 0.4),
    served('a', 200, 30),
    served('b', 404, 20_000, 'not_found'),
    served('a', 400, 1, 'x'),
  ]) {
    counters.count(one)
    counter.labels(one.operation?.name ?? '', String(one.status), one.code ?? '').inc()
    histogram.labels(one.operation?.name ?? '').observe(one.durationMs / 1000)
  }
  const lines = (text: string) =>
    text
      .split('\n')
      .filter((line) => line && !line.startsWith('#'))
      .map(normalise)
      .sort()
  expect(lines(counters.text())).toEqual(lines(await registry.metrics()))
})

function normalise(line: string): string {
  const [, name = '', labels = '', value = ''] = /^(\w+)\{(.*)\} (.*)$/.exec(line) ?? []
  return `${name}{${labels.split(',').sort().join(',')}} ${value}`
}
