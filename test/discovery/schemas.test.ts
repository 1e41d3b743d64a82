import { createRequire } from 'node:module'
import { join } from 'node:path'
import { OAuthMetadataSchema, OAuthProtectedResourceMetadataSchema } from '@modelcontextprotocol/sdk/shared/auth.js'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DOCUMENT_SCHEMAS, type Schema } from '../setup/discovery/documentSchemas.ts'
import { json } from '../setup/json.ts'
import { installPeer } from '../setup/peers.ts'
import { startTestService, type TestService } from '../setup/service.ts'

const peer = await installPeer('schemas')

let service: TestService
beforeAll(async () => {
  service = await startTestService({ env: { SECURITY_CONTACT: 'mailto:security@slipway.example' } })
})
afterAll(() => service?.[Symbol.asyncDispose]())

type Problem = { instancePath: string; message?: string }
type Validate = ((document: unknown) => boolean) & { errors?: Problem[] | null }
type Ajv = { compile(schema: Schema): Validate }

/** The errors of a JSON Schema validator for a document. */
function problemsOf(schema: Schema, document: unknown): Problem[] {
  const load = createRequire(join(peer.folder, 'package.json'))
  const { Ajv2020 } = load('ajv/dist/2020.js') as { Ajv2020: new (options: object) => Ajv }
  const ajv = new Ajv2020({ strict: true, strictRequired: false, allErrors: true })
  const addFormats = load('ajv-formats') as (ajv: Ajv) => void
  addFormats(ajv)
  const validate = ajv.compile(schema)
  validate(document)
  return validate.errors ?? []
}

describe.skipIf(peer.missing)('the documents hold what their standards require', () => {
  test.each(Object.keys(DOCUMENT_SCHEMAS))('%s', async (path) => {
    expect(problemsOf(DOCUMENT_SCHEMAS[path]!, await json(service.get(path)))).toEqual([])
  })

  test('and one that does not is found', async () => {
    const card = await json(service.get('/.well-known/mcp'))
    const schema = DOCUMENT_SCHEMAS['/.well-known/mcp']!
    expect(problemsOf(schema, { ...card, tools: card.tools.slice(1) })).toHaveLength(1)
    expect(problemsOf(schema, { ...card, name: 'slipway' })).toHaveLength(1)
    expect(problemsOf(schema, { ...card, description: 'x'.repeat(101) })).toHaveLength(1)
  })
})

test('every JSON document under .well-known is validated against a schema', async () => {
  const { paths } = await json(service.get('/api/developer/openapi.json'))
  const listed = Object.keys(paths).filter((path) => path.startsWith('/.well-known/') && !path.endsWith('.txt'))
  // The launch contract's document is held against the contract itself, in the tests of the launchpad.
  const known = [
    ...Object.keys(DOCUMENT_SCHEMAS),
    '/.well-known/rh-launchpad.json',
    '/.well-known/skills/{skill_name}/SKILL.md',
  ]
  expect(listed.filter((path) => !known.includes(path))).toEqual([])
})

test('security.txt names the contact of the operator', async () => {
  const text = await (await service.get('/.well-known/security.txt')).text()
  const fields = text
    .trim()
    .split('\n')
    .map((line) => line.split(': ', 2) as [string, string])
  expect(fields.filter(([name]) => name === 'Contact').map(([, value]) => value)).toEqual([
    'mailto:security@slipway.example',
  ])
  const expires = Date.parse(new Map(fields).get('Expires') ?? '')
  expect(expires).toBeGreaterThan(Date.now())
  expect(expires).toBeLessThan(Date.now() + 366 * 86_400_000)
})

test('the metadata of the authorization server and of the resources agree', async () => {
  const server = OAuthMetadataSchema.parse(await json(service.get('/.well-known/oauth-authorization-server')))
  for (const path of ['', '/mcp', '/a2a']) {
    const metadata = await json(service.get(`/.well-known/oauth-protected-resource${path}`))
    expect(metadata.authorization_servers).toEqual([server.issuer])
    expect(metadata.scopes_supported).toEqual(server.scopes_supported)
    expect(server['protected_resources']).toContain(metadata.resource)
  }
  const { paths, components } = await json(service.get('/api/developer/openapi.json'))
  for (const [name, address] of Object.entries(server))
    if (name.endsWith('_endpoint')) expect(Object.keys(paths)).toContain(new URL(String(address)).pathname)
  const { authorizationCode: flow } = components.securitySchemes.oauth.flows
  expect([flow.authorizationUrl, flow.tokenUrl]).toEqual([server.authorization_endpoint, server.token_endpoint])
  expect(Object.keys(flow.scopes)).toEqual(server.scopes_supported)
})

test('a client that follows the protected resource’s metadata understands it', async () => {
  for (const path of ['', '/mcp', '/a2a']) {
    const document = service.get(`/.well-known/oauth-protected-resource${path}`)
    const metadata = OAuthProtectedResourceMetadataSchema.parse(await json(document))
    expect(metadata.scopes_supported).not.toContain('admin:*')
    expect(metadata.resource).toMatch(/^http/)
  }
})
