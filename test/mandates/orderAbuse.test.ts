import { sql } from 'kysely'
import { type Address, type Hex, maxUint256, pad, parseEther, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { ORDER_CONDITION } from '#core/orderCondition.generated.ts'
import { readRows } from '#mandates/actions/readRows.ts'
import { decodeOrder } from '#mandates/actions/readSignedOrder.ts'
import type { Context } from '#mandates/Context.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { TradeOrder } from '#mandates/rules/Order.ts'
import { orderDelegation } from '#mandates/rules/orderCaveats.ts'
import type { OrderRow } from '#mandates/store/tables.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { delegateAccount, launchToken, OWNER, signDelegation, targetsOf } from '../setup/mandates/mandate.ts'
import { EXECUTOR } from '../setup/mandates/order.ts'
import { startTestService, type TestService } from '../setup/service.ts'

let service: TestService
let token: Address
let snapshot: Hex
let salt = 0n
beforeAll(async () => {
  service = await startTestService()
  token = await launchToken(service.devnet)
  await delegateAccount(service.devnet)
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await service.devnet.snapshot()
})
afterEach(() => service.devnet.revert(snapshot))

const answerOf = async (response: Response) => ({
  status: response.status,
  body: (response.status === 204 ? {} : await response.json()) as Body,
})
const post = async (path: string, body: Body) => answerOf(await service.post(path, body))
const get = async (path: string) => answerOf(await service.get(path))
const now = async () => (await service.devnet.client.getBlock()).timestamp

/** An order that its owner builds and signs by hand, past the service. */
async function byHand(changed: Partial<TradeOrder> = {}): Promise<Delegation.SignedDelegation> {
  const owner = service.devnet.account(OWNER).address
  const until = (await now()) + 86_400n
  const trade = { kind: 'limitBuy', amount: 1_000n, outMin: 1n, outMax: maxUint256, tip: 5n } as const
  const order: TradeOrder = { owner, token, until, nonce: 0n, ...trade, ...changed }
  salt += 1n
  return signDelegation(service.devnet, OWNER, orderDelegation(order, targetsOf(service.devnet), salt))
}
const launchpad = () => service.devnet.description.contracts.launchpad
const publish = (signed: Delegation.SignedDelegation) => post('/api/orders', { signed: Delegation.encode(signed) })
const isListed = async (id: string) =>
  (await get('/api/orders?limit=100')).body['orders'].some((order: Body) => order['id'] === id)
const db = () => service.database.tables<Record<never, never>>()

describe('an order that was built by hand', () => {
  test('is not published with an end that is too far away or too near', async () => {
    const forever = await publish(await byHand({ until: 253_402_300_799n, outMin: 2n ** 100n }))
    expect(forever).toMatchObject({ status: 400, body: { message: expect.stringMatching(/more than 90 days/) } })
    const gone = await publish(await byHand({ until: (await now()) + 5n }))
    expect(gone).toMatchObject({ status: 400, body: { message: expect.stringMatching(/within a minute/) } })
  })

  test('is not published with a bound that its words do not say', async () => {
    expect((await publish(await byHand({ outMax: 0n }))).body['message']).toContain('must be one signed order')
  })

  test('is not explained with the limits of one execution if it allows many', async () => {
    const signed = await byHand({ amount: parseEther('1') })
    const explained = async (terms: Hex | undefined) => {
      const caveats = signed.caveats.flatMap((caveat) => {
        if (caveat.enforcer !== FRAMEWORK.LimitedCallsEnforcer) return [caveat]
        return terms === undefined ? [] : [{ ...caveat, terms }]
      })
      const typedData = Delegation.typedData({ ...signed, caveats }, 4663)
      return (await post('/api/explain', { chainId: 4663, from: signed.delegator, typedData })).body
    }
    expect(await explained(toHex(1n, { size: 32 }))).toMatchObject({ known: true, limits: { pay: [{}] } })
    for (const terms of [toHex(1_000n, { size: 32 }), undefined])
      expect(await explained(terms)).toMatchObject({ known: false, limits: { pay: [], receive: [] } })
  })
})

describe('an execution that the chain would refuse is not handed out', () => {
  const executionOf = (id: string, executor: Address) => get(`/api/orders/${id}/execution?executor=${executor}`)

  test('because the executor cannot receive its tip', async () => {
    const { body } = await publish(await byHand())
    expect((await executionOf(body['id'], FRAMEWORK.NonceEnforcer)).status).toBe(400)
    expect((await executionOf(body['id'], service.devnet.account(EXECUTOR).address)).status).toBe(200)
  })

  test('because the contract of the condition is missing', async () => {
    const { body } = await publish(await byHand())
    await service.devnet.client.setCode({ address: ORDER_CONDITION, bytecode: '0x' })
    expect((await executionOf(body['id'], service.devnet.account(EXECUTOR).address)).status).toBe(400)
  })
})

test('an order that its owner enables again after a cancellation is listed again', async () => {
  const signed = await byHand()
  const { id } = (await publish(signed)).body
  const manager = FRAMEWORK.DelegationManager
  await service.devnet.send(OWNER, { to: manager, data: Delegation.revoke(signed) })
  expect((await service.send('DELETE', `/api/orders/${id}`)).status).toBe(204)
  await sql`update orders set ended_at = now() - interval '1 hour' where hash = ${id}`.execute(db())
  const enable = Delegation.revoke(signed).replace(/^0x.{8}/, '0x3ed01015') as Hex
  await service.devnet.send(OWNER, { to: manager, data: enable })
  expect(await publish(signed)).toMatchObject({ status: 201, body: { status: 'ready' } })
  expect(await isListed(id)).toBe(true)
})

test('a position before the events that are kept is answered with a reset, not with a gap', async () => {
  await publish(await byHand())
  const { position } = (await get('/api/orders')).body
  expect((await get('/api/orders/events?after=0')).body).toMatchObject({ reset: false })
  await sql`delete from order_events where seq < ${position}`.execute(db())
  expect((await get('/api/orders/events?after=0')).body).toMatchObject({ reset: true })
  expect((await get(`/api/orders/events?after=${position - 1}`)).body).toMatchObject({ reset: false, events: [{}] })
  await sql`delete from order_events`.execute(db())
  expect((await get(`/api/orders/events?after=${position - 1}`)).body).toMatchObject({ reset: true })
})

test('an owner publishes at most 500 orders a day, also if they end at once', async () => {
  const { address } = service.devnet.account(OWNER)
  await sql`
    insert into orders (hash, owner, token, kind, signed, seq, ended_at)
    select 'h' || n, ${address}, 't', 'limitBuy', '0x', -n, now() from generate_series(1, 500) n`.execute(db())
  try {
    expect((await publish(await byHand())).body['message']).toContain('orders in 24 hours, the maximum')
  } finally {
    await sql`delete from orders where token = 't'`.execute(db())
  }
})

test('owners who fill the list cannot keep others out', async () => {
  await sql`
    insert into orders (hash, owner, token, kind, signed, seq)
    select 'h' || n, 'o' || n / 50, 't', 'limitBuy', '0x', -n from generate_series(1, 20000) n`.execute(db())
  try {
    const position = (await get('/api/orders')).body['position']
    const { status, body } = await publish(await byHand())
    expect(status).toBe(201)
    const { events } = (await get(`/api/orders/events?after=${position}`)).body
    expect(events).toMatchObject([
      { type: 'ended', status: 'displaced' },
      { type: 'published', id: body['id'] },
    ])
  } finally {
    await sql`delete from orders where token = 't'`.execute(db())
  }
})

test('an order is read out of its signed text once, and not for every reader', async () => {
  const signed = Delegation.encode(await byHand())
  const { order, hash } = decodeOrder({ targets: { launchpad: launchpad(), positionManager: undefined } }, signed) ?? {}
  if (!order || !hash) throw new Error('The order was not read.')
  const decoded = new Map<string, TradeOrder>()
  const results = Array.from({ length: 7 }, () => ({ ok: true, data: pad('0x') }))
  const chain = {
    facts: { multicall3: token },
    read: async () => ({ results, block: { number: 1n, timestamp: 1n } }),
    batch: async () => ['0x'],
  }
  const context = { chain, targets: { launchpad: launchpad(), positionManager: undefined }, decoded }
  const rowOf = (text: string) => [{ hash, signed: text }] as unknown as OrderRow[]
  expect(await readRows(context as unknown as Context, rowOf('0x'))).toEqual([])
  expect(await readRows(context as unknown as Context, rowOf(signed))).toMatchObject([{ order }])
  expect(await readRows(context as unknown as Context, rowOf('0x'))).toMatchObject([{ order }])
})
