import { erc20Abi, type Hex, isAddressEqual, parseAbi, parseEther, parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ACCOUNTS } from '#devnet/accounts.ts'
import { FEE_TAKING_HOOK, OPERATOR, TREASURY } from '#devnet/addresses.ts'
import { PermissionedToken, PermissionsAdapterFactory, UsdtLikeToken } from '#devnet/contracts.generated.ts'
import { launchpadAbi } from '#launchpad/contract/abi.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'

const v2FactoryAbi = parseAbi(['function getPair(address, address) view returns (address)'])
const v3FactoryAbi = parseAbi(['function getPool(address, address, uint24) view returns (address)'])
const v3PoolAbi = parseAbi(['function liquidity() view returns (uint128)'])
const positionManagerAbi = parseAbi([
  'function ownerOf(uint256) view returns (address)',
  'function nextTokenId() view returns (uint256)',
  'function tokenURI(uint256) view returns (string)',
])
const v3PositionManagerAbi = parseAbi([
  'function balanceOf(address) view returns (uint256)',
  'function tokenOfOwnerByIndex(address, uint256) view returns (uint256)',
  'function tokenURI(uint256) view returns (string)',
  'function collect((uint256 tokenId, address recipient, uint128 amount0Max, uint128 amount1Max)) returns (uint256 amount0, uint256 amount1)',
])
const stateViewAbi = parseAbi([
  'function getSlot0(bytes32) view returns (uint160 sqrtPriceX96, int24 tick, uint24 protocolFee, uint24 lpFee)',
  'function getLiquidity(bytes32) view returns (uint128)',
  'function getFeeGrowthGlobals(bytes32) view returns (uint256, uint256)',
])

const LIQUIDITY_ALLOWED: Hex = '0x0002'
const SWAP_ALLOWED: Hex = '0x0001'
const MAX_UINT128 = 2n ** 128n - 1n

let devnet: TestDevnet
beforeAll(async () => {
  devnet = await startTestDevnet()
})
afterAll(() => devnet[Symbol.asyncDispose]())

describe('the chain', () => {
  test('has the id and the rules of chain 4663', async () => {
    expect(await devnet.client.getChainId()).toBe(4663)
    const block = await devnet.client.getBlock()
    // Prague brought the root of requests into the header.
    expect(block).toHaveProperty('requestsHash')
  })

  test('has code at every address it names', async () => {
    const addresses = [
      ...Object.values(devnet.description.contracts),
      ...devnet.description.tokens.map((t) => t.address),
    ]
    const codes = await Promise.all(addresses.map((address) => devnet.client.getCode({ address })))
    expect(codes.filter((code) => code === undefined)).toEqual([])
  })

  test('mines a transaction that reverts, as real chains do', async () => {
    const { address } = devnet.token('MOON')
    const data: Hex = '0xdeadbeef'
    const hash = await devnet.wallet(3).sendTransaction({ to: address, data, gas: 100_000n })
    expect((await devnet.client.waitForTransactionReceipt({ hash })).status).toBe('reverted')
  })

  test('gives every account of the mnemonic exactly 10,000 ETH', async () => {
    const balances = ACCOUNTS.filter((_, index) => index !== 3).map((address) => devnet.client.getBalance({ address }))
    expect(new Set(await Promise.all(balances))).toEqual(new Set([parseEther('10000')]))
  })

  test('carries the launch contract with its pool manager and treasury', async () => {
    const { launchpad: address, v4PoolManager } = devnet.description.contracts
    const read = { abi: launchpadAbi, address } as const
    expect(await devnet.client.readContract({ ...read, functionName: 'poolManager' })).toBe(v4PoolManager)
    expect(await devnet.client.readContract({ ...read, functionName: 'treasury' })).toBe(TREASURY)
  })

  test('launches a token', async () => {
    const { launchpad: address } = devnet.description.contracts
    const args = ['Test Launch', 'TEST', 0n] as const
    const { request, result } = await devnet
      .wallet(4)
      .simulateContract({ abi: launchpadAbi, address, functionName: 'createToken', args, value: parseEther('0.1') })
    const hash = await devnet.wallet(4).writeContract(request)
    await devnet.client.waitForTransactionReceipt({ hash })
    const token = [result].flat()[0] as Hex
    expect(await devnet.client.readContract({ abi: erc20Abi, address: token, functionName: 'symbol' })).toBe('TEST')
  })
})

