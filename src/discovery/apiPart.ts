import { invalidField } from '#core/ApiError.ts'
import { accessInWords, type Deployment } from './Deployment.ts'
import { openApi } from './openApi.ts'

/** A description above this is sent without its responses, or by the forms of its body, so that a tool result stays small. */
const BYTES_MAX = 8_000

/** The operations of a tag in one line each, one operation in full, or with one form of its body: `name.form`. */
export function apiPart(deployment: Deployment, name: string): object {
  const { operations } = deployment
  const tagged = operations.filter(({ tag }) => tag === name)
  if (tagged.length > 0)
    return {
      operations: tagged.map((one) => `${one.name}: ${one.method} ${one.path} (${accessInWords(one)}) ${one.summary}`),
    }
  const [operationName = '', form] = name.split('.')
  const operation = operations.find((one) => one.name === operationName)
  if (operation) return describeOne({ ...deployment, operations: [operation] }, form)
  const tags = [...new Set(operations.map(({ tag }) => tag))].toSorted()
  throw invalidField('api', `must be the name of an operation or a tag: ${tags.join(', ')}`)
}

type Schema = { properties?: Record<string, { const?: unknown }>; required?: string[]; oneOf?: Schema[] }
type Body = { content: { 'application/json': { schema: Schema } } }
type Described = { responses: Record<string, unknown>; security?: unknown; requestBody?: Body; operationId?: string }

function describeOne(deployment: Deployment, form: string | undefined): object {
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
  if (form === undefined && isSmall(whole)) return whole
  const asked = { method: method.toUpperCase(), path, ...request, responses: 'See the OpenAPI document.' }
  return form === undefined && isSmall(asked) ? asked : { ...asked, ...byForm(request, form) }
}

function isSmall(described: object): boolean {
  return JSON.stringify(described).length <= BYTES_MAX
}

/** The fields of each form of a body, or one form with its schema. */
function byForm(
  { requestBody, operationId }: Pick<Described, 'requestBody' | 'operationId'>,
  form: string | undefined,
): object {
  const json = requestBody?.content['application/json']
  const forms = new Map(json?.schema.oneOf?.map((one) => [nameOf(one) ?? '', one]))
  const withSchema = (schema: object) => ({ requestBody: { content: { 'application/json': { ...json, schema } } } })
  if (form === undefined) {
    if (forms.size === 0) return {}
    const fields = Object.fromEntries([...forms].map(([name, one]) => [name, fieldsIn(one)]))
    return { ...withSchema(fields), next: `Ask for ${operationId}.<form> for the schema of a form.` }
  }
  const schema = forms.get(form)
  if (schema) return withSchema(schema)
  throw invalidField(
    'api',
    `must be ${[operationId, ...[...forms.keys()].map((one) => `${operationId}.${one}`)].join(', ')}`,
  )
}

/** The constant that names a form, such as its action. */
function nameOf({ properties = {} }: Schema): string | undefined {
  return Object.values(properties)
    .map((one) => one.const)
    .find((value) => typeof value === 'string') as string | undefined
}

/** Its fields in one line; a field that may be left out ends in `?`. */
function fieldsIn({ properties = {}, required = [] }: Schema): string {
  return Object.keys(properties)
    .map((name) => (required.includes(name) ? name : `${name}?`))
    .join(', ')
}
