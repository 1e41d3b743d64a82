import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { FRAMEWORK } from '#core/delegationFramework.ts'
import { TERMS } from '#explain/rules/orderCalls.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { RerangeOrder } from '#mandates/rules/Order.ts'
import { orderDelegation, recogniseOrder } from '#mandates/rules/orderCaveats.ts'
import { priceRead } from '#mandates/rules/orderExit.ts'
import { rerangeAt } from '#mandates/rules/rerangeAt.ts'
import { type Body, mintedId } from '../setup/liquidity/lp.ts'
import { liquidityOf } from '../setup/liquidity/recipes.ts'
import { OWNER, STRANGER, signDelegation } from '../setup/mandates/mandate.ts'
import { EXECUTOR } from '../setup/mandates/order.ts'
import { positionThefts } from '../setup/mandates/positionThefts.ts'
import { openReranges, type Ranged, type Reranges } from '../setup/mandates/rerange.ts'
import { startTestService, type TestService } from '../setup/service.ts'

/** From "move my position when the price has left it" to the new position, by the service. */

const DAY = 86_400

let service: TestService
let moves: Reranges
/** A position that the price is below. */
let held: Ranged
let snapshot: Hex
const address = (index: number) => service.devnet.account(index).address
const answerOf = async (response: Response) => ({ status: response.status, body: (await response.json()) as Body })
const post = async (path: string, body: Body) => answerOf(await service.post(path, body))
const get = async (path: string) => answerOf(await service.get(path))
beforeAll(async () => {
  service = await startTestService()
  moves = await openReranges(service.devnet)
  held = await moves.open(moves.pools.native, [4, 8])
})
afterAll(async () => {
  await moves.lp[Symbol.asyncDispose]()
  await service[Symbol.asyncDispose]()
})
beforeEach(async () => {
  snapshot = await service.devnet.snapshot()
})
afterEach(() => service.devnet.revert(snapshot))

/** The range that lies this many tick spacings from that of the position. */
const shifted = (spacings: number) => ({
  tickLower: held.tickLower + spacings * held.pool.tickSpacing,
  tickUpper: held.tickUpper + spacings * held.pool.tickSpacing,
})

async function prepared(changed: Body = {}): Promise<{ status: number; body: Body }> {
  const until = Number(await moves.opened.now()) + DAY
  const request = { owner: address(OWNER), tokenId: String(held.tokenId), side: 'below', ...shifted(-2), until }
  return post('/api/orders/reranges/prepare', { ...request, ...changed })
}

async function signedBy({ typedData, signed: { prefix, suffix } }: Body): Promise<Hex> {
  const signature = await service.devnet.account(OWNER).signTypedData(typedData)
  return concat([prefix as Hex, signature, suffix as Hex])
}

test('a move is prepared, explained, published, executed by a stranger and over', async () => {
  const { status, body } = await prepared()
  expect({ status, message: body['message'] }).toEqual({ status: 200, message: undefined })
  expect(body['meaning'][0]).toMatch(/^Worst case: position \d+ becomes \d+ smallest units of token0, the new range/)
  const codes = body['warnings'].map(({ code }: Body) => code)
  expect(codes).toEqual(expect.arrayContaining(['executes_at_once', 'stays_in_force']))
  const { typedData } = body
  const explained = await post('/api/explain', { chainId: 4663, from: address(OWNER), typedData })
  expect(explained.body).toMatchObject({ known: true, warnings: [] })
  const published = await post('/api/orders', { signed: await signedBy(body) })
  expect(published).toMatchObject({ status: 201, body: { kind: 'rerange', status: 'ready', venue: 'position' } })
  expect(published.body['rerange']).toMatchObject({ tokenId: String(held.tokenId), side: 'below', ...shifted(-2) })
  const { body: execution } = await get(`/api/orders/${body['id']}/execution?executor=${address(EXECUTOR)}`)
  const { to, data, gasLimit } = execution['transaction']
  const receipt = await service.devnet.submit(EXECUTOR, { to, data, gas: BigInt(gasLimit) })
  expect(receipt.status).toBe('success')
  const tokenId = BigInt(mintedId(receipt, published.body['token']))
  expect(String(await liquidityOf(moves.lp, 'V4', tokenId))).toBe(published.body['rerange'].liquidity)
  expect((await get(`/api/orders/${body['id']}`)).body).toMatchObject({ status: 'executed' })
  expect(await prepared()).toMatchObject({
    status: 400,
    body: { message: 'The position has no liquidity to withdraw.' },
  })
})

