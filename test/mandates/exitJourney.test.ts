import { type Address, concat, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { orderDelegation, recogniseOrder } from '#mandates/rules/orderCaveats.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { delegateAccount, OWNER, signDelegation, targetsOf } from '../setup/mandates/mandate.ts'
import { EXECUTOR } from '../setup/mandates/order.ts'
import { startTestService, type TestService } from '../setup/service.ts'

/** From "take my position out at this price" to the tokens of the owner, by the service. */

const OPERATOR = 19
const DAY = 86_400
/** A price that no pool reaches, and the prices beyond both ends of the widest range. */
const LOW = '0.000000000000000000000000000001'
const HIGHEST = '9'.repeat(40)
const LOWEST = `0.${'0'.repeat(39)}1`
const abi = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function transferFrom(address from, address to, uint256 tokenId)',
])

let service: TestService
let snapshot: Hex
const tokenIds: Record<string, bigint> = {}
const address = (index: number) => service.devnet.account(index).address
const managers = () => {
  const { positionManager, v4PositionManager } = targetsOf(service.devnet)
  return { V3: positionManager, V4: v4PositionManager }
}
beforeAll(async () => {
  service = await startTestService()
  await delegateAccount(service.devnet)
  for (const [protocol, manager] of Object.entries(managers())) tokenIds[protocol] = await givePosition(manager)
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await service.devnet.snapshot()
})
afterEach(() => service.devnet.revert(snapshot))

/** The first position of the operator of the seed becomes the owner's. */
async function givePosition(manager: Address): Promise<bigint> {
  for (let id = 1n; ; id += 1n) {
    const holder = await service.devnet.client.readContract({
      abi,
      address: manager,
      functionName: 'ownerOf',
      args: [id],
    })
    if (holder !== address(OPERATOR)) continue
    const args = [holder, address(OWNER), id] as const
    await service.devnet.send(OPERATOR, {
      to: manager,
      data: encodeFunctionData({ abi, functionName: 'transferFrom', args }),
    })
    return id
  }
}

const answerOf = async (response: Response) => ({ status: response.status, body: (await response.json()) as Body })
const post = async (path: string, body: Body) => answerOf(await service.post(path, body))
const get = async (path: string) => answerOf(await service.get(path))

async function prepared(changed: Body): Promise<{ status: number; body: Body }> {
  const until = Number((await service.devnet.client.getBlock()).timestamp) + DAY
  return post('/api/orders/exits/prepare', { owner: address(OWNER), until, ...changed })
}

async function signedBy({ typedData, signed: { prefix, suffix } }: Body): Promise<Hex> {
  const signature = await service.devnet.account(OWNER).signTypedData(typedData)
  return concat([prefix as Hex, signature, suffix as Hex])
}

