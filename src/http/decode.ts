import { z } from 'zod'
import { ApiError } from '#core/ApiError.ts'

/** The request as its schema sees it; a mismatch names every field and says what each must be. */
export function decode<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const result = z.safeDecode(schema, value as z.input<Schema>, { reportInput: true })
  if (result.success) return result.data
  throw invalid(result.error.issues)
}

function invalid(issues: readonly z.core.$ZodIssue[]): ApiError {
  const problems = issues.flatMap(flatten)
  const sentences = problems
    .slice(0, 5)
    .map(({ field, message }) => `${field === '' ? 'The request' : field} ${message}.`)
  return new ApiError('invalid_argument', sentences.join(' '), {
    details: problems.slice(0, 20).map(({ field }) => ({ type: 'field', value: field === '' ? 'request' : field })),
  })
}

type Problem = { field: string; message: string }

function flatten(issue: z.core.$ZodIssue): Problem[] {
  const field = issue.path.map(String).join('.')
  if (issue.code === 'unrecognized_keys')
    return issue.keys.map((key) => ({ field: field === '' ? key : `${field}.${key}`, message: 'is not a known field' }))
  return [{ field, message: sentence(issue) }]
}

function sentence(issue: z.core.$ZodIssue): string {
  if (issue.input === undefined && issue.code !== 'custom') return 'is required'
  const { message } = issue
  if (/^(must|is|are|needs|cannot|may|has) /.test(message)) return message
  const expected = /^Invalid (?:input|option): expected (.*?)(?:, received .*)?$/.exec(message)?.[1]
  return expected ? `must be ${expected.replaceAll('|', ' or ')}` : `is not valid: ${message}`
}
