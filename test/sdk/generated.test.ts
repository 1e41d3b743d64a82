import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
