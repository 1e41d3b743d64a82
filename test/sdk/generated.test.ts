import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openApi } from '#discovery/openApi.ts'
import { operationsOf } from '#site/pages/developers/OpenApi.ts'
import { snippetsOf } from '#site/pages/developers/snippets.ts'
import * as operations from '../../packages/sdk/src/operations.generated.ts'
import { sdkSource } from '../../scripts/sdk/sdkSource.ts'
import { startTestService, type TestService } from '../setup/service.ts'

let service: TestService
beforeAll(async () => {
  service = await startTestService()
})
afterAll(() => service?.[Symbol.asyncDispose]())

test('the operations of the SDK are those of a running service', async () => {
  const written = await readFile('packages/sdk/src/operations.generated.ts', 'utf8')
  expect(sdkSource(service.operations) === written, 'run: npx node scripts/writeSdk.ts').toBe(true)
})

test('every constant is an operation of the same name, method and path', () => {
  const served = new Map(service.operations.map((one) => [one.name, `${one.method} ${one.path}`]))
  for (const [name, { method, path }] of Object.entries(operations)) expect(served.get(name)).toBe(`${method} ${path}`)
  expect(Object.keys(operations).length).toBeGreaterThan(100)
})

test('the reference shows each operation of the SDK as SDK and CLI, and no other', () => {
  const { baseUrl } = service
  const document = openApi({ baseUrl, apiOrigin: baseUrl, version: '1', operations: service.operations, webhooks: [] })
  const shown = operationsOf(document).flatMap((one) =>
    snippetsOf(one, baseUrl).map((snippet) => ({ ...snippet, ...one })),
  )
  const named = new Set(shown.filter(({ label }) => label === 'SDK').map(({ id }) => id))
  expect(named).toEqual(new Set(Object.keys(operations)))
  for (const { id, label, code } of shown) {
    if (label !== 'CLI') continue
    const [, name = '', json = '{}'] = /^slipway call (\w+)(?: '(.*)')?$/.exec(code) ?? []
    expect([name, typeof JSON.parse(json)]).toEqual([id, 'object'])
  }
})
