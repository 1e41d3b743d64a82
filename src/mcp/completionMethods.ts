import { isObject } from '#core/isObject.ts'
import type { Call, Operation } from '#core/Operation.ts'
import type { Params } from './Message.ts'
import type { Method } from './Method.ts'
import { ProtocolError } from './ProtocolError.ts'
import { PROMPT_NAMES } from './promptMethods.ts'
import { read, TEMPLATES } from './resources.ts'

type FindOperation = (name: string) => Operation | undefined

/** Where the values of an argument come from: a list, and the field of its records. */
type Source = { operation: string; list: string; field: string; given?: readonly string[] }

/** By argument, of resource templates and prompts alike. */
const SOURCES: Readonly<Record<string, Source>> = {
  roomId: { operation: 'listRooms', list: 'rooms', field: 'id' },
  topic: { operation: 'listRooms', list: 'rooms', field: 'topic' },
  address: { operation: 'listLaunchTokens', list: 'tokens', field: 'address' },
  boxId: { operation: 'listBoxes', list: 'boxes', field: 'id' },
  sessionId: { operation: 'listBoxSessions', list: 'sessions', field: 'id', given: ['boxId'] },
}

/** The protocol's limit. */
const VALUES_MAX = 100

/** Suggests ids and topics that the caller may read, newest first. */
export function completionMethods(operationOf: FindOperation): Record<string, Method> {
  return {
    'completion/complete': async (params, { call }) => {
      const { name, value } = argumentOf(params)
      const source = SOURCES[name]
      const operation = source && operationOf(source.operation)
      const known = operation ? await valuesOf(operation, source, { call, params }) : []
      const values = [...new Set(known)].filter((one) => one.toLowerCase().startsWith(value.toLowerCase()))
      return { completion: { values: values.slice(0, VALUES_MAX), total: values.length, hasMore: false } }
    },
  }
}

function argumentOf({ ref, argument }: Params): { name: string; value: string } {
  if (!isObject(ref) || !isKnown(ref))
    throw new ProtocolError('invalidParams', 'ref must name a prompt or the uriTemplate of a resource.')
  const { name, value } = isObject(argument) ? argument : {}
  if (typeof name === 'string' && typeof value === 'string') return { name, value }
  throw new ProtocolError('invalidParams', 'argument must have a name and a value.')
}

function isKnown({ type, name, uri }: Record<string, unknown>): boolean {
  if (type === 'ref/prompt') return PROMPT_NAMES.includes(String(name))
  return type === 'ref/resource' && TEMPLATES.some(({ uriTemplate }) => uriTemplate === uri)
}

/** Empty if the caller may not read them. */
async function valuesOf(
  operation: Operation,
  { list, field, given = [] }: Source,
  { call, params }: { call: Call; params: Params },
): Promise<string[]> {
  const context = isObject(params['context']) ? params['context'] : {}
  const known = isObject(context['arguments']) ? context['arguments'] : {}
  const request = Object.fromEntries(given.map((name) => [name, known[name]]))
  const text = await read(operation, request, call).catch(() => '{}')
  const records = (JSON.parse(text) as Record<string, Record<string, unknown>[]>)[list] ?? []
  return records.map((record) => String(record[field] ?? '')).filter((value) => value !== '')
}
