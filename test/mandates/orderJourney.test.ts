import { type Address, concat, encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { delegateAccount, launchToken, OWNER, STRANGER } from '../setup/mandates/mandate.ts'
import { EXECUTOR } from '../setup/mandates/order.ts'
import { startTestService, type TestService } from '../setup/service.ts'

const UNITS = parseEther('1000000')
const DAY = 86_400

let service: TestService
let token: Address
let snapshot: Hex
const address = (index: number) => service.devnet.account(index).address
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

const now = async () => Number((await service.devnet.client.getBlock()).timestamp)
const answerOf = async (response: Response) => ({
  status: response.status,
  body: (response.status === 204 ? {} : await response.json()) as Body,
})
const post = async (path: string, body: Body) => answerOf(await service.post(path, body))
const get = async (path: string) => answerOf(await service.get(path))
const send = (index: number, { to, data, value }: Body) =>
  service.devnet.submit(index, { to, data, value: BigInt(value), gas: 2_000_000n })
const withdraw = async (id: string) => (await service.send('DELETE', `/api/orders/${id}`)).status
const isListed = async (id: string) =>
  (await get('/api/orders?limit=100')).body['orders'].some((order: Body) => order['id'] === id)
const tokensOf = (account: Address) =>
  service.devnet.client.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [account] })

async function saleQuote(): Promise<bigint> {
  const { launchpad } = service.devnet.description.contracts
  const call = { abi: launchpadAbi, address: launchpad, functionName: 'getSellQuote', args: [token, UNITS] } as const
  return (await service.devnet.client.readContract(call))[0]
}

async function prepared(changed: Body): Promise<{ status: number; body: Body }> {
  const order = { owner: address(OWNER), token, amount: String(UNITS), until: (await now()) + DAY, ...changed }
  return post('/api/orders/prepare', order)
}

async function signedOrder(changed: Body): Promise<{ signed: Hex; id: string; answer: Body }> {
  const { status, body } = await prepared(changed)
  expect({ status, message: body['message'] }).toEqual({ status: 200, message: undefined })
  const signature = await service.devnet.account(OWNER).signTypedData(body['typedData'])
  const { prefix, suffix } = body['signed'] as { prefix: Hex; suffix: Hex }
  return { signed: concat([prefix, signature, suffix]), id: body['id'], answer: body }
}

async function published(changed: Body): Promise<string> {
  const { signed, id } = await signedOrder(changed)
  const { status, body } = await post('/api/orders', { signed })
  expect({ status, id: body['id'] }).toEqual({ status: 201, id })
  return id
}

const takeProfit = async () => ({ kind: 'takeProfit', outMin: String(await saleQuote()) })
const buy = (index: number, value: bigint) => {
  const { launchpad: to } = service.devnet.description.contracts
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'buy', args: [token, 0n] })
  return service.devnet.submit(index, { to, data, value })
}

describe('an order', () => {
  test('says the worst case first, then how to cancel, then what to sign', async () => {
    const { body } = await prepared(await takeProfit())
    const keys = Object.keys(body)
    expect(keys.indexOf('worstCase')).toBeLessThan(keys.indexOf('cancel'))
    expect(keys.indexOf('cancel')).toBeLessThan(keys.indexOf('typedData'))
    expect(body['meaning'][0]).toMatch(/^Worst case: you sell 1000000/)
    expect(body['warnings'].map(({ code }: Body) => code)).toContain('executes_at_once')
    expect(body['authorization']).toBeNull()
  })

  test('is published, found in the feed, executed by a stranger without any approval, and leaves the feed', async () => {
    const position = (await get('/api/orders')).body['position']
    const id = await published(await takeProfit())
    const { body: feed } = await get(`/api/orders/events?after=${position}&wait=5`)
    expect(feed['events']).toMatchObject([{ type: 'published', id, kind: 'takeProfit' }])
    expect((await get(`/api/orders?owner=${address(OWNER)}&token=${token}`)).body['orders'][0]).toMatchObject({
      id,
      status: 'ready',
    })
    const { body: execution } = await get(`/api/orders/${id}/execution?executor=${address(EXECUTOR)}`)
    const explained = await post('/api/explain', {
      chainId: 4663,
      from: address(EXECUTOR),
      transaction: execution['transaction'],
    })
    expect(explained.body).toMatchObject({ known: true, warnings: [], limits: { pay: [], receive: [{}] } })
    const before = await tokensOf(address(OWNER))
    expect((await send(EXECUTOR, execution['transaction'])).status).toBe('success')
    expect(before - (await tokensOf(address(OWNER)))).toBe(UNITS)
    expect((await get(`/api/orders/${id}`)).body).toMatchObject({ status: 'executed' })
    const ended = await get(`/api/orders/events?after=${feed['position']}&wait=20`)
    expect(ended.body['events']).toMatchObject([{ type: 'ended', id, status: 'executed' }])
    expect(await isListed(id)).toBe(false)
  })

  test('waits for its price, and is refused until then', async () => {
    const id = await published({ kind: 'takeProfit', outMin: String(((await saleQuote()) * 12n) / 10n) })
    expect((await get(`/api/orders/${id}`)).body).toMatchObject({ status: 'waiting' })
    const early = await get(`/api/orders/${id}/execution?executor=${address(EXECUTOR)}`)
    expect(early).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
    await buy(STRANGER, parseEther('0.5'))
    const { body } = await get(`/api/orders/${id}/execution?executor=${address(EXECUTOR)}`)
    expect((await send(EXECUTOR, body['transaction'])).status).toBe('success')
  })

  test('is cancelled by one transaction of its owner, and then withdrawn', async () => {
    const id = await published(await takeProfit())
    expect(await withdraw(id)).toBe(400)
    const { cancel } = (await get(`/api/orders/${id}`)).body
    expect((await send(OWNER, cancel.transaction)).status).toBe('success')
    expect((await get(`/api/orders/${id}`)).body).toMatchObject({ status: 'cancelled' })
    expect(await withdraw(id)).toBe(204)
    expect(await isListed(id)).toBe(false)
  })

  test('is stored once, however often and at how many times at once it is published', async () => {
    const { signed, id } = await signedOrder(await takeProfit())
    const answers = await Promise.all([1, 2, 3, 4].map(() => post('/api/orders', { signed })))
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201])
    expect(new Set(answers.map(({ body }) => body['sequence'])).size).toBe(1)
    expect((await get('/api/orders')).body['orders'].filter((order: Body) => order['id'] === id)).toHaveLength(1)
  })

  test('is explained by a second reading, with the limits of its owner', async () => {
    const { answer } = await signedOrder({
      kind: 'stopLoss',
      outMin: '10000000000000',
      outMax: '20000000000000',
      tip: '5',
    })
    const { body } = await post('/api/explain', { chainId: 4663, from: address(OWNER), typedData: answer['typedData'] })
    expect(body).toMatchObject({ known: true, warnings: [] })
    expect(body['summary']).toContain('Lets anybody make exactly these calls')
    expect(body['limits']).toMatchObject({
      pay: [{ atMost: String(UNITS) }],
      receive: [{ atLeast: '9999999999995' }],
    })
  })
})

