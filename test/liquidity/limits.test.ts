import { type Address, encodeFunctionData, type Hex, parseAbi, parseUnits, zeroAddress } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { placeTakingHook, set, TAKING_HOOK } from '../setup/liquidity/hostilePools.ts'
import { approveEverything, atMost, execute, swap } from '../setup/liquidity/limits.ts'
import { type Body, HOOK_RISKS, mintedId, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** Each of these attacks once took money from a wallet; now the signed transaction enforces the limits of the answer. */

const WALLET = 5
const THIEF = 6
const chainId = 4663

let lp: TestLp
let snapshot: Hex
beforeAll(async () => {
  lp = await startTestLp({ acceptRisks: [...HOOK_RISKS, 'PRICE_OFF_MARKET'] })
  await approveEverything(lp, WALLET, [token('DUSD'), token('MOON'), token('WETH'), token('USDX')])
  await placeTakingHook(lp)
  snapshot = await lp.devnet.snapshot()
})
beforeEach(async () => {
  await lp.devnet.revert(snapshot)
  snapshot = await lp.devnet.snapshot()
})
afterAll(() => lp[Symbol.asyncDispose]())

const token = (symbol: string): Address => (symbol === 'ETH' ? zeroAddress : lp.devnet.token(symbol).address)
const walletAddress = () => lp.devnet.account(WALLET).address
const some = (symbol: string, whole: string) => ({
  tokenAddress: token(symbol),
  amount: parseUnits(whole, symbol === 'ETH' ? 18 : lp.devnet.token(symbol).decimals).toString(),
})
const namesOf = ({ token0, token1 }: { token0: Address; token1: Address }) => ({
  token0Address: token0,
  token1Address: token1,
})

describe('a v2 deposit with a dependent amount far above its need', () => {
  const classic = (extra: object) => ({
    walletAddress: walletAddress(),
    poolParameters: { ...namesOf(lp.devnet.pool('V2', ['MOON', 'DUSD'])), chainId },
    independentToken: some('DUSD', '10000'),
    dependentToken: some('MOON', '180000'),
    ...extra,
  })

  test('asks the router for what is stated and no more', async () => {
    const answer = await lp.ok('/lp/create_classic', classic({}))
    expect(atMost(answer, token('DUSD'))).toBe(BigInt(answer.independentToken.amount))
    expect(atMost(answer, token('MOON'))).toBe(BigInt(answer.dependentToken.amount))
    expect(answer.summary).toContain('at most')
    expect(answer.summary.match(/\b10000 DUSD/g)).toHaveLength(1)
    expect(await execute(lp, WALLET, answer)).toMatchObject({ status: 'mined' })
  })

  test.each([
    ['token0', '400000'],
    ['token1', '400000'],
  ] as const)('gives a sandwich that sells %s nothing to take', async (side, whole) => {
    const pool = lp.devnet.pool('V2', ['MOON', 'DUSD'])
    const symbol = pool[side] === token('MOON') ? 'MOON' : 'DUSD'
    const answer = await lp.ok('/lp/create_classic', classic({}))
    await swap(lp, pool, [side, BigInt(some(symbol, symbol === 'MOON' ? whole : '200000').amount)])
    expect((await execute(lp, WALLET, answer)).status).toBe('reverted')
  })

  test('sends no more native currency than it pays', async () => {
    const { token0, token1 } = lp.devnet.pool('V2', ['WETH', 'DUSD'])
    const asNative = (address: Address) => (address === token('WETH') ? zeroAddress : address)
    const answer = await lp.ok('/lp/create_classic', {
      walletAddress: walletAddress(),
      poolParameters: { token0Address: asNative(token0), token1Address: asNative(token1), chainId },
      independentToken: some('DUSD', '1'),
      dependentToken: some('ETH', '50'),
    })
    expect(BigInt(answer.create.value)).toBe(BigInt(answer.dependentToken.amount))
    expect(atMost(answer, zeroAddress)).toBe(BigInt(answer.create.value))
    expect(await execute(lp, WALLET, answer)).toMatchObject({ status: 'mined' })
  })

  test('may name more than the wallet has', async () => {
    const everything = (await lp.balance(token('MOON'), walletAddress())) * 5n
    const dependentToken = { tokenAddress: token('MOON'), amount: everything.toString() }
    const answer = await lp.ok('/lp/create_classic', classic({ dependentToken }))
    expect(await execute(lp, WALLET, answer)).toMatchObject({ status: 'mined' })
  })
})

describe('a v4 deposit into a narrow range', () => {
  const pool = () => lp.devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
  const tick = async (): Promise<number> => {
    const { pools } = await lp.ok('/lp/pool_info', {
      protocol: 'V4',
      poolReferences: [{ chainId, referenceIdentifier: pool().reference }],
    })
    return Math.round(pools[0].currentTick / 10) * 10
  }
  const narrow = async (extra: object) => ({
    walletAddress: walletAddress(),
    chainId,
    protocol: 'V4',
    existingPool: { ...namesOf(pool()), poolReference: pool().reference },
    independentToken: some('ETH', '10'),
    tickBounds: { tickLower: (await tick()) - 50, tickUpper: (await tick()) + 50 },
    ...extra,
  })

  test.each([0.05, 0.5, 10])('takes at most what was offered and a tolerance of %d %', async (slippageTolerance) => {
    const answer = await lp.ok('/lp/create', await narrow({ slippageTolerance }))
    const most = (BigInt(some('ETH', '10').amount) * BigInt(Math.round(10_000 + slippageTolerance * 100))) / 10_000n
    expect(atMost(answer, zeroAddress)).toBeLessThanOrEqual(most)
    expect(BigInt(answer.create.value)).toBe(atMost(answer, zeroAddress))
    for (const [side, whole] of [
      ['token0', '6'],
      ['token1', '18000'],
    ] as const) {
      const before = await lp.devnet.snapshot()
      await swap(lp, pool(), [side, BigInt(some(side === 'token0' ? 'ETH' : 'DUSD', whole).amount)])
      await execute(lp, WALLET, answer)
      await lp.devnet.revert(before)
    }
    expect((await execute(lp, WALLET, answer)).status).toBe('mined')
  })

  test('never takes more than the dependent amount that was sent', async () => {
    const free = await lp.ok('/lp/create', await narrow({}))
    const dependentToken = free.token1
    const answer = await lp.ok('/lp/create', await narrow({ dependentToken, slippageTolerance: 5 }))
    expect(atMost(answer, token('DUSD'))).toBeLessThanOrEqual(BigInt(dependentToken.amount))
    await swap(lp, pool(), ['token1', BigInt(some('DUSD', '300').amount)])
    const { paid } = await execute(lp, WALLET, answer)
    expect(paid.get(token('DUSD'))).toBeLessThanOrEqual(BigInt(dependentToken.amount))
  })

  test('goes through when the price moves less than the tolerance', async () => {
    const answer = await lp.ok('/lp/create', await narrow({ slippageTolerance: 0.4 }))
    for (const [side, whole] of [
      ['token0', '0.15'],
      ['token1', '450'],
    ] as const) {
      const before = await lp.devnet.snapshot()
      await swap(lp, pool(), [side, BigInt(some(side === 'token0' ? 'ETH' : 'DUSD', whole).amount)])
      expect((await execute(lp, WALLET, answer)).status).toBe('mined')
      await lp.devnet.revert(before)
    }
  })

  test('has the same limits when a position is increased', async () => {
    const created = await lp.ok('/lp/create', await narrow({}))
    const nftTokenId = mintedId(await lp.send(WALLET, created.create), created.create.to)
    const answer = await lp.ok('/lp/increase', {
      walletAddress: walletAddress(),
      chainId,
      protocol: 'V4',
      ...namesOf(pool()),
      nftTokenId,
      independentToken: some('ETH', '10'),
      slippageTolerance: 10,
    })
    expect(atMost(answer, zeroAddress)).toBeLessThanOrEqual(BigInt(some('ETH', '11').amount))
    expect(answer.owner).toBe(walletAddress())
    await swap(lp, pool(), ['token1', BigInt(some('DUSD', '18000').amount)])
    await execute(lp, WALLET, answer)
  })
})

describe('a hook that takes', () => {
  const names = () => {
    const [first, second] = [token('MOON'), token('DUSD')].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
    return { token0Address: first as Address, token1Address: second as Address }
  }
  const place = { fee: 3000, tickSpacing: 60, hooks: TAKING_HOOK }
  const deposit = (extra: object) => ({
    walletAddress: walletAddress(),
    chainId,
    protocol: 'V4',
    newPool: { ...names(), ...place, initialPrice: (1n << 96n).toString() },
    independentToken: { tokenAddress: names().token0Address, amount: '1000000000' },
    tickBounds: { tickLower: -600, tickUpper: 600 },
    ...extra,
  })
  const position = async (): Promise<string> => {
    const { create } = await lp.ok('/lp/create', deposit({}))
    return mintedId(await lp.send(WALLET, create), create.to)
  }
  const leave = (nftTokenId: string, extra: object = {}) => ({
    walletAddress: walletAddress(),
    chainId,
    protocol: 'V4',
    ...names(),
    nftTokenId,
    liquidityPercentageToDecrease: 50,
    ...extra,
  })
  const codes = ({ warnings }: Body) => warnings.map(({ code }: Body) => code)

  test('half as much again gets less liquidity, and the total stays within the offer', async () => {
    const free = await lp.ok('/lp/create', deposit({}))
    await set(lp, TAKING_HOOK, [5_000, 0])
    const answer = await lp.ok('/lp/create', deposit({}))
    for (const side of ['token0', 'token1'] as const) {
      expect(BigInt(answer[side].amount)).toBeLessThanOrEqual(BigInt(free[side].amount))
      expect(BigInt(answer[side].amount)).toBeGreaterThan((BigInt(free[side].amount) * 99n) / 100n)
    }
    expect(codes(answer)).toContain('HOOK_TAKES')
    expect(answer.warnings[0].message).toMatch(new RegExp(TAKING_HOOK, 'i'))
    const { status, paid } = await execute(lp, WALLET, answer)
    expect(status).toBe('mined')
    expect(paid.get(names().token0Address)).toBe(BigInt(answer.token0.amount))
    expect(paid.get(names().token1Address)).toBe(BigInt(answer.token1.amount))
  })

  test('more after the answer than before it takes nothing', async () => {
    const answer = await lp.ok('/lp/create', deposit({}))
    await set(lp, TAKING_HOOK, [5_000, 0])
    expect((await execute(lp, WALLET, answer)).status).toBe('reverted')
  })

  test('is measured for a wallet that has the offer and nothing more', async () => {
    await set(lp, TAKING_HOOK, [10_000, 0])
    const amount = (await lp.balance(names().token0Address, walletAddress())).toString()
    const independentToken = { tokenAddress: names().token0Address, amount }
    const dependentToken = { tokenAddress: names().token1Address, amount }
    const answer = await lp.post('/lp/create', deposit({ independentToken, dependentToken }))
    if (answer.status === 200) await execute(lp, WALLET, answer.body)
    else expect(answer.body.code).toBe('failed_precondition')
  })

  test('of a withdrawal is stated, warned of, and kept within the tolerance', async () => {
    const id = await position()
    const free = await lp.ok('/lp/decrease', leave(id))
    await set(lp, TAKING_HOOK, [0, 9_000])
    const answer = await lp.ok('/lp/decrease', leave(id))
    expect(codes(answer)).toEqual(['HOOK_KEEPS'])
    expect(BigInt(answer.token0.amount)).toBeLessThan(BigInt(free.token0.amount) / 9n)
    expect(answer.limits.receive[0]).toMatchObject({ enforced: true })
    expect(BigInt(answer.limits.receive[0].atLeast)).toBeGreaterThan((BigInt(answer.token0.amount) * 9n) / 10n)
    const before = await lp.devnet.snapshot()
    expect((await execute(lp, WALLET, answer)).status).toBe('mined')
    await lp.devnet.revert(before)
    await set(lp, TAKING_HOOK, [0, 9_900])
    expect((await execute(lp, WALLET, answer)).status).toBe('reverted')
  })

  test('of fees alone is warned of, and takes no more of them later', async () => {
    const id = await position()
    const pool = { protocol: 'V4' as const, ...place, token0: names().token0Address, token1: names().token1Address }
    await lp.trade(pool, [10_000_000n, 10_000_000n])
    await set(lp, TAKING_HOOK, [4_000, 4_000])
    const { walletAddress: own, chainId: chain, protocol } = leave(id)
    const answer = await lp.ok('/lp/claim_fees', { walletAddress: own, chainId: chain, protocol, tokenId: id })
    expect(codes(answer)).toEqual(['HOOK_KEEPS'])
    expect(answer.limits.receive.map(({ enforced }: Body) => enforced)).toEqual([false, false])
    const before = await lp.devnet.snapshot()
    const { status, paid } = await execute(lp, WALLET, answer)
    expect(status).toBe('mined')
    expect(-(paid.get(names().token0Address) ?? 0n)).toBe(BigInt(answer.token0.amount))
    await lp.devnet.revert(before)
    await set(lp, TAKING_HOOK, [9_999, 9_999])
    expect((await execute(lp, WALLET, answer)).status).toBe('reverted')
  })
})

describe.each(['V3', 'V4'] as const)('a %s position of a stranger', (protocol) => {
  const ABI = parseAbi(['function setApprovalForAll(address operator, bool approved)'])

  test('takes no money from a wallet that the stranger approved as operator', async () => {
    const { v3PositionManager, v4PositionManager } = lp.devnet.description.contracts
    const manager = (protocol === 'V3' ? v3PositionManager : v4PositionManager) as Address
    const { token0, token1 } = lp.devnet.pool(protocol, [protocol === 'V3' ? 'WETH' : 'ETH', 'DUSD'], { fee: 500 })
    const position = { walletAddress: lp.devnet.account(THIEF).address, chainId, protocol, nftTokenId: '2' }
    const args = [position.walletAddress, true] as const
    const data = encodeFunctionData({ abi: ABI, functionName: 'setApprovalForAll', args })
    await lp.devnet.send(0, { to: manager, data })
    const names = { token0Address: token0, token1Address: token1 }
    const body = { ...position, ...names, independentToken: some('DUSD', '100') }
    const answer = await lp.post('/lp/increase', body)
    expect(answer).toMatchObject({ status: 403, body: { code: 'permission_denied' } })
    const owner = lp.devnet.account(0).address
    expect(answer.body.details).toContainEqual({ type: 'owner', value: owner })
    const leaving = await lp.ok('/lp/decrease', { ...body, liquidityPercentageToDecrease: 10 })
    expect(leaving.owner).toBe(owner)
    expect((await lp.ok('/lp/claim_fees', { ...position, tokenId: '2' })).owner).toBe(owner)
  })
})