test('it waits for its price', async () => {
  const { body } = await prepared(shifted(-12))
  expect(body['warnings'].map(({ code }: Body) => code)).not.toContain('executes_at_once')
  const { body: order } = await post('/api/orders', { signed: await signedBy(body) })
  expect(order).toMatchObject({ status: 'waiting' })
  const early = await get(`/api/orders/${body['id']}/execution?executor=${address(EXECUTOR)}`)
  expect(early).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
})

test.each([
  ['its own range', () => shifted(0), /already the range of the position/],
  ['a range upside down', () => ({ tickUpper: shifted(-8).tickLower }), /must be above tickLower/],
  ['ticks between the spacings', () => ({ tickLower: shifted(-2).tickLower + 1 }), /multiple of 10/],
  ['ticks that no pool has', () => ({ tickUpper: 887_273 }), /tickUpper/],
  ['a side that is none', () => ({ side: 'inside' }), /side/],
  ['a position that does not exist', () => ({ tokenId: '999999' }), /position that exists/],
  ['a position of somebody else', () => ({ tokenId: '1' }), /must be a position of/],
])('refuses %s', async (_, changed, message) => {
  const { status, body } = await prepared(changed())
  expect({ status, message: body['message'] }).toEqual({ status: 400, message: expect.stringMatching(message) })
})

test('refuses a range whose ticks cannot hold the liquidity, which no executor could open', () => {
  const position = { tickLower: 0, tickUpper: 600_000, liquidity: 10n ** 25n, tickSpacing: 10 }
  const narrow = { side: 'above', tickLower: -10, tickUpper: 0 } as const
  expect(() => rerangeAt(position, narrow)).toThrow(/too close to tickLower/)
  expect(rerangeAt(position, { ...narrow, tickUpper: 500_000 }).liquidity).toBeGreaterThan(0n)
})

type Forged = (order: RerangeOrder) => Partial<RerangeOrder>
test.each([
  ['less liquidity than it pays for', ({ rerange }) => ({ rerange: { ...rerange, liquidity: 1n } })],
  ['another price', ({ rerange }) => ({ rerange: { ...rerange, boundX96: rerange.boundX96 - 1n } })],
  ['a smaller amount', ({ outMin }) => ({ outMin: outMin - 1n })],
  [
    'another pool',
    ({ rerange }) => ({ rerange: { ...rerange, key: { ...rerange.key, fee: 3_000 }, pool: `0x${'00'.repeat(32)}` } }),
  ],
] satisfies [string, Forged][])('a move that names %s is not published', async (_, change: Forged) => {
  const signed = Delegation.decode(await signedBy((await prepared()).body))
  const order = signed && recogniseOrder(signed, moves.opened.targets)
  if (order?.kind !== 'rerange') throw new Error('The move was not read.')
  const delegation = orderDelegation({ ...order, ...change(order) }, moves.opened.targets, 77n)
  const forged = await signDelegation(service.devnet, OWNER, delegation)
  const answer = await post('/api/orders', { signed: Delegation.encode(forged) })
  const message = expect.stringMatching(/must name the pool, the price and the amount|must be one signed order/)
  expect(answer).toMatchObject({ status: 400, body: { message } })
})

const abi = parseAbi([
  'function modifyLiquidities(bytes unlockData, uint256 deadline) payable',
  'function setApprovalForAll(address operator, bool approved)',
])
const CHANGE = parseAbiParameters('uint256 id, uint256 liquidity, uint128 amount0, uint128 amount1, bytes hookData')
const PAIR = parseAbiParameters('address token0, address token1, address recipient')
const MINT = parseAbiParameters(
  '(address,address,uint24,int24,address) key, int24 lower, int24 upper, uint256 liquidity, uint128, uint128, address owner, bytes hookData',
)
const CALLER: Address = '0x0000000000000000000000000000000000000001'

