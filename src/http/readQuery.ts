import { ApiError } from '#core/ApiError.ts'
import { fieldsOf } from '#core/fieldsOf.ts'
import { insteadOf } from '#core/nearest.ts'
import type { Operation } from '#core/Operation.ts'
import { PROBLEMS_MAX, shown } from './decode.ts'

type Query = Record<string, string | string[]>

const taken = new WeakMap<Operation, ReadonlySet<string>>()

/** The query parameters by name; an unknown one is refused, or ignored if the operation allows it. */
export function readQuery(operation: Operation, url: string): Query {
  const at = url.indexOf('?')
  if (at === -1) return {}
  const known = fieldsTaken(operation)
  const query: Query = Object.create(null)
  const unknown = new Set<string>()
  for (const [name, value] of new URLSearchParams(url.slice(at))) {
    if (known.has(name)) add(query, name, value)
    else if (unknown.size < PROBLEMS_MAX) unknown.add(shown(name))
  }
  if (unknown.size > 0 && !operation.ignoresUnknownQuery) throw refusal(operation, [...unknown])
  return query
}

/** Fields of the path or the body are not query parameters. */
function fieldsTaken(operation: Operation): ReadonlySet<string> {
  const known = taken.get(operation)
  if (known) return known
  const hasQuery = operation.method === 'GET' || operation.method === 'DELETE' || operation.body === 'raw'
  const names = hasQuery ? fieldsOf(operation.request) : []
  const fields = new Set(names.filter((name) => !operation.path.includes(`{${name}}`)))
  taken.set(operation, fields)
  return fields
}

function add(query: Query, name: string, value: string): void {
  const before = query[name]
  if (before === undefined) query[name] = value
  else if (Array.isArray(before)) before.push(value)
  else query[name] = [before, value]
}

function refusal(operation: Operation, unknown: readonly string[]): ApiError {
  const sentences = unknown.map((field) => `${field} is not a known query parameter; ${adviceFor(operation, field)}.`)
  return new ApiError('invalid_argument', sentences.join(' '), {
    details: unknown.map((value) => ({ type: 'field', value })),
  })
}

function adviceFor(operation: Operation, field: string): string {
  const known = [...fieldsTaken(operation)]
  if (known.length > 0) return insteadOf(field, known)
  const isInBody =
    operation.method !== 'GET' && operation.method !== 'DELETE' && fieldsOf(operation.request).includes(field)
  return isInBody ? 'send it in the JSON body' : 'this path takes none'
}
