import { z } from 'zod'
import { invalidField } from '#core/ApiError.ts'
import { insteadOf } from '#core/nearest.ts'
import { type EventTypeName, eventTypeOf } from './eventTypes.ts'

/** The filter of a rule as it is stored: texts by name. Throws with the first field that is wrong. */
export function parseFilter(type: EventTypeName, given: Record<string, unknown>): Record<string, string> {
  const { filter, compares } = eventTypeOf(type)
  const parsed = filter.safeParse(given)
  if (!parsed.success) throw refusal(type, parsed.error.issues[0] as z.core.$ZodIssue)
  const encoded = z.encode(filter, parsed.data as never) as Record<string, unknown>
  const texts = Object.entries(encoded).filter(([, value]) => value !== undefined)
  if (compares?.kind === 'crosses' && given['above'] === undefined && given['below'] === undefined)
    throw invalidField('filter', 'must have "above" or "below", the value that is crossed')
  return Object.fromEntries(texts.map(([name, value]) => [name, String(value)]))
}

function refusal(type: EventTypeName, issue: z.core.$ZodIssue) {
  const known = Object.keys(eventTypeOf(type).filter.shape)
  if (issue.code === 'unrecognized_keys') {
    const [name = ''] = issue.keys
    return invalidField(`filter.${name}`, `is not a field of the filter of ${type}; ${insteadOf(name, known)}`)
  }
  const field = ['filter', ...issue.path].join('.')
  const isMissing = issue.code === 'invalid_type' && /received undefined/.test(issue.message)
  return invalidField(field, isMissing ? 'is required' : issue.message)
}