/** A delegation with the terms of a move, and another deposit in place of the new position. */
function strangersMove(order: RerangeOrder, [code, params]: [Hex, Hex]) {
  const { amount, outMin, until, tip, token, rerange } = order
  const { key, tokenId, boundX96, pool } = rerange
  const withdrawal = encodeAbiParameters(CHANGE, [tokenId, amount, outMin, 0n, '0x'])
  const payout = encodeAbiParameters(PAIR, [key.currency0, key.currency1, CALLER])
  const parts = [concat(['0x01', code, '0x11']), [withdrawal, params, payout]] as const
  const unlock = encodeAbiParameters(parseAbiParameters('bytes actions, bytes[] params'), parts)
  const data = encodeFunctionData({ abi, functionName: 'modifyLiquidities', args: [unlock, until] })
  const { to: source, data: query } = priceRead({ protocol: 'V4', pool }, moves.opened.targets)
  const terms = { calls: [{ target: token, value: 0n, data }], tip, source, query, min: 0n, max: boundX96 }
  const genuine = orderDelegation(order, moves.opened.targets, 78n)
  const caveats = genuine.caveats.map((caveat, index) =>
    index === genuine.caveats.length - 1 ? { ...caveat, terms: encodeAbiParameters(TERMS, [terms]) } : caveat,
  )
  return { delegation: { ...genuine, caveats }, calls: [{ to: token, value: 0n, data }] }
}

async function warningsOf(delegation: Delegation.Delegation): Promise<unknown> {
  const typedData = Delegation.typedData(delegation, 4663)
  const { body } = await post('/api/explain', { chainId: 4663, from: address(OWNER), typedData })
  expect(body['known']).toBe(true)
  return body['warnings'].map(({ code }: Body) => code)
}

test('a move of a stranger into a position of the stranger takes everything, and the decoder warns of it', async () => {
  const { order } = await moves.signMove(held, { side: 'below', spacings: -2 })
  const other = await moves.open(held.pool, [4, 8])
  await positionThefts(moves).give(other, OWNER, STRANGER)
  const approval = encodeFunctionData({ abi, functionName: 'setApprovalForAll', args: [address(OWNER), true] })
  await service.devnet.send(STRANGER, { to: order.token, data: approval })
  const added = order.amount - 1_000n
  const params = encodeAbiParameters(CHANGE, [other.tokenId, added, order.outMin, 0n, '0x'])
  const { delegation, calls } = strangersMove(order, ['0x00', params])
  expect(await warningsOf(delegation)).toEqual(['OTHER_POSITION'])
  const transaction = { to: order.token, data: calls[0]?.data, value: '0x00' }
  const { body } = await post('/api/explain', { chainId: 4663, from: address(OWNER), transaction })
  expect(body['warnings'].map(({ code }: Body) => code)).toEqual(['OTHER_POSITION'])
  const { message, ...typed } = Delegation.typedData(delegation, 4663)
  const nobody = { ...typed, message: { ...message, delegator: 'nobody' } }
  const unowned = await post('/api/explain', { chainId: 4663, from: address(OWNER), typedData: nobody })
  expect(unowned).toMatchObject({ status: 200, body: { known: false } })
  const before = await liquidityOf(moves.lp, 'V4', other.tokenId)
  const signed = await signDelegation(service.devnet, OWNER, delegation)
  const tip = { to: address(EXECUTOR), value: order.tip, data: '0x' as Hex }
  const data = Delegation.redeemBatch(signed, [...calls, tip])
  const receipt = await service.devnet.submit(EXECUTOR, { to: FRAMEWORK.DelegationManager, data, gas: 3_000_000n })
  expect(receipt.status).toBe('success')
  expect((await liquidityOf(moves.lp, 'V4', other.tokenId)) - before).toBe(added)
})

test('the decoder warns of a move of a stranger into another pool, and not of one into the same', async () => {
  const { order } = await moves.signMove(held, { side: 'below', spacings: -2 })
  const { key, tickLower, tickUpper, liquidity } = order.rerange
  const into = (fee: number) => {
    const words = [key.currency0, key.currency1, fee, key.tickSpacing, key.hooks] as const
    const params = encodeAbiParameters(MINT, [
      ...([words, tickLower, tickUpper, liquidity, order.outMin, 0n, order.owner, '0x'] as const),
    ])
    return warningsOf(strangersMove(order, ['0x02', params]).delegation)
  }
  expect(await into(key.fee)).toEqual([])
  expect(await into(key.fee + 1)).toEqual(['OTHER_POOL'])
})
