import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createKeysService, failures, type KeysService, type Reply } from './setup/keys/keysService.ts'

let service: KeysService
beforeAll(async () => {
  service = await createKeysService()
})
afterAll(() => service[Symbol.asyncDispose]())

const BURST = 300

/** A developer who has a key that makes keys, and so 199 more to make. */
async function busyKey(): Promise<string> {
  const token = await service.signIn()
  return (await service.createKey(token, { scopes: ['api:*', 'keys:manage'] })).key
}

/** Sends a whole burst at once, and watches meanwhile what others get and how many wait for a connection. */
async function burst(send: () => Promise<Reply>): Promise<{ own: number[]; others: number[]; waitingMax: number }> {
  const reader = await service.signIn()
  await service.createKey(reader)
  const others: number[] = []
  let [isOver, waitingMax] = [false, 0]
  const read = async () => {
    while (!isOver) {
      others.push((await service.send('GET', '/api/developer/keys', { token: reader })).status)
      waitingMax = Math.max(waitingMax, service.database.usage().waiting)
      await delay(2)
    }
  }
  const reading = Promise.all([read(), read()])
  const replies = await Promise.all(Array.from({ length: BURST }, send)).finally(() => {
    isOver = true
  })
  await reading
  return { own: replies.map(({ status }) => status), others, waitingMax }
}

function count(statuses: readonly number[]): Record<number, number> {
  return Object.fromEntries(
    Map.groupBy(statuses, Number)
      .entries()
      .map(([status, all]) => [status, all.length]),
  )
}

test('a burst of creations by one developer takes no connection from anybody else', async () => {
  const key = await busyKey()
  const body = { name: 'one of many' }
  const { own, others, waitingMax } = await burst(() => service.send('POST', '/api/developer/keys', { key, body }))
  expect(count(own)).toEqual({ 201: 199, 400: 101 })
  expect(Object.keys(count(others))).toEqual(['200'])
  expect(waitingMax).toBeLessThanOrEqual(2)
  expect(failures).toEqual([])
})

test('a burst with Idempotency-Keys does not either', async () => {
  const key = await busyKey()
  const create = () => {
    const headers = { 'idempotency-key': randomUUID() }
    return service.send('POST', '/api/developer/keys', { key, headers, body: { name: 'one of many' } })
  }
  const { own, others, waitingMax } = await burst(create)
  expect(count(own)).toEqual({ 201: 199, 400: 101 })
  expect(Object.keys(count(others))).toEqual(['200'])
  expect(waitingMax).toBeLessThanOrEqual(2)
})

test('a burst of revocations, which all take the same turn, does not either', async () => {
  const key = await busyKey()
  const { id } = await service.createKey(key)
  const { own, others, waitingMax } = await burst(() => service.send('DELETE', `/api/developer/keys/${id}`, { key }))
  expect(count(own)).toEqual({ 204: BURST })
  expect(Object.keys(count(others))).toEqual(['200'])
  expect(waitingMax).toBeLessThanOrEqual(2)
})
