import { z } from 'zod'
import { open } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { isObject } from '#core/isObject.ts'
import * as Tool from '#core/Tool.ts'
import { ProtocolError } from '#mcp/ProtocolError.ts'
import { HEADER_SCHEMA } from './fixtureHeader.ts'
import { ASKING_TOOLS, type Asking } from './inputRequired.ts'

export const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const WAV = Buffer.from(
  'RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0\x44\xac\0\0\x01\0\x08\0data\0\0\0\0',
).toString('base64')
export const image = { type: 'image', data: PNG, mimeType: 'image/png' }
export const text = (words: string) => ({ type: 'text', text: words })
export const embedded = (uri: string) => ({
  type: 'resource',
  resource: { uri, mimeType: 'text/plain', text: 'Embedded.' },
})

/** Needs what the client has not said it can do. */
const needsSampling: Asking = ({ _meta }) => {
  const declared = isObject(_meta) ? _meta['io.modelcontextprotocol/clientCapabilities'] : undefined
  if (isObject(declared) && 'sampling' in declared) return { content: [text('The client can sample.')] }
  const data = { requiredCapabilities: { sampling: {} } }
  throw new ProtocolError('missingCapability', 'This tool asks the client for a sample.', { status: 400, data })
}

/** Tools whose results no tool of the product has. */
export const RAW_TOOLS: Readonly<Record<string, Asking>> = {
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({ content: [embedded('test://embedded-resource')] }),
  test_multiple_content_types: () => ({
    content: [text('Several kinds.'), image, embedded('test://mixed-content-resource')],
  }),
  test_missing_capability: needsSampling,
  test_streaming_elicitation: ASKING_TOOLS['test_input_required_result_elicitation'] as Asking,
  test_logging_tool: () => ({ content: [text('Nothing was logged.')] }),
  json_schema_2020_12_tool: () => ({ content: [text('A whole schema.')] }),
  test_tool_with_header: () => ({ content: [text('The header was checked.')] }),
  ...ASKING_TOOLS,
}

/** Every part of JSON Schema 2020-12 that a list of tools must leave alone. */
const WHOLE_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  $defs: {
    address: {
      $anchor: 'addressDef',
      type: 'object',
      properties: { street: { type: 'string' }, city: { type: 'string' } },
    },
  },
  properties: {
    name: { type: 'string' },
    address: { $ref: '#/$defs/address' },
    contactMethod: { type: 'string', enum: ['phone', 'email'] },
    phone: { type: 'string' },
    email: { type: 'string' },
  },
  allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
  if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema.
  then: { required: ['phone'] },
  else: { required: ['email'] },
  additionalProperties: false,
}

const SCHEMAS: Readonly<Record<string, object>> = {
  json_schema_2020_12_tool: WHOLE_SCHEMA,
  test_tool_with_header: HEADER_SCHEMA,
}

export const describeRaw = (name: string) => ({
  name,
  description: 'A tool of the conformance suite.',
  inputSchema: SCHEMAS[name] ?? { type: 'object' },
})

const shared = {
  title: 'Conformance',
  description: 'A tool of the conformance suite.',
  access: open,
  limit: 'read',
  annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  input: z.strictObject({}),
  output: z.object({ text: z.string() }),
} as const

/** Tools in the form of the product's own. */
export const TOOLS = [
  Tool.define({
    ...shared,
    name: 'test_simple_text' as 'svc_',
    run: () => ({ text: 'This is a simple text response for testing.' }),
  }),
  Tool.define({
    ...shared,
    name: 'test_error_handling' as 'svc_',
    run() {
      throw new ApiError('failed_precondition', 'This tool intentionally returns an error for testing.')
    },
  }),
]
