import {
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  erc20Abi,
  type Hex,
  maxUint256,
  parseAbi,
  parseAbiParameters,
  parseEther,
  parseUnits,
  zeroAddress,
} from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { DYNAMIC_FEE_HOOK } from '#devnet/addresses.ts'
import type { DescribedPool } from '#devnet/describe.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'

const v2RouterAbi = parseAbi([
  'function swapExactTokensForTokens(uint256 amountIn, uint256 amountOutMin, address[] path, address to, uint256 deadline)',
  'function getAmountsOut(uint256 amountIn, address[] path) view returns (uint256[])',
])
const v3RouterAbi = parseAbi([
  'function exactInputSingle((address tokenIn, address tokenOut, uint24 fee, address recipient, uint256 deadline, uint256 amountIn, uint256 amountOutMinimum, uint160 sqrtPriceLimitX96) params) payable',
])
const v3QuoterAbi = parseAbi([
  'function quoteExactInputSingle((address tokenIn, address tokenOut, uint256 amountIn, uint24 fee, uint160 sqrtPriceLimitX96) params) returns (uint256 amountOut, uint160, uint32, uint256)',
])
const v4QuoterAbi = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'struct Params { PoolKey poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }',
  'function quoteExactInputSingle(Params params) returns (uint256 amountOut, uint256 gasEstimate)',
])
const routerAbi = parseAbi(['function execute(bytes commands, bytes[] inputs, uint256 deadline) payable'])
const permit2Abi = parseAbi([
  'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
  'struct Single { Details details; address spender; uint256 sigDeadline; }',
  'function permit(address owner, Single permitSingle, bytes signature)',
  'function allowance(address, address, address) view returns (uint160 amount, uint48 expiration, uint48 nonce)',
])

const ME = 1
const actions = parseAbiParameters('bytes, bytes[]')
const currencyAmount = parseAbiParameters('address, uint256')
const swapExactInSingle = parseAbiParameters([
  'Params params',
  'struct Params { PoolKey poolKey; bool zeroForOne; uint128 amountIn; uint128 amountOutMinimum; bytes hookData; }',
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
])
const permitTypes = {
  PermitSingle: [
    { name: 'details', type: 'PermitDetails' },
    { name: 'spender', type: 'address' },
    { name: 'sigDeadline', type: 'uint256' },
  ],
  PermitDetails: [
    { name: 'token', type: 'address' },
    { name: 'amount', type: 'uint160' },
    { name: 'expiration', type: 'uint48' },
    { name: 'nonce', type: 'uint48' },
  ],
} as const

let devnet: TestDevnet
let clean: Hex
beforeAll(async () => {
  devnet = await startTestDevnet()
})
beforeEach(async () => {
  clean = await devnet.snapshot()
})
afterEach(() => devnet.revert(clean))
afterAll(() => devnet[Symbol.asyncDispose]())

describe('swaps through the routers of each protocol pay what was quoted', () => {
  test('v2', async () => {
    const { v2Router } = devnet.description.contracts
    const path = [devnet.token('MOON').address, devnet.token('DUSD').address] as const
    const amountIn = parseEther('100')
    const args = [amountIn, path] as const
    const [, quoted] = await devnet.client.readContract({
      abi: v2RouterAbi,
      address: v2Router,
      functionName: 'getAmountsOut',
      args,
    })
    await approve(path[0], v2Router)
    const before = await balanceOf(path[1])
    const swap = [amountIn, 0n, path, me(), maxUint256] as const
    await devnet.send(ME, {
      to: v2Router,
      data: encodeFunctionData({ abi: v2RouterAbi, functionName: 'swapExactTokensForTokens', args: swap }),
    })
    expect((await balanceOf(path[1])) - before).toBe(quoted)
  })

  test('v3', async () => {
    const { v3SwapRouter, v3Quoter } = devnet.description.contracts
    const [tokenIn, tokenOut] = [devnet.token('WETH').address, devnet.token('DUSD').address]
    const shared = { tokenIn, tokenOut, fee: 500, amountIn: parseEther('1'), sqrtPriceLimitX96: 0n }
    const { result } = await devnet.client.simulateContract({
      abi: v3QuoterAbi,
      address: v3Quoter,
      functionName: 'quoteExactInputSingle',
      args: [shared],
    })
    await approve(tokenIn, v3SwapRouter)
    const before = await balanceOf(tokenOut)
    const params = { ...shared, recipient: me(), deadline: maxUint256, amountOutMinimum: 0n }
    await devnet.send(ME, {
      to: v3SwapRouter,
      data: encodeFunctionData({ abi: v3RouterAbi, functionName: 'exactInputSingle', args: [params] }),
    })
    expect((await balanceOf(tokenOut)) - before).toBe(result[0])
    expect(result[0]).toBeGreaterThan(parseUnits('2900', 6))
  })

  test('v4 with native ETH, through the Universal Router', async () => {
    const pool = devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
    const before = await balanceOf(pool.token1)
    const quoted = await quoteV4(pool, true, parseEther('1'))
    await execute(['0x10'], [v4Swap(pool, true, parseEther('1'))], parseEther('1'))
    expect((await balanceOf(pool.token1)) - before).toBe(quoted)
  })

  test('v4 with a hook that sets the fee', async () => {
    const pool = devnet.pool('V4', ['ETH', 'DUSD'], { hooks: DYNAMIC_FEE_HOOK })
    const before = await balanceOf(pool.token1)
    const quoted = await quoteV4(pool, true, parseEther('1'))
    await execute(['0x10'], [v4Swap(pool, true, parseEther('1'))], parseEther('1'))
    expect((await balanceOf(pool.token1)) - before).toBe(quoted)
  })
})

