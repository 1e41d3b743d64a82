import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createKeysService, type KeysService } from '../setup/keys/keysService.ts'

const HERE = '127.0.0.1'
const ELSEWHERE = '203.0.113.0/24'

let service: KeysService
let token: string
beforeAll(async () => {
  service = await createKeysService()
  token = await service.signIn()
})
afterAll(() => service?.[Symbol.asyncDispose]())

const create = (key: string, body: object) =>
  service.send('POST', '/api/developer/keys', { token: key, body: { name: 'made by a test', ...body } })

async function isTakenAt(secret: string, address: string): Promise<boolean> {
  try {
    await service.authenticate({ secret, address, resource: '' })
    return true
  } catch {
    return false
  }
}

describe('a key with networks', () => {
  test('works in them, and is treated as unknown elsewhere, warm or cold', async () => {
    const { key, id } = await service.createKey(token, { networks: [ELSEWHERE, '2001:db8::/48'] })
    for (const _ of ['cold', 'warm']) {
      expect(await isTakenAt(key, '203.0.113.9')).toBe(true)
      expect(await isTakenAt(key, '2001:db8:0:5::/64')).toBe(true)
      expect(await isTakenAt(key, '203.0.114.9')).toBe(false)
      expect(await isTakenAt(key, '2001:db8:1:5::/64')).toBe(false)
      expect(await isTakenAt(key, 'unknown')).toBe(false)
    }
    const refused = await service.send('GET', '/probe/build', { key })
    const unknown = await service.send('GET', '/probe/build', { key: `${key.slice(0, -1)}x` })
    expect([refused.status, refused.body]).toEqual([unknown.status, unknown.body])
    const { body } = await service.send('GET', '/api/developer/keys', { token })
    const record = (body['keys'] as { id: string }[]).find((one) => one.id === id)
    expect(record).toMatchObject({ networks: [ELSEWHERE, '2001:db8::/48'], callsPerMinute: null })
  })

  test('cannot be used to get a key that works in others', async () => {
    const { key } = await service.createKey(token, { networks: ['127.0.0.0/8'], scopes: ['api:*', 'keys:manage'] })
    for (const networks of [null, ['0.0.0.0/0'], ['127.0.0.0/7'], [HERE, ELSEWHERE]])
      expect((await create(key, { networks })).status).toBe(400)
    const made = await create(key, {})
    expect(made.body['record']).toMatchObject({ networks: ['127.0.0.0/8'] })
    const narrower = await create(key, { networks: [HERE] })
    expect(narrower.body['record']).toMatchObject({ networks: [HERE] })
  })

  test('cannot rotate a key that works in others, and its own successor works in the same', async () => {
    const { key, id } = await service.createKey(token, { networks: ['127.0.0.0/8'], scopes: ['api:*', 'keys:manage'] })
    const free = await service.createKey(token)
    const stolen = await service.send('POST', `/api/developer/keys/${free.id}/rotate`, { key, body: {} })
    expect(stolen.status).toBe(403)
    const own = await service.send('POST', `/api/developer/keys/${id}/rotate`, { key, body: {} })
    expect(own.body['record']).toMatchObject({ networks: ['127.0.0.0/8'] })
    expect(await isTakenAt(String(own.body['key']), '10.0.0.1')).toBe(false)
  })

  test.each([[[]], [['nowhere']], [['2001:db8::1']], [['10.0.0.0/40']], [Array(21).fill(HERE)]])(
    'cannot have %j',
    async (networks) => {
      const reply = await create(token, { networks })
      expect([reply.status, reply.body['code']]).toEqual([400, 'invalid_argument'])
    },
  )
})

describe('a key with a limit of its own', () => {
  test('is refused after that many calls of any kind, while another key of the developer goes on', async () => {
    const { key } = await service.createKey(token, { callsPerMinute: 3, scopes: ['api:*', 'keys:manage'] })
    const other = await service.createKey(token)
    const paths = [
      '/probe/build',
      '/probe/room',
      '/api/developer/keys',
      '/probe/build',
      '/probe/room',
      '/probe/build',
      '/probe/room',
    ]
    const replies = []
    for (const path of paths) replies.push(await service.send('GET', path, { key }))
    const refused = replies.filter(({ status }) => status === 429)
    // A minute that ends in between gives three more calls.
    expect(refused.length).toBeGreaterThanOrEqual(1)
    expect(refused[0]?.headers.get('ratelimit-policy')).toBe('"key";q=3;w=60')
    expect((await service.send('GET', '/probe/build', { key: other.key })).status).toBe(200)
  })

  test('gets no more calls from the keys that it makes and from its successors', async () => {
    const { key, id } = await service.createKey(token, { callsPerMinute: 4, scopes: ['api:*', 'keys:manage'] })
    const made = await create(key, { callsPerMinute: 3 })
    const rotated = await service.send('POST', `/api/developer/keys/${id}/rotate`, { key, body: {} })
    const keys = [key, String(made.body['key']), String(rotated.body['key'])]
    const statuses = []
    for (const one of [...keys, ...keys, ...keys, ...keys]) {
      const { status } = await service.send('GET', '/probe/build', { key: one })
      statuses.push(status)
    }
    // Two calls made the keys. A minute that ends in between gives four more.
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(2 + 4)
  })

  test('cannot give more than it has', async () => {
    const { key, id } = await service.createKey(token, { callsPerMinute: 30, scopes: ['api:*', 'keys:manage'] })
    for (const callsPerMinute of [null, 31, 0, 1.5]) expect((await create(key, { callsPerMinute })).status).toBe(400)
    expect((await create(key, {})).body['record']).toMatchObject({ callsPerMinute: 30 })
    const free = await service.createKey(token)
    const rotated = await service.send('POST', `/api/developer/keys/${free.id}/rotate`, { key, body: {} })
    expect(rotated.body['record']).toMatchObject({ callsPerMinute: 30 })
    const own = await service.send('POST', `/api/developer/keys/${id}/rotate`, { key, body: {} })
    expect(own.body['record']).toMatchObject({ callsPerMinute: 30 })
  })
})
