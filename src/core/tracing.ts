/** Facts of a span. They never hold a secret, a body or a query. */
export type SpanFacts = Record<string, string | number>

export type SpanStart = {
  readonly name: string
  readonly kind: 'server' | 'client' | 'internal'
  readonly facts?: SpanFacts
  /** The caller's `traceparent` header. */
  readonly parent?: string | undefined
}

export type Span = { add(facts: SpanFacts): void; fail(): void }
export type Tracer = <T>(start: SpanStart, work: (span: Span) => T) => T

export const NO_SPAN: Span = { add() {}, fail() {} }
let tracer: Tracer | undefined

/** Sets the tracer of this process; without one, spans cost nothing. */
export function setTracer(next: Tracer | undefined): void {
  tracer = next
}

/** Runs work inside a span. The span ends with the work, also when that is a promise. */
export function traced<T>(start: () => SpanStart, work: (span: Span) => T): T {
  return tracer ? tracer(start(), work) : work(NO_SPAN)
}
