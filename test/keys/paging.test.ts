import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeysService, type KeysService } from '../setup/keys/keysService.ts'

let service: KeysService
beforeAll(async () => {
  service = await createKeysService()
})
afterAll(() => service[Symbol.asyncDispose]())

test('a page limit above the maximum is clamped', async () => {
  const token = await service.signIn()
  await Promise.all([service.createKey(token), service.createKey(token)])
  for (const path of ['/api/developer/keys', '/api/developer/audit'])
    expect(await service.send('GET', `${path}?limit=100000`, { token })).toMatchObject({
      status: 200,
      body: { nextCursor: null },
    })
})
