import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  erc20Abi,
  type Hex,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
} from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { PERMISSIONED_HOOK } from '#devnet/addresses.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'

const permit2Abi = parseAbi(['function approve(address token, address spender, uint160 amount, uint48 expiration)'])
const positionManagerAbi = parseAbi(['function modifyLiquidities(bytes unlockData, uint256 deadline) payable'])
const mintParams = parseAbiParameters([
  'PoolKey key, int24 tickLower, int24 tickUpper, uint256 liquidity, uint128 amount0Max, uint128 amount1Max, address owner, bytes hookData',
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
])

const PROVIDER = 7
const SWAPPER = 8
const NOT_ALLOWED = toFunctionSelector('LiquidityNotAllowed(address)').slice(2)
const WRONG_MANAGER = toFunctionSelector('WrongPositionManager(address)').slice(2)

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
  for (const index of [PROVIDER, SWAPPER]) await approveAll(index)
})
afterAll(() => devnet[Symbol.asyncDispose]())

test('a wallet its issuer allows adds liquidity through the permissioned position manager', async () => {
  const { v4PermissionedPositionManager } = devnet.description.contracts
  const { status } = await devnet.send(PROVIDER, { to: v4PermissionedPositionManager, data: mint(PROVIDER) })
  expect(status).toBe('success')
})

test('a wallet that may only swap is refused by the hook, although it holds the token', async () => {
  const { v4PermissionedPositionManager } = devnet.description.contracts
  const call = { account: devnet.account(SWAPPER), to: v4PermissionedPositionManager, data: mint(SWAPPER) }
  await expect(devnet.client.call(call)).rejects.toThrow(NOT_ALLOWED)
})

test('nobody adds liquidity through the other position manager', async () => {
  const { v4PositionManager } = devnet.description.contracts
  const call = { account: devnet.account(PROVIDER), to: v4PositionManager, data: mint(PROVIDER) }
  await expect(devnet.client.call(call)).rejects.toThrow(WRONG_MANAGER)
})

function mint(index: number): Hex {
  const { token0, token1, fee, tickSpacing } = devnet.pool('V4', ['KYC', 'DUSD'])
  const key = { currency0: token0, currency1: token1, fee, tickSpacing, hooks: PERMISSIONED_HOOK }
  const limits = [10n ** 12n, 10n ** 24n, 10n ** 24n] as const
  const owner = devnet.account(index).address
  const unlockData = encodeAbiParameters(parseAbiParameters('bytes, bytes[]'), [
    '0x020d',
    [
      encodeAbiParameters(mintParams, [key, -887_220, 887_220, ...limits, owner, '0x']),
      encodeAbiParameters(parseAbiParameters('address, address'), [token0, token1]),
    ],
  ])
  const args = [unlockData, maxUint256] as const
  return encodeFunctionData({ abi: positionManagerAbi, functionName: 'modifyLiquidities', args })
}

async function approveAll(index: number): Promise<void> {
  const { permit2, v4PositionManager, v4PermissionedPositionManager } = devnet.description.contracts
  for (const symbol of ['KYC', 'DUSD']) {
    const { address } = devnet.token(symbol)
    const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [permit2, maxUint256] })
    await devnet.send(index, { to: address, data })
    for (const spender of [v4PositionManager, v4PermissionedPositionManager])
      await devnet.send(index, { to: permit2, data: permit(address, spender) })
  }
}

function permit(token: Address, spender: Address): Hex {
  const args = [token, spender, 2n ** 160n - 1n, 2 ** 48 - 1] as const
  return encodeFunctionData({ abi: permit2Abi, functionName: 'approve', args })
}
