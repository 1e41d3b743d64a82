import { setTimeout as delay } from 'node:timers/promises'
import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint160,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  parseEther,
  zeroAddress,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTurns } from '#core/createTurns.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import * as Delegation from '#mandates/rules/Delegation.ts'
import type { TradeOrder } from '#mandates/rules/Order.ts'
import { orderDelegation } from '#mandates/rules/orderCaveats.ts'
import { poolOf } from '#mandates/rules/poolTrade.ts'
import { startTestDevnet } from '../setup/chain/devnet.ts'
import { type FaultRpc, httpUpstream, startFaultRpc } from '../setup/chain/faultRpc.ts'
import type { Body } from '../setup/liquidity/lp.ts'
import { delegateAccount, launchToken, OWNER, STRANGER, signDelegation, targetsOf } from '../setup/mandates/mandate.ts'
import { startTestService, type TestService } from '../setup/service.ts'

/** Orders whose quotes cost the node so much gas that one call cannot hold them all. */

const SPACING = 200
const TICKS = 150
const COSTLY = 25
const LARGE = parseEther('100')
const abi = parseAbi([
  'function approve(address token, address spender, uint160 amount, uint48 expiration)',
  'function modifyLiquidities(bytes unlockData, uint256 deadline) payable',
])
const MINT = parseAbiParameters([
  'Key key, int24 lower, int24 upper, uint256 liquidity, uint128 max0, uint128 max1, address owner, bytes hookData',
  'struct Key { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
])

const SLOW_CALL_MS = 800

let service: TestService
let node: FaultRpc
let isSlow = false
let salt = 0n
const address = (index: number) => service.devnet.account(index).address
const answerOf = async (response: Response) => ({ status: response.status, body: (await response.json()) as Body })
const publish = async (changed: Pick<TradeOrder, 'token' | 'amount' | 'outMin' | 'pool'>) => {
  const until = (await service.devnet.client.getBlock()).timestamp + 86_400n
  const common = { kind: 'limitBuy', owner: address(OWNER), outMax: maxUint256, tip: 5n, nonce: 0n } as const
  salt += 1n
  const delegation = orderDelegation({ ...common, until, ...changed }, targetsOf(service.devnet), salt)
  const signed = Delegation.encode(await signDelegation(service.devnet, OWNER, delegation))
  const { status, body } = await answerOf(await service.post('/api/orders', { signed }))
  expect({ status, message: body['message'] }).toEqual({ status: 201, message: undefined })
  return body
}

/** A node that, once it is slow, works on one call without a gas limit after the other. */
function slowNode(rpcUrl: string): Promise<FaultRpc> {
  const upstream = httpUpstream(rpcUrl)
  const turns = createTurns()
  const isCostly = (method: string, [call]: readonly unknown[]) => method === 'eth_call' && !(call as Body)['gas']
  const late = (method: string, params: unknown[]) =>
    turns(async () => {
      await delay(SLOW_CALL_MS)
      return upstream(method, params)
    })
  return startFaultRpc({
    upstreams: [(method, params) => (isSlow && isCostly(method, params) ? late : upstream)(method, params)],
  })
}

beforeAll(async () => {
  const devnet = await startTestDevnet()
  node = await slowNode(devnet.rpcUrl)
  service = await startTestService({ devnet: { ...devnet, rpcUrl: node.url } })
  await delegateAccount(service.devnet)
})
afterAll(async () => {
  await service[Symbol.asyncDispose]()
  await service.devnet[Symbol.asyncDispose]()
  await node.close()
})

async function graduated(): Promise<Address> {
  const token = await launchToken(service.devnet)
  const data = encodeFunctionData({ abi: launchpadAbi, functionName: 'buy', args: [token, 0n] })
  const { launchpad: to } = service.devnet.description.contracts
  await service.devnet.send(STRANGER, { to, data, value: parseEther('5') })
  return token
}

/** One unit of liquidity between all ticks below the price, so that a large buy crosses every one of them. */
async function fillTicks(token: Address): Promise<void> {
  const { permit2, v4PositionManager, launchpad } = service.devnet.description.contracts
  const spend = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [permit2, maxUint256] })
  await service.devnet.send(STRANGER, { to: token, data: spend })
  const args = [token, v4PositionManager, maxUint160, 2 ** 48 - 1] as const
  await service.devnet.send(STRANGER, { to: permit2, data: encodeFunctionData({ abi, functionName: 'approve', args }) })
  const key = { currency0: zeroAddress, currency1: token, fee: 10_000, tickSpacing: SPACING, hooks: launchpad }
  const highest = 180_000
  for (let first = 0; first < TICKS; first += 50) {
    const mints = Array.from({ length: 50 }, (_, index): Hex => {
      const lower = highest - (first + index) * SPACING
      return encodeAbiParameters(MINT, [key, lower, lower + SPACING, 1n, 10n ** 9n, 10n ** 9n, address(STRANGER), '0x'])
    })
    const settled = encodeAbiParameters(parseAbiParameters('address, address'), [zeroAddress, token])
    const unlocked = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [
      `0x${'02'.repeat(50)}0d`,
      [...mints, settled],
    ])
    const data = encodeFunctionData({ abi, functionName: 'modifyLiquidities', args: [unlocked, maxUint256] })
    await service.devnet.send(STRANGER, { to: v4PositionManager, data })
  }
}

test('do not hide the state of other orders, in their pool, in another pool or on a curve', async () => {
  const [hostile, other, curve] = [await graduated(), await graduated(), await launchToken(service.devnet)]
  const targets = targetsOf(service.devnet)
  const small = { amount: parseEther('0.001'), outMin: 1n }
  const honest = [
    await publish({ token: curve, ...small, pool: undefined }),
    await publish({ token: hostile, ...small, pool: poolOf({ token: hostile }, targets) }),
    await publish({ token: other, ...small, pool: poolOf({ token: other }, targets) }),
  ].map(({ id }) => id)
  await fillTicks(hostile)
  const costly = { token: hostile, amount: LARGE, outMin: parseEther('900000000') }
  for (let count = 0; count < COSTLY; count += 1)
    await publish({ ...costly, pool: poolOf({ token: hostile }, targets) })
  const statesOf = async () => {
    const { status, body } = await answerOf(await service.get('/api/orders?limit=100'))
    expect({ status, message: body['message'] }).toEqual({ status: 200, message: undefined })
    const states = new Map(body['orders'].map((order: Body) => [order['id'], order['status']]))
    return honest.map((id) => states.get(id))
  }
  expect(await statesOf()).toEqual(['ready', 'ready', 'ready'])
  isSlow = true
  expect(await statesOf()).toEqual(['ready', 'ready', 'ready'])
})