describe('tokens', () => {
  test('are what the description says', async () => {
    for (const { address, symbol, decimals } of devnet.description.tokens) {
      expect(await devnet.client.readContract({ abi: erc20Abi, address, functionName: 'symbol' })).toBe(symbol)
      expect(await devnet.client.readContract({ abi: erc20Abi, address, functionName: 'decimals' })).toBe(decimals)
    }
    const kinds = new Set(devnet.description.tokens.map(({ kind }) => kind))
    expect(kinds).toEqual(new Set(['standard', 'fee-on-transfer', 'usdt-like', 'permissioned']))
  })

  test('lie in the first ten accounts', async () => {
    for (const { address, decimals, symbol, kind } of devnet.description.tokens) {
      const holders = ACCOUNTS.slice(0, kind === 'permissioned' ? 9 : 10)
      const balances = holders.map((account) => balanceOf(address, account))
      const expected = parseUnits(symbol === 'WETH' ? '100' : '100000', decimals)
      expect(new Set(await Promise.all(balances)), symbol).toEqual(new Set([expected]))
    }
  })

  test('fee-on-transfer: one percent less arrives', async () => {
    const { address } = devnet.token('fee-on-transfer')
    const before = await balanceOf(address, ACCOUNTS[12])
    await write(1, { abi: erc20Abi, address, functionName: 'transfer', args: [ACCOUNTS[12], 1_000n] })
    expect((await balanceOf(address, ACCOUNTS[12])) - before).toBe(990n)
  })

  test('usdt-like: an allowance changes only through zero, and nothing is returned', async () => {
    const { address } = devnet.token('usdt-like')
    const approve = (amount: bigint) =>
      write(1, { abi: UsdtLikeToken.abi, address, functionName: 'approve', args: [ACCOUNTS[2], amount] })
    await approve(5n)
    await expect(approve(6n)).rejects.toThrow(/AllowanceMustBeZeroFirst/)
    await approve(0n)
    await approve(6n)
    const { data } = await devnet.client.call({
      account: ACCOUNTS[1],
      to: address,
      data: `0xa9059cbb${'0'.repeat(63)}1${'0'.repeat(63)}1`,
    })
    expect(data).toBeUndefined()
  })

  test('permissioned: known wallets only, and the two views a liquidity builder asks', async () => {
    const { address } = devnet.token('permissioned')
    const [, , , , , , , provider, swapper, stranger] = ACCOUNTS
    const isAllowed = (account: Hex, flag: Hex) =>
      devnet.client.readContract({
        abi: PermissionedToken.abi,
        address,
        functionName: 'isAllowed',
        args: [account, flag],
      })
    expect(await isAllowed(provider, LIQUIDITY_ALLOWED)).toBe(true)
    expect(await isAllowed(swapper, SWAP_ALLOWED)).toBe(true)
    expect(await isAllowed(swapper, LIQUIDITY_ALLOWED)).toBe(false)
    expect(await isAllowed(stranger, SWAP_ALLOWED)).toBe(false)
    const transfer = { abi: PermissionedToken.abi, address, functionName: 'transfer', args: [stranger, 1n] } as const
    await expect(write(1, transfer)).rejects.toThrow(/NotAllowed/)

    const adapterOf = (currency: Hex) =>
      devnet.client.readContract({
        abi: PermissionsAdapterFactory.abi,
        address: devnet.description.contracts.permissionsAdapterFactory,
        functionName: 'verifiedPermissionsAdapterOf',
        args: [currency],
      })
    expect(await adapterOf(address)).not.toBe(zeroAddress)
    expect(await adapterOf(devnet.token('MOON').address)).toBe(zeroAddress)
  })
})

