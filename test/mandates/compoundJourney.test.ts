import { type Address, concat, encodeFunctionData, type Hex, parseAbi, zeroAddress } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import * as seedV4 from '#devnet/seedV4.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import { orderDelegation, recogniseOrder } from '#mandates/rules/orderCaveats.ts'
import { poolIdOf } from '#uniswap/PoolKey.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { delegateAccount, OWNER, signDelegation, targetsOf } from '../setup/mandates/mandate.ts'
import { EXECUTOR } from '../setup/mandates/order.ts'
import { startTestService, type TestService } from '../setup/service.ts'

/** From "add my fees to my position" to more liquidity, by the service. */

const OPERATOR = 19
const DAY = 86_400
const abi = parseAbi([
  'function ownerOf(uint256 tokenId) view returns (address)',
  'function transferFrom(address from, address to, uint256 tokenId)',
  'function getPositionLiquidity(uint256 tokenId) view returns (uint128)',
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'function getPoolAndPositionInfo(uint256 tokenId) view returns (PoolKey key, uint256 info)',
])

let service: TestService
let tokenId: bigint
let snapshot: Hex
const address = (index: number) => service.devnet.account(index).address
const manager = (): Address => service.devnet.description.contracts.v4PositionManager
const answerOf = async (response: Response) => ({ status: response.status, body: (await response.json()) as Body })
const post = async (path: string, body: Body) => answerOf(await service.post(path, body))
const get = async (path: string) => answerOf(await service.get(path))
beforeAll(async () => {
  service = await startTestService()
  await delegateAccount(service.devnet)
  tokenId = await givePosition()
})
afterAll(() => service[Symbol.asyncDispose]())
beforeEach(async () => {
  snapshot = await service.devnet.snapshot()
})
afterEach(() => service.devnet.revert(snapshot))

/** The first v4 position of the operator in a pool without a hook becomes the owner's. */
async function givePosition(): Promise<bigint> {
  for (let id = 1n; ; id += 1n) {
    const call = { abi, address: manager(), args: [id] } as const
    const holder = await service.devnet.client.readContract({ ...call, functionName: 'ownerOf' })
    const [{ hooks }] = await service.devnet.client.readContract({ ...call, functionName: 'getPoolAndPositionInfo' })
    if (holder !== address(OPERATOR) || hooks !== zeroAddress) continue
    const args = [holder, address(OWNER), id] as const
    const data = encodeFunctionData({ abi, functionName: 'transferFrom', args })
    await service.devnet.send(OPERATOR, { to: manager(), data })
    return id
  }
}

/** Trades there and back in the pool of the position. */
async function earn(): Promise<void> {
  const call = { abi, address: manager(), functionName: 'getPoolAndPositionInfo', args: [tokenId] } as const
  const [key] = await service.devnet.client.readContract(call)
  const reference = poolIdOf(key)
  const pool = service.devnet.description.pools.find((one) => one.reference === reference)
  if (!pool) throw new Error('The position is in no pool of the seed.')
  const seed = { ...pool, amount0: 0n, amount1: 0n } as Parameters<typeof seedV4.swap>[0]
  for (let round = 0; round < 6; round += 1) {
    await service.devnet.send(OPERATOR, seedV4.swap(seed, [pool.token0, pool.token1], 10n ** 17n))
    await service.devnet.send(OPERATOR, seedV4.swap(seed, [pool.token1, pool.token0], 3n * 10n ** 8n))
  }
}

const liquidity = () =>
  service.devnet.client.readContract({ abi, address: manager(), functionName: 'getPositionLiquidity', args: [tokenId] })

async function prepared(changed: Body = {}): Promise<{ status: number; body: Body }> {
  const until = Number((await service.devnet.client.getBlock()).timestamp) + DAY
  const request = { owner: address(OWNER), tokenId: String(tokenId), amount0: '1000000000', until, ...changed }
  return post('/api/orders/compounds/prepare', request)
}

async function signedBy({ typedData, signed: { prefix, suffix } }: Body): Promise<Hex> {
  const signature = await service.devnet.account(OWNER).signTypedData(typedData)
  return concat([prefix as Hex, signature, suffix as Hex])
}

test('a compound is prepared, explained, published, executed by a stranger and over', async () => {
  await earn()
  const { status, body } = await prepared()
  expect({ status, message: body['message'] }).toEqual({ status: 200, message: undefined })
  expect(body['meaning'][0]).toMatch(/^Worst case: \d+ smallest units of token0 and \d+ of token1, out of the fees/)
  const { typedData } = body
  const explained = await post('/api/explain', { chainId: 4663, from: address(OWNER), typedData })
  expect(explained.body).toMatchObject({ known: true, warnings: [] })
  const published = await post('/api/orders', { signed: await signedBy(body) })
  expect(published).toMatchObject({ status: 201, body: { kind: 'compound', status: 'ready', venue: 'position' } })
  expect(published.body['compound']).toMatchObject({ tokenId: String(tokenId) })
  const before = await liquidity()
  const { body: execution } = await get(`/api/orders/${body['id']}/execution?executor=${address(EXECUTOR)}`)
  const { to, data, gasLimit } = execution['transaction']
  expect((await service.devnet.submit(EXECUTOR, { to, data, gas: BigInt(gasLimit) })).status).toBe('success')
  expect((await liquidity()) - before).toBe(BigInt(published.body['amount']))
  expect((await get(`/api/orders/${body['id']}`)).body).toMatchObject({ status: 'executed' })
})

test('it waits for its fees', async () => {
  const { body } = await prepared({ amount0: String(10n ** 20n) })
  const { body: order } = await post('/api/orders', { signed: await signedBy(body) })
  expect(order).toMatchObject({ status: 'waiting' })
  const early = await get(`/api/orders/${body['id']}/execution?executor=${address(EXECUTOR)}`)
  expect(early).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
})

test.each([
  ['no amount', { amount0: undefined }, /send one of them/],
  ['two amounts', { amount1: '1' }, /send one of them/],
  ['a position that does not exist', { tokenId: '999999' }, /position that exists/],
  ['a tolerance that is none', { priceTolerance: 0 }, /priceTolerance/],
])('refuses %s', async (_, changed: Body, message) => {
  const { status, body } = await prepared(changed)
  expect({ status, message: body['message'] }).toEqual({ status: 400, message: expect.stringMatching(message) })
})

test.each([
  ['another range than its position has', { tickLower: -7 }, /pool and range/],
  ['ticks that no pool has', { tickLower: 900_000, tickUpper: 900_060 }, /must be one signed order/],
])('a compound that names %s is not published', async (_, changed, message) => {
  const targets = targetsOf(service.devnet)
  const signed = Delegation.decode(await signedBy((await prepared()).body))
  const order = signed && recogniseOrder(signed, targets)
  if (order?.kind !== 'compound') throw new Error('The compound was not read.')
  const compound = { ...order.compound, ...changed }
  const forged = await signDelegation(service.devnet, OWNER, orderDelegation({ ...order, compound }, targets, 77n))
  const answer = await post('/api/orders', { signed: Delegation.encode(forged) })
  expect(answer).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
})
