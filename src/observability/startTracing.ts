import { setTimeout as delay } from 'node:timers/promises'
import type {
  DiagLogger,
  Span as OtelSpan,
  Tracer as OtelTracer,
  SpanStatusCode,
  TextMapPropagator,
} from '@opentelemetry/api'
import { NO_SPAN, type Span, type SpanStart, setTracer, type Tracer } from '#core/tracing.ts'
import { VERSION } from '#core/version.ts'
import type { Log } from './createLogs.ts'

export type TracingOptions = {
  /** Base URL of an OTLP/HTTP collector. */
  readonly endpoint: string | undefined
  readonly serviceName: string
  /** The share of traces to record, from 0 to 1. A caller's own decision takes precedence. */
  readonly ratio: number
  readonly log: Pick<Log, 'warn'>
}

const EXPORT_MS = 5_000
const CLOSE_MS = 2_000
const WARN_EVERY_MS = 60_000

/** Exports spans to a collector. OpenTelemetry is loaded only if an endpoint is set. */
export async function startTracing({ endpoint, serviceName, ratio, log }: TracingOptions): Promise<AsyncDisposable> {
  if (!endpoint) return { async [Symbol.asyncDispose]() {} }
  const [api, sdk, resources, exporter, hooks, core] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace'),
    import('@opentelemetry/resources'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/context-async-hooks'),
    import('@opentelemetry/core'),
  ])
  const url = `${endpoint.replace(/\/+$/, '')}/v1/traces`
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': serviceName, 'service.version': VERSION }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(ratio) }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({ exporter: new exporter.OTLPTraceExporter({ url, timeoutMillis: EXPORT_MS }) }),
    ],
  })
  api.diag.setLogger(failureLog(log), { logLevel: api.DiagLogLevel.ERROR, suppressOverrideMessage: true })
  api.context.setGlobalContextManager(new hooks.AsyncLocalStorageContextManager().enable())
  setTracer(createTracer(api, new core.W3CTraceContextPropagator(), provider.getTracer('slipway', VERSION)))
  return {
    async [Symbol.asyncDispose]() {
      setTracer(undefined)
      await Promise.race([provider.shutdown().catch(() => {}), delay(CLOSE_MS, undefined, { ref: false })])
      api.context.disable()
      api.diag.disable()
    },
  }
}

/** A collector that is down fails every few seconds, so failures are logged at most once a minute. */
function failureLog(log: Pick<Log, 'warn'>): DiagLogger {
  let quietUntil = 0
  const ignore = () => {}
  const error = (reason: string) => {
    if (performance.now() < quietUntil) return
    quietUntil = performance.now() + WARN_EVERY_MS
    log.warn({ reason }, 'failed to export traces')
  }
  return { error, warn: ignore, info: ignore, debug: ignore, verbose: ignore }
}

type Api = typeof import('@opentelemetry/api')

/** A number, because the enumeration would load the package. */
const FAILED = { code: 2 as SpanStatusCode.ERROR }

function createTracer(
  { context, trace, ROOT_CONTEXT, defaultTextMapGetter, SpanKind }: Api,
  propagator: TextMapPropagator,
  tracer: OtelTracer,
): Tracer {
  const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT, internal: SpanKind.INTERNAL }
  const contextOf = ({ kind, parent }: SpanStart) => {
    if (kind !== 'server') return context.active()
    return propagator.extract(ROOT_CONTEXT, parent ? { traceparent: parent } : {}, defaultTextMapGetter)
  }
  return (start, work) => {
    // Background polls would outnumber the requests.
    if (start.kind === 'client' && !trace.getActiveSpan()) return work(NO_SPAN)
    return tracer.startActiveSpan(
      start.name,
      { kind: KINDS[start.kind], attributes: start.facts ?? {} },
      contextOf(start),
      (span) => endAfter(span, () => work(wrap(span))),
    )
  }
}

function wrap(span: OtelSpan): Span {
  return {
    add: (facts) => void span.setAttributes(facts),
    fail: () => void span.setStatus(FAILED),
  }
}

function endAfter<T>(span: OtelSpan, work: () => T): T {
  const failed = (error: unknown) => {
    span.setStatus(FAILED).end()
    throw error
  }
  try {
    const result = work()
    if (!(result instanceof Promise)) {
      span.end()
      return result
    }
    return result.then((value) => {
      span.end()
      return value
    }, failed) as T
  } catch (error) {
    return failed(error)
  }
}