describe('pools', () => {
  test('are in every protocol, with and without ETH, some with hooks', () => {
    const { pools } = devnet.description
    const has = (matches: (pool: (typeof pools)[number]) => boolean) => expect(pools.some(matches)).toBe(true)
    has(({ protocol }) => protocol === 'V2')
    has(({ protocol, fee }) => protocol === 'V3' && fee === 500)
    has(({ protocol, fee }) => protocol === 'V3' && fee === 10_000)
    has(({ protocol, token0 }) => protocol === 'V4' && token0 === zeroAddress)
    has(({ protocol, token0, hooks }) => protocol === 'V4' && token0 !== zeroAddress && hooks === undefined)
    has(({ hooks, fee }) => hooks !== undefined && fee === 0x80_00_00)
    expect(pools.every(({ token0, token1 }) => BigInt(token0) < BigInt(token1))).toBe(true)
    expect(new Set(pools.map(({ reference }) => reference)).size).toBe(pools.length)
  })

  test('v2 references are what the factory gives', async () => {
    for (const { reference, token0, token1 } of poolsOf('V2')) {
      const args = [token0, token1] as const
      const address = devnet.description.contracts.v2Factory
      const pair = await devnet.client.readContract({ abi: v2FactoryAbi, address, functionName: 'getPair', args })
      expect(pair).toBe(reference)
      expect(await balanceOf(token0, reference)).toBeGreaterThan(0n)
      expect(await balanceOf(reference, ACCOUNTS[0])).toBeGreaterThan(0n)
    }
  })

  test('v3 references are what the factory gives, with liquidity in all but one', async () => {
    const liquidities: bigint[] = []
    for (const { reference, token0, token1, fee } of poolsOf('V3')) {
      const args = [token0, token1, fee] as const
      const address = devnet.description.contracts.v3Factory
      const pool = await devnet.client.readContract({ abi: v3FactoryAbi, address, functionName: 'getPool', args })
      expect(pool).toBe(reference)
      liquidities.push(await devnet.client.readContract({ abi: v3PoolAbi, address: pool, functionName: 'liquidity' }))
    }
    expect(liquidities.filter((liquidity) => liquidity === 0n)).toHaveLength(1)
  })

  test('v4 references are initialised pools, with liquidity in all but one', async () => {
    const liquidities: bigint[] = []
    for (const { reference } of poolsOf('V4')) {
      const read = { abi: stateViewAbi, address: devnet.description.contracts.v4StateView, args: [reference] } as const
      const [sqrtPriceX96] = await devnet.client.readContract({ ...read, functionName: 'getSlot0' })
      expect(sqrtPriceX96).toBeGreaterThan(0n)
      liquidities.push(await devnet.client.readContract({ ...read, functionName: 'getLiquidity' }))
    }
    expect(liquidities.filter((liquidity) => liquidity === 0n)).toHaveLength(1)
  })

  test('the first account has v3 positions with fees to claim, and a picture of each', async () => {
    const read = { abi: v3PositionManagerAbi, address: devnet.description.contracts.v3PositionManager } as const
    const args = [ACCOUNTS[0], 0n] as const
    const tokenId = await devnet.client.readContract({ ...read, functionName: 'tokenOfOwnerByIndex', args })
    const collect = { tokenId, recipient: ACCOUNTS[0], amount0Max: MAX_UINT128, amount1Max: MAX_UINT128 }
    const { result } = await devnet.client.simulateContract({
      ...read,
      account: ACCOUNTS[0],
      functionName: 'collect',
      args: [collect],
    })
    expect(result[0]).toBeGreaterThan(0n)
    expect(result[1]).toBeGreaterThan(0n)
    const uri = await devnet.client.readContract({ ...read, functionName: 'tokenURI', args: [tokenId] })
    expect(uri).toMatch(/^data:application\/json;base64,/)
  })

  test('the first account has v4 positions, and swaps have left fees', async () => {
    const { v4PositionManager, v4PermissionedPositionManager, v4StateView } = devnet.description.contracts
    for (const address of [v4PositionManager, v4PermissionedPositionManager]) {
      const read = { abi: positionManagerAbi, address } as const
      const next = await devnet.client.readContract({ ...read, functionName: 'nextTokenId' })
      const ids = Array.from({ length: Number(next) - 1 }, (_, index) => BigInt(index + 1))
      const owners = await Promise.all(
        ids.map((id) => devnet.client.readContract({ ...read, functionName: 'ownerOf', args: [id] })),
      )
      expect(owners.some((owner) => isAddressEqual(owner, ACCOUNTS[0]))).toBe(true)
      expect(owners.some((owner) => isAddressEqual(owner, OPERATOR))).toBe(true)
      const uri = await devnet.client.readContract({ ...read, functionName: 'tokenURI', args: [1n] })
      expect(uri).toMatch(/^data:application\/json;base64,/)
    }
    const { reference } = devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
    const [growth0, growth1] = await devnet.client.readContract({
      abi: stateViewAbi,
      address: v4StateView,
      functionName: 'getFeeGrowthGlobals',
      args: [reference],
    })
    expect(growth0).toBeGreaterThan(0n)
    expect(growth1).toBeGreaterThan(0n)
  })

  test('can be looked up by what they are', () => {
    expect(devnet.pool('V4', ['MOON', 'DUSD'], { hooks: FEE_TAKING_HOOK }).hooks).toBe(FEE_TAKING_HOOK)
    expect(() => devnet.pool('V2', ['KYC', 'MOON'])).toThrow(/no V2 pool/)
  })
})

type Write = Parameters<ReturnType<TestDevnet['wallet']>['simulateContract']>[0]

async function write(index: number, call: Pick<Write, 'abi' | 'address' | 'functionName' | 'args'>): Promise<void> {
  const { request } = await devnet.wallet(index).simulateContract(call)
  await devnet.client.waitForTransactionReceipt({ hash: await devnet.wallet(index).writeContract(request) })
}

function balanceOf(token: Hex, account: Hex): Promise<bigint> {
  return devnet.client.readContract({ abi: erc20Abi, address: token, functionName: 'balanceOf', args: [account] })
}

function poolsOf(protocol: 'V2' | 'V3' | 'V4') {
  return devnet.description.pools.filter((pool) => pool.protocol === protocol)
}
