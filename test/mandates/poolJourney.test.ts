import { type Address, concat, encodeFunctionData, erc20Abi, type Hex, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { orderDelegation, recogniseOrder } from '#mandates/rules/orderCaveats.ts'
import { poolOf } from '#mandates/rules/poolTrade.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { delegateAccount, launchToken, OWNER, STRANGER, signDelegation, targetsOf } from '../setup/mandates/mandate.ts'
import { EXECUTOR } from '../setup/mandates/order.ts'
import { startTestService, type TestService } from '../setup/service.ts'

/** Orders for a graduated token, by the service. */

const UNITS = parseEther('1000000')
const PAID = parseEther('0.01')
const DAY = 86_400
const FULL = parseEther('5')

let service: TestService
let token: Address
let curveOrder: Hex
let snapshot: Hex
const address = (index: number) => service.devnet.account(index).address
const answerOf = async (response: Response) => ({ status: response.status, body: (await response.json()) as Body })
const post = async (path: string, body: Body) => answerOf(await service.post(path, body))
const get = async (path: string) => answerOf(await service.get(path))
beforeAll(async () => {
  service = await startTestService()
  token = await launchToken(service.devnet)
  await delegateAccount(service.devnet)
  curveOrder = await signedBy(
    (await prepared({ kind: 'takeProfit', amount: String(UNITS), outMin: '1000000000000000' })).body,
  )
  const { launchpad: to } = service.devnet.description.contracts
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'buy', args: [token, 0n] })
  await service.devnet.send(STRANGER, { to, data, value: FULL })
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await service.devnet.snapshot()
})
afterEach(() => service.devnet.revert(snapshot))

async function prepared(changed: Body): Promise<{ status: number; body: Body }> {
  const until = Number((await service.devnet.client.getBlock()).timestamp) + DAY
  return post('/api/orders/prepare', { owner: address(OWNER), token, until, ...changed })
}

async function signedBy({ typedData, signed: { prefix, suffix } }: Body): Promise<Hex> {
  const signature = await service.devnet.account(OWNER).signTypedData(typedData)
  return concat([prefix as Hex, signature, suffix as Hex])
}

const tokensOf = (account: Address) =>
  service.devnet.client.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [account] })

/** A result that is certain to be far enough from the present one. */
const SMALL = '1000000000000000'
const HUGE = String(parseEther('1000'))
const REQUESTS = {
  limitBuy: { kind: 'limitBuy', amount: String(PAID), outMin: String(parseEther('1000')) },
  takeProfit: { kind: 'takeProfit', amount: String(UNITS), outMin: SMALL },
  stopLoss: { kind: 'stopLoss', amount: String(UNITS), outMin: SMALL, outMax: HUGE },
} as const

describe.each(['limitBuy', 'takeProfit', 'stopLoss'] as const)('%s of a graduated token', (kind) => {
  test('is prepared, explained, published, executed by a stranger and over', async () => {
    const { status, body } = await prepared(REQUESTS[kind])
    expect({ status, message: body['message'] }).toEqual({ status: 200, message: undefined })
    expect(body['meaning'][1]).toContain('in its Uniswap v4 pool')
    expect(body['warnings'].map(({ code }: Body) => code)).toContain('executes_at_once')
    const { typedData } = body
    const explained = await post('/api/explain', { chainId: 4663, from: address(OWNER), typedData })
    expect(explained.body).toMatchObject({ known: true, warnings: [] })
    const published = await post('/api/orders', { signed: await signedBy(body) })
    expect(published).toMatchObject({
      status: 201,
      body: { kind, venue: 'pool', status: 'ready', quote: body['quote'] },
    })
    const { body: execution } = await get(`/api/orders/${body['id']}/execution?executor=${address(EXECUTOR)}`)
    const { transaction } = execution
    const read = await post('/api/explain', { chainId: 4663, from: address(EXECUTOR), transaction })
    expect(read.body).toMatchObject({ known: true, warnings: [], limits: { pay: [], receive: [{}] } })
    const before = await tokensOf(address(OWNER))
    const { to, data, gasLimit } = transaction
    expect((await service.devnet.submit(EXECUTOR, { to, data, gas: BigInt(gasLimit) })).status).toBe('success')
    const change = (await tokensOf(address(OWNER))) - before
    expect(change).toBe(kind === 'limitBuy' ? BigInt(body['quote']) : -UNITS)
    expect((await get(`/api/orders/${body['id']}`)).body).toMatchObject({ status: 'executed' })
  })

  test('waits for its price', async () => {
    const far = kind === 'stopLoss' ? { outMin: '200000000000', outMax: '300000000000', tip: '1' } : { outMin: HUGE }
    const request = {
      ...REQUESTS[kind],
      ...far,
      ...(kind === 'limitBuy' && { outMin: String(parseEther('900000000')) }),
    }
    const { body } = await prepared(request)
    expect(body['warnings'].map(({ code }: Body) => code)).not.toContain('executes_at_once')
    const { body: order } = await post('/api/orders', { signed: await signedBy(body) })
    expect(order).toMatchObject({ status: 'waiting', venue: 'pool' })
    const early = await get(`/api/orders/${body['id']}/execution?executor=${address(EXECUTOR)}`)
    expect(early).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
  })

  test('that reads the price of another pool is refused, and the decoder warns of it', async () => {
    const { body } = await prepared(REQUESTS[kind])
    const targets = targetsOf(service.devnet)
    const signed = Delegation.decode(await signedBy(body))
    const order = signed && recogniseOrder(signed, targets)
    if (!order || !('pool' in order) || !order.pool) throw new Error('The order was not read.')
    const pool = { ...poolOf({ token: address(STRANGER) }, targets), leastX96: order.pool.leastX96 }
    const forged = orderDelegation({ ...order, pool }, targets, 77n)
    const typedData = JSON.parse(
      JSON.stringify(Delegation.typedData(forged, 4663), (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    )
    const { body: explained } = await post('/api/explain', { chainId: 4663, from: address(OWNER), typedData })
    expect(explained).toMatchObject({ known: true, warnings: [{ code: 'UNKNOWN_CONDITION' }] })
    const theft = Delegation.encode(await signDelegation(service.devnet, OWNER, forged))
    expect(await post('/api/orders', { signed: theft })).toMatchObject({ status: 400 })
  })
})

test('an order for the curve is closed after graduation', async () => {
  const { status, body } = await post('/api/orders', { signed: curveOrder })
  expect({ status, message: body['message'] }).toEqual({ status: 400, message: expect.stringMatching(/has graduated/) })
})

test('a stop-loss whose trigger rounds to its floor is refused with the field', async () => {
  const request = { kind: 'stopLoss', amount: String(UNITS), outMin: SMALL, outMax: SMALL }
  const { status, body } = await prepared(request)
  expect({ status, message: body['message'] }).toEqual({ status: 400, message: expect.stringMatching(/above outMin/) })
})
