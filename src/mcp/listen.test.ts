import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Call, Operation } from '#core/Operation.ts'
import { listen } from './listen.ts'

const BUSY = {
  access: { kind: 'none' },
  request: z.unknown(),
  respond: async () => new Response(ReadableStream.from(busyFeed())),
} as unknown as Operation
const call = { take: async () => {}, caller: { kind: 'anonymous', address: '' } } as unknown as Call

async function* busyFeed(): AsyncGenerator<Uint8Array> {
  for (let count = 0; count < 50; count++) {
    yield Buffer.from('event: message\ndata: {}\n\n')
    await delay(20)
  }
}

const listenTo = (uris: readonly string[], id = 'one') =>
  listen({ id, params: { notifications: { resourceSubscriptions: uris } }, call, operationOf: () => BUSY })

test('a reader who takes nothing is kept one notification of each resource, and hears of all once it reads', async () => {
  const uris = ['room://room_1', 'room://room_2']
  const response = await listenTo(uris)
  await delay(2_500)
  const updates = (await response.text()).split('\n').filter((line) => line.includes('resources/updated'))
  expect(updates.length).toBeLessThanOrEqual(4)
  for (const uri of uris) expect(updates.some((line) => line.includes(uri))).toBe(true)
})

test('an id that every notification would repeat at length is refused', async () => {
  await expect(listenTo(['room://room_1'], 'x'.repeat(201))).rejects.toThrow('id must have at most 200 characters')
})
