import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventually } from '../setup/database/databaseService.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { untilIndexed } from '../setup/launchpad/launchIndex.ts'
import { createBrowser, type PushService, peer, startPushService } from '../setup/rules/browser.ts'
import { type RulesService, startRulesService } from '../setup/rules/rulesService.ts'

let push: PushService
let service: RulesService
let buyer: Address
let token: Address
let key: string

beforeAll(async () => {
  push = await startPushService()
  service = await startRulesService({ allowedHosts: [push.host] })
  const [creator, other] = service.chain.accounts as [Address, Address]
  buyer = other
  await service.chain.mine([Launch.create(creator, { name: 'Watched', symbol: 'WATCH', value: parseEther('0.01') })])
  token = (await service.chain.curves())[0]!.token
  await untilIndexed(service.database, service.chain)
  key = (await service.call('GET', '/api/push/key')).body.publicKey
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await push?.[Symbol.asyncDispose]()
})

const buy = () => service.chain.mine([Launch.buy(buyer, token, parseEther('0.01'))])
const sentTo = (path: string) => push.pushed.filter((one) => one.path === path)
const untilSent = (path: string, count: number) =>
  eventually(() => sentTo(path).length >= count, { what: `${count} messages to ${path}` })
const listed = async (developer: string) =>
  (await service.call('GET', '/api/push/subscriptions', undefined, developer)).body.browsers

async function subscribe(path: string, developer: string) {
  const browser = createBrowser()
  const body = { endpoint: `${push.url}${path}`, keys: browser.keys, key }
  const { status, body: record } = await service.call('POST', '/api/push/subscriptions', body, developer)
  expect(status).toBe(201)
  return { ...browser, id: record.id as string }
}

async function watchToken(developer: string): Promise<{ id: string }> {
  const rule = { name: 'it is traded', type: 'launch.trade', filter: { token }, action: { kind: 'push' } }
  const { status, body } = await service.call('POST', '/api/rules', rule, developer)
  expect(status).toBe(201)
  return body
}

test.skipIf(peer.missing !== undefined)('a rule notifies every browser of its owner, encrypted for each', async () => {
  const [laptop, phone] = [await subscribe('/laptop', 'dev_push'), await subscribe('/phone?token=own', 'dev_push')]
  await subscribe('/stranger', 'dev_stranger')
  await watchToken('dev_push')
  await buy()
  await untilSent('/laptop', 1)
  await untilSent('/phone?token=own', 1)
  const [message] = sentTo('/laptop')
  const { body: alerts } = await service.call('GET', '/api/alerts', undefined, 'dev_push')
  const shown = {
    title: 'it is traded',
    body: 'A token was bought or sold, on the curve or in its pool.',
    path: `/launch/${token}`,
    tag: alerts.alerts[0].id,
  }
  expect(await laptop.read(message!)).toEqual(shown)
  expect(await phone.read(sentTo('/phone?token=own')[0]!)).toEqual(shown)
  await expect(phone.read(message!)).rejects.toThrow()
  expect(message!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', topic: shown.tag })
  expect(message!.headers.authorization).toContain(`k=${key}`)
  expect(sentTo('/stranger')).toEqual([])
})

test('a browser that its push service no longer knows is forgotten, and the others are notified', async () => {
  push.statuses.set('/gone', 410)
  await subscribe('/gone', 'dev_gone')
  const kept = await subscribe('/kept', 'dev_gone')
  await watchToken('dev_gone')
  await buy()
  await untilSent('/kept', 1)
  await eventually(async () => (await listed('dev_gone')).length === 1, { what: 'one browser' })
  expect(await listed('dev_gone')).toEqual([expect.objectContaining({ id: kept.id, host: push.host })])
})

test('while a push service fails it is tried again, and a browser that was reached is not notified twice', async () => {
  push.statuses.set('/failing', 503)
  await subscribe('/failing', 'dev_alone')
  await watchToken('dev_alone')
  await subscribe('/failing', 'dev_both')
  await subscribe('/reached', 'dev_both')
  await watchToken('dev_both')
  await buy()
  await untilSent('/failing', 2)
  push.statuses.delete('/failing')
  await untilSent('/failing', 3)
  await buy()
  await untilSent('/reached', 2)
  expect(sentTo('/reached').map(({ headers }) => headers['topic'])).toHaveLength(2)
  expect(new Set(sentTo('/reached').map(({ headers }) => headers['topic'])).size).toBe(2)
})

test('a browser is removed by its owner alone, and subscribing again replaces it', async () => {
  const first = await subscribe('/again', 'dev_again')
  const second = await subscribe('/again', 'dev_again')
  expect(second.id).toBe(first.id)
  expect(await listed('dev_again')).toHaveLength(1)
  const remove = (developer: string) =>
    service.call('DELETE', `/api/push/subscriptions/${first.id}`, undefined, developer)
  expect((await remove('dev_other')).status).toBe(404)
  expect((await remove('dev_again')).status).toBe(204)
  expect(await listed('dev_again')).toEqual([])
})

test('an address inside of the network, a wrong key and too many browsers are refused', async () => {
  const { keys } = createBrowser()
  const post = async (body: object, developer = 'dev_refused') => {
    const { status, body: answer } = await service.call('POST', '/api/push/subscriptions', body, developer)
    return [status, answer.details?.[0]?.value ?? answer.code]
  }
  const endpoint = `${push.url}/refused`
  expect(await post({ endpoint: 'https://169.254.169.254/send', keys, key })).toEqual([400, 'endpoint'])
  expect(await post({ endpoint: 'http://push.example/send', keys, key })).toEqual([400, 'endpoint'])
  expect(await post({ endpoint, keys: { ...keys, p256dh: 'BAAA' }, key })).toEqual([400, 'keys.p256dh'])
  expect(await post({ endpoint, keys: { ...keys, auth: 'AAAA' }, key })).toEqual([400, 'keys.auth'])
  expect(await post({ endpoint, keys, key: 'another' })).toEqual([400, 'key'])
  for (let count = 0; count < 10; count++) await subscribe(`/many/${count}`, 'dev_many')
  expect(await post({ endpoint, keys, key }, 'dev_many')).toEqual([400, 'failed_precondition'])
  expect(await listed('dev_many')).toHaveLength(10)
})
