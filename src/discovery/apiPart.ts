import { invalidField } from '#core/ApiError.ts'
import { accessInWords, type Deployment } from './Deployment.ts'
import { openApi } from './openApi.ts'

/** A description above this is sent without its responses, so that a tool result stays small. */
const BYTES_MAX = 8_000

/** The operations of a tag in one line each, or one operation in full. */
export function apiPart(deployment: Deployment, name: string): object {
  const { operations } = deployment
  const tagged = operations.filter(({ tag }) => tag === name)
  if (tagged.length > 0)
    return {
      operations: tagged.map((one) => `${one.name}: ${one.method} ${one.path} (${accessInWords(one)}) ${one.summary}`),
    }
  const operation = operations.find((one) => one.name === name)
  if (operation) return describeOne({ ...deployment, operations: [operation] })
  const tags = [...new Set(operations.map(({ tag }) => tag))].toSorted()
  throw invalidField('api', `must be the name of an operation or a tag: ${tags.join(', ')}`)
}

type Described = { responses: Record<string, unknown>; security?: unknown }

function describeOne(deployment: Deployment): object {
  const { paths, components } = openApi(deployment) as {
    paths: Record<string, Record<string, Described>>
    components: { schemas: Record<string, unknown> }
  }
  const [[path, methods] = ['', {}]] = Object.entries(paths)
  const [[method, described] = ['', { responses: {} }]] = Object.entries(methods)
  const { responses, security: _, ...request } = described
  const good = Object.fromEntries(Object.entries(responses).filter(([status]) => status.startsWith('2')))
  const { Error: __, ...schemas } = components.schemas
  const whole = { method: method.toUpperCase(), path, ...request, responses: good, schemas }
  if (JSON.stringify(whole).length <= BYTES_MAX) return whole
  return { method: method.toUpperCase(), path, ...request, responses: 'See the OpenAPI document.' }
}
