import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'
import { fieldsOf } from '#core/fieldsOf.ts'
import { insteadOf } from '#core/nearest.ts'
import { findLoggedSecrets } from '#core/secrets.ts'

/** Decodes the request with its schema; the error names every wrong field and its rule. */
export function decode<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = z.safeDecode(compiled(schema), value as z.input<Schema>, { reportInput: true })
  if (result.success) return result.data
  throw invalid(result.error.issues, () => unsent(schema, value))
}

const known = new WeakMap<z.ZodType, z.ZodType>()

/** The schema compiled to code at its first use, which decodes several times faster. */
function compiled<Schema extends z.ZodType>(schema: Schema): Schema {
  const made = known.get(schema) ?? z.compile(schema)
  known.set(schema, made)
  return made as Schema
}

/** The fields an unknown field may be a misspelling of. */
function unsent(schema: z.ZodType, value: unknown): string[] {
  return fieldsOf(schema).filter((name) => !Object.hasOwn(Object(value), name))
}

function invalid(issues: readonly z.core.$ZodIssue[], candidates: () => string[]): ApiError {
  const read = issues.slice(0, ISSUES_MAX).flatMap((issue) => flatten(issue, candidates))
  const problems = firstOfEach(read).slice(0, PROBLEMS_MAX)
  const sentences = problems.map(({ field, message }) => `${field === '' ? 'The request' : field} ${message}.`)
  return new ApiError('invalid_argument', sentences.join(' '), {
    details: problems.map(({ field }) => ({ type: 'field', value: field === '' ? 'request' : field })),
  })
}

/**
 * The first problem of each field: a value of the wrong type may break further rules, whose messages would be
 * misleading.
 */
function firstOfEach(problems: readonly Problem[]): Problem[] {
  return problems.filter(({ field }, at) => problems.findIndex((one) => one.field === field) === at)
}

type Problem = { field: string; message: string }

/** Bounds the error, so that a small request cannot provoke a large response. */
export const PROBLEMS_MAX = 5
/** The maximum of problems that are read, because a small request may have ten thousand. */
const ISSUES_MAX = 50
const NAME_LENGTH_MAX = 64
/** A name may be as long as a body; secrets that begin in its shown part end before this. */
const NAME_READ_MAX = 1024
const BARE_KEY = /(?<![0-9a-f])(?:0x)?[0-9a-f]{64}(?![0-9a-f])/i

/** A caller's field name, safe to repeat: truncated, and hidden if it looks like a secret. */
export function shown(name: string): string {
  const read = name.slice(0, NAME_READ_MAX)
  if (BARE_KEY.test(read) || findLoggedSecrets(read).length > 0) return '(hidden)'
  return name.length > NAME_LENGTH_MAX ? `${name.slice(0, NAME_LENGTH_MAX - 1)}…` : name
}

function flatten(issue: z.core.$ZodIssue, candidates: () => string[]): Problem[] {
  const field = shown(issue.path.map(String).join('.'))
  if (issue.code !== 'unrecognized_keys') return [{ field, message: sentence(issue) }]
  const known = field === '' ? candidates() : []
  return issue.keys.slice(0, PROBLEMS_MAX).map((key) => ({
    field: shown(field === '' ? key : `${field}.${key}`),
    message: `is not a known field${known.length > 0 ? `; ${insteadOf(key.slice(0, NAME_LENGTH_MAX), known)}` : ''}`,
  }))
}

const ARTICLES: Record<string, string> = { array: 'an ', object: 'an ', string: 'a ', number: 'a ', boolean: 'a ' }

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is required'
  const { message } = issue
  if (/^(must|is|are|needs|cannot|may|has) /.test(message)) return message
  const bound = /^Too (big|small): expected (\w+) to (?:have|be) [<>]=?(-?[\d.]+)(?: (characters|items))?/.exec(message)
  if (bound) return boundOf(bound)
  const expected = /^Invalid (?:input|option): expected (.*?)(?:, received .*)?$/.exec(message)?.[1]
  return expected
    ? `must be ${ARTICLES[expected] ?? ''}${expected.replaceAll('|', ' or ')}`
    : `is not valid: ${message}`
}

/** A bound, worded like the other messages. */
function boundOf([, side, type, bound, unit]: RegExpExecArray): string {
  const limit = `${side === 'big' ? 'at most' : 'at least'} ${bound}`
  const counted = bound === '1' ? unit?.slice(0, -1) : unit
  return unit === undefined || type === 'number' ? `must be ${limit}` : `must have ${limit} ${counted}`
}