describe('Permit2', () => {
  test('accepts a permit that the owner signed', async () => {
    const { universalRouter } = devnet.description.contracts
    const { single, signature } = await signPermit(devnet.token('MOON').address)
    await devnet.send(2, { to: permit2(), data: permitCall(single, signature) })
    const args = [me(), single.details.token, universalRouter] as const
    const [amount, expiration, nonce] = await devnet.client.readContract({
      abi: permit2Abi,
      address: permit2(),
      functionName: 'allowance',
      args,
    })
    expect([amount, expiration, nonce]).toEqual([single.details.amount, single.details.expiration, 1])
  })

  test('refuses one that somebody else signed, one that was used and one for another chain', async () => {
    const token = devnet.token('MOON').address
    const send = ({ single, signature }: Awaited<ReturnType<typeof signPermit>>) =>
      devnet.client.call({ to: permit2(), data: permitCall(single, signature) })
    await expect(send(await signPermit(token, { signer: 2 }))).rejects.toThrow(/0x815e1d64/)
    await expect(send(await signPermit(token, { chainId: 1 }))).rejects.toThrow(/0x815e1d64/)
    const used = await signPermit(token)
    await devnet.send(2, { to: permit2(), data: permitCall(used.single, used.signature) })
    await expect(send(used)).rejects.toThrow(/0x756688fe/)
  })

  test('lets the Universal Router swap on v2 and v3 with the permit in the same transaction', async () => {
    const { address: moon } = devnet.token('MOON')
    const { address: weth } = devnet.token('WETH')
    await approve(moon, permit2())
    const { single, signature } = await signPermit(moon)
    const permit = encodeAbiParameters(permitInput, [single, signature])
    const amount = parseEther('100')
    const v2 = encodeAbiParameters(parseAbiParameters('address, uint256, uint256, address[], bool'), [
      me(),
      amount,
      0n,
      [moon, weth],
      true,
    ])
    const path = encodePacked(['address', 'uint24', 'address'], [moon, 3_000, weth])
    const v3 = encodeAbiParameters(parseAbiParameters('address, uint256, uint256, bytes, bool'), [
      me(),
      amount,
      0n,
      path,
      true,
    ])
    const before = await balanceOf(weth)
    await execute(['0x0a', '0x08', '0x00'], [permit, v2, v3])
    // 200 MOON are worth a thirtieth of an ETH, less fees and depth.
    expect((await balanceOf(weth)) - before).toBeGreaterThan(parseEther('0.032'))
  })
})

const permitInput = parseAbiParameters([
  'Single single, bytes signature',
  'struct Single { Details details; address spender; uint256 sigDeadline; }',
  'struct Details { address token; uint160 amount; uint48 expiration; uint48 nonce; }',
])

function v4Swap(pool: DescribedPool, zeroForOne: boolean, amountIn: bigint): Hex {
  const params = { poolKey: keyOf(pool), zeroForOne, amountIn, amountOutMinimum: 0n, hookData: '0x' as const }
  const [tokenIn, tokenOut] = zeroForOne ? [pool.token0, pool.token1] : [pool.token1, pool.token0]
  return encodeAbiParameters(actions, [
    '0x060c0f',
    [
      encodeAbiParameters(swapExactInSingle, [params]),
      encodeAbiParameters(currencyAmount, [tokenIn, amountIn]),
      encodeAbiParameters(currencyAmount, [tokenOut, 0n]),
    ],
  ])
}

async function quoteV4(pool: DescribedPool, zeroForOne: boolean, exactAmount: bigint): Promise<bigint> {
  const address = devnet.description.contracts.v4Quoter
  const params = { poolKey: keyOf(pool), zeroForOne, exactAmount, hookData: '0x' as const }
  const { result } = await devnet.client.simulateContract({
    abi: v4QuoterAbi,
    address,
    functionName: 'quoteExactInputSingle',
    args: [params],
  })
  return result[0]
}

function keyOf({ token0, token1, fee, tickSpacing, hooks = zeroAddress }: DescribedPool) {
  return { currency0: token0, currency1: token1, fee, tickSpacing, hooks }
}

async function execute(commands: Hex[], inputs: Hex[], value = 0n): Promise<void> {
  const packed: Hex = `0x${commands.map((command) => command.slice(2)).join('')}`
  const data = encodeFunctionData({ abi: routerAbi, functionName: 'execute', args: [packed, inputs, maxUint256] })
  await devnet.send(ME, { to: devnet.description.contracts.universalRouter, data, value })
}

async function signPermit(token: Hex, { signer = ME, chainId = 4663 } = {}) {
  const details = { token, amount: parseEther('1000'), expiration: 2 ** 47, nonce: 0 }
  const single = { details, spender: devnet.description.contracts.universalRouter, sigDeadline: maxUint256 }
  const domain = { name: 'Permit2', chainId, verifyingContract: permit2() }
  const signature = await devnet
    .account(signer)
    .signTypedData({ domain, types: permitTypes, primaryType: 'PermitSingle', message: single })
  return { single, signature }
}

function permitCall(single: Awaited<ReturnType<typeof signPermit>>['single'], signature: Hex): Hex {
  return encodeFunctionData({ abi: permit2Abi, functionName: 'permit', args: [me(), single, signature] })
}

async function approve(token: Hex, spender: Hex): Promise<void> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'approve', args: [spender, maxUint256] })
  await devnet.send(ME, { to: token, data })
}

function balanceOf(token: Hex): Promise<bigint> {
  return devnet.client.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [me()] })
}

function me(): Hex {
  return devnet.account(ME).address
}

function permit2(): Hex {
  return devnet.description.contracts.permit2
}
