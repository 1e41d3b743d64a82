import { ApiError } from '#core/ApiError.ts'

/** A field of the answer of an earlier operation, such as `$0.split`. */
const REFERENCE = /^\$(\d+)\.(split|token|poolId)$/

/** No body is nested as deep as this. */
const DEPTH_MAX = 16

/** A body in which references are replaced by the fields that the earlier operations return. */
export function withAnswers(value: unknown, answers: readonly object[], depth = 0): unknown {
  if (depth > DEPTH_MAX) throw new ApiError('invalid_argument', `A body is nested more than ${DEPTH_MAX} levels deep.`)
  const inside = (item: unknown) => withAnswers(item, answers, depth + 1)
  if (Array.isArray(value)) return value.map(inside)
  if (typeof value === 'string') return REFERENCE.test(value) ? resolve(value, answers) : value
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inside(item)]))
}

function resolve(reference: string, answers: readonly object[]): unknown {
  const [, index, field = ''] = REFERENCE.exec(reference) ?? []
  const answer = answers[Number(index)] as Record<string, unknown> | undefined
  const found = answer?.[field]
  if (typeof found === 'string') return found
  const problem = answer
    ? `The response of operation ${index} has no ${field}. A launch has a token only with a salt; a fee split always has a split, and a buy that graduates always has a poolId.`
    : `Operation ${index} does not come before this one.`
  throw new ApiError('invalid_argument', `${reference} has no value. ${problem}`)
}
