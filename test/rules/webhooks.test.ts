import { type Address, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { eventually } from '../setup/database/databaseService.ts'
import * as Launch from '../setup/launchpad/launchChain.ts'
import { untilIndexed } from '../setup/launchpad/launchIndex.ts'
import {
  type Received,
  type Receiver,
  signatureByOpenssl,
  startReceiver,
  startSilence,
  verify,
} from '../setup/rules/receiver.ts'
import { type RulesService, startRulesService } from '../setup/rules/rulesService.ts'

let service: RulesService
let receiver: Receiver
let answer: (message: Received) => { status: number; headers?: Record<string, string> } = () => ({ status: 200 })
let hanging: { host: string } & AsyncDisposable
let endpoint: { id: string; secret: string }
let ann: Address
let bob: Address
let token: Address

beforeAll(async () => {
  receiver = await startReceiver({ answer: (message) => answer(message) })
  hanging = await startSilence()
  service = await startRulesService({ allowedHosts: [receiver.host, hanging.host] })
  ;[ann, bob] = service.chain.accounts as [Address, Address]
  await service.chain.mine([Launch.create(ann, { name: 'Watched', symbol: 'WATCH', value: parseEther('0.01') })])
  token = (await service.chain.curves())[0]!.token
  await untilIndexed(service.database, service.chain)
  const { status, body } = await service.call('POST', '/api/webhooks', { url: receiver.url })
  expect(status).toBe(201)
  endpoint = { id: body.endpoint.id, secret: body.secret }
})
afterAll(async () => {
  await service?.[Symbol.asyncDispose]()
  await receiver?.[Symbol.asyncDispose]()
  await hanging?.[Symbol.asyncDispose]()
})

const webhook = () => ({ kind: 'webhook', endpointId: endpoint.id })
async function createRule(rule: object, developer?: string) {
  const { status, body } = await service.call('POST', '/api/rules', { name: 'a rule', ...rule }, developer)
  expect([status, body]).toEqual([201, expect.objectContaining({ enabled: true })])
  return body as { id: string }
}
const messagesOf = ({ id }: { id: string }) => receiver.received.filter(({ body }) => body.rule.id === id)
const until = (rule: { id: string }, count: number) =>
  eventually(() => messagesOf(rule).length >= count, { what: `${count} messages of ${rule.id}` })

describe('events of the launch index', () => {
  test('reach the rules whose filter they match, signed so that the reference library verifies them', async () => {
    const large = await createRule({
      type: 'launch.trade',
      filter: { token, side: 'buy', minEth: String(parseEther('0.02')) },
      action: webhook(),
    })
    const all = await createRule({ type: 'launch.trade', filter: { token }, action: webhook() })
    const other = await createRule({ type: 'launch.trade', filter: { token, trader: ann }, action: webhook() })
    await service.chain.mine([Launch.buy(bob, token, parseEther('0.01'))])
    await service.chain.mine([Launch.buy(bob, token, parseEther('0.02'))])
    await until(large, 1)
    await until(all, 2)
    expect(messagesOf(large).map(({ body }) => body.data['ethAmount'])).toEqual([String(parseEther('0.02'))])
    expect(messagesOf(all).map(({ body }) => body.data['ethAmount'])).toEqual(
      ['0.01', '0.02'].map((eth) => String(parseEther(eth))),
    )
    expect(messagesOf(other)).toEqual([])
    const [message] = messagesOf(large) as [Received]
    expect(verify(endpoint.secret, message)).toEqual(message.body)
    expect(message.body).toMatchObject({ type: 'launch.trade', data: { address: token, trader: bob, side: 'buy' } })
    expect(() => verify(endpoint.secret, { ...message, text: message.text.replace('buy', 'sell') })).toThrow()
  })

  test('cover launches, sales of the creator, graduations, progress, prices, market caps and claimable fees', async () => {
    const types = {
      'launch.created': { creator: ann },
      'launch.creator_sold': { minEth: '1' },
      'launch.graduated': {},
      'launch.progress': { above: '9000' },
    }
    const rules = new Map<string, { id: string }>()
    for (const [type, filter] of Object.entries(types))
      rules.set(type, await createRule({ type, filter, action: webhook() }))
    await service.chain.mine([Launch.create(ann, { name: 'Rising', symbol: 'RISE', value: parseEther('0.5') })])
    await until(rules.get('launch.created')!, 1)
    const rising = (await service.chain.curves()).at(-1)!.token
    const { body: before } = await service.call('GET', `/api/launchpad/token?address=${rising}`)
    const levels = {
      'launch.price': { above: String(BigInt(before.priceEth) + 1n) },
      'launch.market_cap': { above: String(BigInt(before.marketCapEth) * 2n) },
      'launch.fees_claimable': { above: String(BigInt(before.creatorFees.claimable) + 1n) },
    }
    for (const [type, filter] of Object.entries(levels))
      rules.set(type, await createRule({ type, filter: { token: rising, ...filter }, action: webhook() }))
    const falls = await createRule({
      type: 'launch.price',
      filter: { token: rising, below: before.priceEth },
      action: webhook(),
    })
    await service.chain.mine([Launch.buy(bob, rising, parseEther('0.2'))])
    await until(rules.get('launch.price')!, 1)
    await service.chain.mine([Launch.sell(ann, rising, parseEther('100000'))])
    await service.chain.mine([Launch.buy(bob, rising, parseEther('6'))])
    for (const [type, rule] of rules) {
      await until(rule, 1)
      expect([type, messagesOf(rule).map(({ body }) => body.type)]).toEqual([type, [type]])
    }
    const [crossed] = messagesOf(rules.get('launch.price')!) as [Received]
    expect(BigInt(String(crossed.body.data['before']))).toBeLessThan(BigInt(levels['launch.price'].above))
    expect(BigInt(String(crossed.body.data['value']))).toBeGreaterThanOrEqual(BigInt(levels['launch.price'].above))
    expect(messagesOf(falls)).toEqual([])
  })

  test('fire a rule with a cooldown once, and not after its end or while it is paused', async () => {
    const calm = await createRule({ type: 'launch.trade', filter: { token }, action: webhook(), cooldownSeconds: 3600 })
    const paused = await createRule({ type: 'launch.trade', filter: { token }, action: webhook() })
    const marker = await createRule({ type: 'launch.trade', filter: { token }, action: webhook() })
    expect((await service.call('PATCH', `/api/rules/${paused.id}`, { enabled: false })).body.enabled).toBe(false)
    for (let i = 0; i < 3; i++) await service.chain.mine([Launch.buy(bob, token, 1_000_000n)])
    await until(marker, 3)
    await until(calm, 1)
    expect([messagesOf(calm).length, messagesOf(paused).length]).toEqual([1, 0])
    await service.call('PATCH', `/api/rules/${paused.id}`, { enabled: true })
    await service.chain.mine([Launch.buy(bob, token, 1_000_000n)])
    await until(paused, 1)
    expect(messagesOf(paused)).toHaveLength(1)
  })

  test('of a replaced block are followed by a reorg event that names them', async () => {
    const rule = await createRule({ type: 'launch.trade', filter: { token }, action: webhook(), cooldownSeconds: 3600 })
    const before = await service.chain.snapshot()
    await service.chain.mine([Launch.buy(bob, token, 2_000_000n)])
    await until(rule, 1)
    await service.chain.revert(before)
    await service.chain.mine([Launch.buy(bob, token, 3_000_000n)])
    await until(rule, 3)
    const [replaced, reorg, again] = messagesOf(rule) as [Received, Received, Received]
    expect(reorg.body).toMatchObject({ type: 'reorg', data: { replaced: [replaced.id] } })
    expect(again.body.data['ethAmount']).toBe('3000000')
    const { body } = await service.call('GET', `/api/alerts?ruleId=${rule.id}`)
    expect(body.alerts.map((alert: { replaced: boolean }) => alert.replaced)).toEqual([false, false, true])
  })
})

describe('delivery', () => {
  test('retries in order, with the same id and body, and logs every attempt', async () => {
    const rule = await createRule({ type: 'launch.trade', filter: { token }, action: webhook() })
    let failures = 2
    answer = ({ body }) => (body.rule.id === rule.id && failures-- > 0 ? { status: 500 } : { status: 200 })
    await service.chain.mine([Launch.buy(bob, token, 4_000_000n)])
    await service.chain.mine([Launch.buy(bob, token, 5_000_000n)])
    await until(rule, 2)
    answer = () => ({ status: 200 })
    const sent = receiver.attempts.filter(({ body }) => body.rule.id === rule.id)
    expect(sent.map(({ body }) => body.data['ethAmount'])).toEqual(['4000000', '4000000', '4000000', '5000000'])
    expect(new Set(sent.slice(0, 3).map(({ id, text }) => id + text)).size).toBe(1)
    const ofRule = async () => {
      const { body } = await service.call('GET', `/api/webhooks/${endpoint.id}/deliveries?limit=100`)
      return body.deliveries.filter((one: { ruleId: string }) => one.ruleId === rule.id)
    }
    await eventually(async () => (await ofRule())[0]?.status === 'delivered', { what: 'the log' })
    expect(await ofRule()).toMatchObject([
      { status: 'delivered', attempts: 1, log: [{ status: 200, answer: 'answered 200', problem: null }] },
      {
        status: 'delivered',
        attempts: 3,
        request: sent[0]!.text,
        log: [{ status: 200 }, { status: 500, answer: 'answered 500', problem: 'status 500' }, { status: 500 }],
      },
    ])
  })

  test('does not follow redirects', async () => {
    const rule = await createRule({ type: 'launch.trade', filter: { token }, action: webhook() })
    answer = ({ body }) =>
      body.rule.id === rule.id ? { status: 307, headers: { location: receiver.url } } : { status: 200 }
    await service.call('POST', `/api/rules/${rule.id}/test`)
    await eventually(() => receiver.attempts.filter(({ body }) => body.rule.id === rule.id).length >= 2)
    answer = () => ({ status: 200 })
    await until(rule, 1)
    const { body } = await service.call('GET', `/api/webhooks/${endpoint.id}/deliveries`)
    expect(body.deliveries[0].log.at(-1).problem).toBe('status 307: redirects are not followed')
  })

  test('sends a sample that says so, and events again by id, by range and from a number on', async () => {
    const rule = await createRule({ type: 'launch.graduated', action: webhook() })
    for (let i = 0; i < 3; i++)
      expect((await service.call('POST', `/api/rules/${rule.id}/test`)).body).toEqual({ deliveries: 1 })
    await until(rule, 3)
    const first = messagesOf(rule)
    expect(first.map(({ body }) => body.test)).toEqual([true, true, true])
    const [one, two, three] = first.map(({ body }) => body.sequence) as [number, number, number]
    const again = (body: object) => service.call('POST', `/api/webhooks/${endpoint.id}/redeliver`, body)
    expect((await again({ eventId: first[1]!.id })).body).toEqual({ deliveries: 1 })
    await until(rule, 4)
    expect((await again({ from: one, to: two })).body).toEqual({ deliveries: 2 })
    await until(rule, 6)
    const replay = await service.call('POST', `/api/rules/${rule.id}/replay`, { after: two })
    expect(replay.body).toEqual({ deliveries: 1, lastSequence: null })
    await until(rule, 7)
    expect(messagesOf(rule).map(({ body }) => body.sequence)).toEqual([one, two, three, two, one, two, three])
    expect(new Set(messagesOf(rule).map(({ id }) => id)).size).toBe(3)
    for (const message of messagesOf(rule)) verify(endpoint.secret, message)
  })

  test('signs with both secrets while they rotate', async () => {
    const { body } = await service.call('POST', `/api/webhooks/${endpoint.id}/rotate`)
    const rule = await createRule({ type: 'launch.graduated', action: webhook() })
    await service.call('POST', `/api/rules/${rule.id}/test`)
    await until(rule, 1)
    const [message] = messagesOf(rule) as [Received]
    for (const secret of [endpoint.secret, body.secret]) verify(secret, message)
    const signatures = [body.secret, endpoint.secret].map((secret) => signatureByOpenssl(secret, message))
    expect(message.headers['webhook-signature']).toBe(signatures.join(' '))
    expect(body.secret).not.toBe(endpoint.secret)
    endpoint.secret = body.secret
  })

  test('ends at an endpoint that says it is gone, and its owner finds that in the feed', async () => {
    const { body: gone } = await service.call('POST', '/api/webhooks', { url: `${receiver.url}/gone` })
    const action = { kind: 'webhook', endpointId: gone.endpoint.id }
    const rule = await createRule({ type: 'launch.trade', filter: { token }, action })
    answer = ({ body }) => (body.rule.id === rule.id ? { status: 410 } : { status: 200 })
    await service.chain.mine([Launch.buy(bob, token, 6_000_000n)])
    const endpointNow = async () =>
      (await service.call('GET', '/api/webhooks')).body.endpoints.find(
        ({ id }: { id: string }) => id === gone.endpoint.id,
      )
    await eventually(async () => (await endpointNow()).status === 'disabled', { what: 'the disabled endpoint' })
    expect((await endpointNow()).disabledReason).toBe('It responded with 410 Gone.')
    const { body } = await service.call('GET', `/api/alerts?ruleId=${rule.id}`)
    expect(body.alerts[0]).toMatchObject({
      type: 'webhook.disabled',
      event: { data: { endpointId: gone.endpoint.id } },
    })
    const refused = await service.call('POST', `/api/webhooks/${gone.endpoint.id}/redeliver`, { from: 0, to: 9999 })
    expect([refused.status, refused.body.code]).toEqual([400, 'failed_precondition'])
    answer = () => ({ status: 200 })
    await service.call('POST', `/api/webhooks/${gone.endpoint.id}/enable`)
    await service.call('POST', `/api/rules/${rule.id}/replay`, { after: 0 })
    await until(rule, 1)
    expect(messagesOf(rule)[0]?.body.data['ethAmount']).toBe('6000000')
  })

  test('to one tenant does not wait for the endpoints of another that never answer', async () => {
    const { body } = await service.call('POST', '/api/webhooks', { url: `http://${hanging.host}/x` }, 'dev_b')
    const action = { kind: 'webhook', endpointId: body.endpoint.id }
    for (let i = 0; i < 50; i++) await createRule({ type: 'launch.trade', filter: { token }, action }, 'dev_b')
    const mine = await createRule({ type: 'launch.trade', filter: { token }, action: webhook() })
    await service.chain.mine([Launch.buy(bob, token, 7_000_000n)])
    await until(mine, 1)
    expect((await service.call('GET', '/api/alerts?limit=200', undefined, 'dev_b')).body.alerts).toHaveLength(50)
    const { body: log } = await service.call('GET', `/api/webhooks/${body.endpoint.id}/deliveries`, undefined, 'dev_b')
    expect(log.deliveries[0]).toMatchObject({ status: 'pending', attempts: 0 })
  })
})