describe.each(['V3', 'V4'] as const)('%s', (protocol) => {
  const request = () => ({ protocol, tokenId: String(tokenIds[protocol]) })

  test('an exit is prepared, explained, published, executed by a stranger and over', async () => {
    const { status, body } = await prepared({ ...request(), ...(await reached()) })
    expect({ status, message: body['message'] }).toEqual({ status: 200, message: undefined })
    expect(body['meaning'][0]).toMatch(/^Worst case: position \d+ becomes at least \d+ smallest units of token[01]/)
    const codes = body['warnings'].map(({ code }: Body) => code)
    expect(codes).toEqual(expect.arrayContaining(['executes_at_once', 'stays_in_force']))
    const { typedData } = body
    const explained = await post('/api/explain', { chainId: 4663, from: address(OWNER), typedData })
    expect(explained.body).toMatchObject({ known: true, warnings: [] })
    const published = await post('/api/orders', { signed: await signedBy(body) })
    expect(published).toMatchObject({ status: 201, body: { kind: 'exit', status: 'ready', position: request() } })
    const { body: execution } = await get(`/api/orders/${body['id']}/execution?executor=${address(EXECUTOR)}`)
    const { to, data, gasLimit } = execution['transaction']
    expect((await service.devnet.submit(EXECUTOR, { to, data, gas: BigInt(gasLimit) })).status).toBe('success')
    expect((await get(`/api/orders/${body['id']}`)).body).toMatchObject({ status: 'executed' })
    const again = await prepared({ ...request(), ...(await reached()) })
    expect(again).toMatchObject({ status: 400, body: { message: 'The position has no liquidity to withdraw.' } })
  })

  /** A bound that the price has reached, inside of the range. */
  async function reached(): Promise<Body> {
    const { body } = await prepared({ ...request(), priceBelow: LOW })
    const sqrt = BigInt(body['quote'] ?? 2n ** 96n)
    const price = Number((sqrt * sqrt * 10n ** 18n) >> 192n) / 1e18
    return { priceBelow: (price * 1.01).toFixed(18) }
  }

  test('waits for its price', async () => {
    const { body } = await prepared({ ...request(), priceBelow: LOW })
    expect(body['warnings'].map(({ code }: Body) => code)).not.toContain('executes_at_once')
    const { body: order } = await post('/api/orders', { signed: await signedBy(body) })
    expect(order).toMatchObject({ status: 'waiting' })
    const early = await get(`/api/orders/${body['id']}/execution?executor=${address(EXECUTOR)}`)
    expect(early).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
  })

  test.each([
    ['no bound', {}, /send one of them/],
    ['two bounds', { priceBelow: '1', priceAbove: '2' }, /send one of them/],
    ['a bound beyond the range', { priceBelow: HIGHEST }, /below the upper end/],
    ['a bound beyond the other end', { priceAbove: LOWEST }, /above the lower end/],
    ['a position that does not exist', { tokenId: '999999', priceBelow: LOW }, /position that exists/],
    ['a position of somebody else', { tokenId: 'other', priceBelow: LOW }, /must be a position of/],
    ['a price that is not one', { priceBelow: '0.0' }, /decimal number above 0/],
  ])('refuses %s', async (_, changed: Body, message) => {
    const own = changed['tokenId'] === 'other' ? { tokenId: String(await otherPosition()) } : {}
    const { status, body } = await prepared({ ...request(), ...changed, ...own })
    expect({ status, message: body['message'] }).toEqual({ status: 400, message: expect.stringMatching(message) })
  })

  async function otherPosition(): Promise<bigint> {
    for (let id = 1n; ; id += 1n) {
      const call = { abi, address: managers()[protocol], functionName: 'ownerOf', args: [id] } as const
      if ((await service.devnet.client.readContract(call)) !== address(OWNER)) return id
    }
  }

  test('an exit that reads the price of another pool is not published', async () => {
    const { body } = await prepared({ ...request(), priceBelow: LOW })
    const signed = Delegation.decode(await signedBy(body))
    const targets = targetsOf(service.devnet)
    const order = signed && recogniseOrder(signed, targets)
    if (order?.kind !== 'exit') throw new Error('The exit was not read.')
    const other = service.devnet.description.pools.find(
      (pool) => pool.protocol === protocol && pool.reference.toLowerCase() !== order.position.pool.toLowerCase(),
    )
    const position = { ...order.position, pool: other?.reference as Hex }
    const forged = orderDelegation({ ...order, position }, targets, 77n)
    const typedData = JSON.parse(
      JSON.stringify(Delegation.typedData(forged, 4663), (_, value) =>
        typeof value === 'bigint' ? String(value) : value,
      ),
    )
    const { body: explained } = await post('/api/explain', { chainId: 4663, from: address(OWNER), typedData })
    expect(explained).toMatchObject({ known: true, warnings: [{ code: 'UNKNOWN_CONDITION' }] })
    const theft = Delegation.encode(await signDelegation(service.devnet, OWNER, forged))
    const answer = await post('/api/orders', { signed: theft })
    expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(/the pool of its position/) } })
  })
})
