import { Ajv } from 'ajv'
import { SANDBOX_SCHEMAS } from './sandboxSchemas.generated.ts'

type Schema = {
  [key: string]: unknown
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema
}

/** Judges objects by the recorded schemas as an API server with strict validation does; CEL rules are left out. */
export function createValidator(): (kind: string, object: object) => string | undefined {
  const ajv = new Ajv({ strict: false, useDefaults: true, validateFormats: false, allErrors: true })
  const judges = new Map(
    Object.entries(SANDBOX_SCHEMAS).map(([kind, schema]) => [kind, ajv.compile(closed(schema as Schema))]),
  )
  return (kind, object) => {
    const judge = judges.get(kind)
    if (!judge) return `the server does not know ${kind}`
    return judge(object) ? undefined : ajv.errorsText(judge.errors)
  }
}

/** A schema that refuses fields it does not name. */
function closed(schema: Schema): Schema {
  const { properties, items, additionalProperties } = schema
  return {
    ...schema,
    ...(properties && {
      properties: Object.fromEntries(Object.entries(properties).map(([name, one]) => [name, closed(one)])),
      additionalProperties: schema['x-kubernetes-preserve-unknown-fields'] === true,
    }),
    ...(items && { items: closed(items) }),
    ...(additionalProperties && !properties && { additionalProperties: closed(additionalProperties) }),
  } as Schema
}
