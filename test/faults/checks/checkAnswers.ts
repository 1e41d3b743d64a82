/** The failures of requests that a fault explains. */
export type Tolerance = {
  /** Kinds of requests that may be refused with 503 and Retry-After. Default: none */
  refused?: readonly string[] | 'all'
  /** Whether a connection may break. Default: false */
  lost?: boolean
}

export type Answer = {
  kind: string
  /** 0 when the connection broke. */
  status: number
  hasRetryAfter: boolean
  /** Of the moments at which the request began and ended. */
  tolerated: readonly Tolerance[]
  detail?: string
}

/** Problems of answers: no server error but 503 with Retry-After, and those only during a fault. */
export function checkAnswers(answers: readonly Answer[]): string[] {
  const counted = Map.groupBy(answers.flatMap(problemOf), (problem) => problem)
  return [...counted].map(([problem, found]) => (found.length > 1 ? `${problem} (${found.length} times)` : problem))
}

function problemOf({ kind, status, hasRetryAfter, tolerated, detail = '' }: Answer): string[] {
  if (status > 0 && status < 500) return []
  if (status === 0) return tolerated.some(({ lost }) => lost) ? [] : [`${kind}: connection lost${detail}`]
  if (status !== 503) return [`${kind}: answered ${status}${detail}`]
  if (!hasRetryAfter) return [`${kind}: 503 without Retry-After${detail}`]
  const isExpected = tolerated.some(({ refused = [] }) => refused === 'all' || refused.includes(kind))
  return isExpected ? [] : [`${kind}: refused without a fault${detail}`]
}