describe('refusals say what to send', () => {
  test.each([
    ['a stop-loss without a trigger', { kind: 'stopLoss', outMin: '1' }, /^outMax is required for a stopLoss/],
    [
      'a trigger below the floor',
      { kind: 'stopLoss', outMin: '9', outMax: '8', tip: '1' },
      /^outMax must be above outMin/,
    ],
    [
      'a trigger for another kind',
      { kind: 'takeProfit', outMin: '9', outMax: '10' },
      /^outMax is required for a stopLoss/,
    ],
    ['a tip that eats the sale', { kind: 'takeProfit', outMin: '5', tip: '5' }, /^tip must be below outMin/],
    ['an end in the past', { kind: 'takeProfit', outMin: '1', tip: '0', until: 1 }, /^until must be later/],
    [
      'an end in a year',
      { kind: 'takeProfit', outMin: '1', tip: '0', until: 9_000_000_000 },
      /^until must be at most 90/,
    ],
    ['no minimum', { kind: 'takeProfit', outMin: '0' }, /^outMin must be above 0/],
    [
      'a token that is not ours',
      { kind: 'limitBuy', outMin: '1', token: FRAMEWORK.NonceEnforcer },
      /no price for this order/,
    ],
  ])('%s', async (_, order, message) => {
    expect(await prepared(order)).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
  })

  test('an order that is forged, changed or something else is not published', async () => {
    const { signed } = await signedOrder(await takeProfit())
    const forged = concat([signed.slice(0, -192) as Hex, `0x${'11'.repeat(65)}${'00'.repeat(31)}`])
    expect((await post('/api/orders', { signed: forged })).body['message']).toContain('must be signed by its owner')
    expect((await post('/api/orders', { signed: '0x1234' })).body['message']).toContain('must be one signed order')
    const changed = signed.replace(token.slice(2).toLowerCase(), address(STRANGER).slice(2).toLowerCase()) as Hex
    expect((await post('/api/orders', { signed: changed })).status).toBe(400)
    expect((await get(`/api/orders/0x${'00'.repeat(32)}`)).status).toBe(404)
  })

  test('an order that its owner cannot pay is not published', async () => {
    const { signed } = await signedOrder({ kind: 'limitBuy', amount: String(parseEther('1')), outMin: '1' })
    await service.devnet.client.setBalance({ address: address(OWNER), value: parseEther('1') })
    expect((await post('/api/orders', { signed })).body['message']).toMatch(/^The owner holds less/)
  })

  test('an account has at most 50 open orders', async () => {
    const order = await takeProfit()
    const statuses: number[] = []
    for (let count = 0; count < 51; count += 1)
      statuses.push((await post('/api/orders', { signed: (await signedOrder(order)).signed })).status)
    expect(new Set(statuses)).toEqual(new Set([201, 429]))
    expect((await get(`/api/orders?limit=100&owner=${address(OWNER)}`)).body['orders']).toHaveLength(50)
  })
})
