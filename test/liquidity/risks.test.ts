import { type Address, encodeFunctionData, type Hex, parseAbi, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  aim,
  arm,
  deployRebasingToken,
  deployUpgradeableToken,
  deployWilfulToken,
  inflate,
  rename,
  set,
} from '../setup/liquidity/hostilePools.ts'
import { approveEverything, attempt, execute } from '../setup/liquidity/limits.ts'
import { type Body, mintedId, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** Tokens that change between answer and block, pools off the market, and what a deposit is refused for. */

const WALLET = 5
const OPERATOR = 19
const chainId = 4663
const UNIT = 10n ** 18n
const PRICE = 1n << 96n
const SYNC = parseAbi(['function sync()'])
vi.setConfig({ testTimeout: 900_000, hookTimeout: 900_000 })

let lp: TestLp
let token: Address
let other: Address
let snapshot: Hex
const wellKnownTokens: Record<string, Address> = {}
beforeAll(async () => {
  lp = await startTestLp({ facts: { wellKnownTokens } })
  const tokens = [await deployWilfulToken(lp, [WALLET, OPERATOR]), await deployWilfulToken(lp, [WALLET, OPERATOR])]
  ;[token, other] = tokens.sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)) as [Address, Address]
  for (const account of [WALLET, OPERATOR]) await approveEverything(lp, account, [token, other])
  snapshot = await lp.devnet.snapshot()
})
beforeEach(async () => {
  await lp.devnet.revert(snapshot)
  snapshot = await lp.devnet.snapshot()
})
afterAll(() => lp[Symbol.asyncDispose]())

const addressOf = (account: number) => lp.devnet.account(account).address
const codes = ({ warnings }: Body) => warnings.map(({ code }: Body) => code)
const names = () => ({ token0Address: token, token1Address: other })
const some = (tokenAddress: Address, amount = 100n * UNIT) => ({ tokenAddress, amount: amount.toString() })

const creation = (protocol: 'V3' | 'V4', extra: object = {}) => ({
  walletAddress: addressOf(WALLET),
  chainId,
  protocol,
  newPool: { ...names(), fee: 3000, tickSpacing: 60, initialPrice: PRICE.toString() },
  independentToken: some(token),
  tickBounds: { tickLower: -600, tickUpper: 600 },
  ...extra,
})

const pairCreation = (extra: object = {}) => ({
  walletAddress: addressOf(WALLET),
  poolParameters: { ...names(), chainId },
  independentToken: some(token),
  dependentToken: some(other),
  ...extra,
})

const own = (protocol: string) => ({ walletAddress: addressOf(WALLET), chainId, protocol, ...names() })

async function withdrawal(protocol: 'V2' | 'V3' | 'V4'): Promise<Body> {
  const leaving = { ...own(protocol), liquidityPercentageToDecrease: 50 }
  if (protocol === 'V2') {
    const { create } = await lp.ok('/lp/create_classic', pairCreation())
    await lp.send(WALLET, create)
    const lpTokens = [some(token), some(other)]
    await lp.approve(WALLET, await lp.ok('/lp/check_approval', { ...leaving, lpTokens, action: 'DECREASE' }))
    return leaving
  }
  const { create } = await lp.ok('/lp/create', creation(protocol))
  return { ...leaving, nftTokenId: mintedId(await lp.send(WALLET, create), create.to) }
}

describe.each(['V2', 'V3', 'V4'] as const)('a withdrawal from %s of a token that can tax', (protocol) => {
  test('is not marked enforced, and the tax is measured for every answer', async () => {
    const request = await withdrawal(protocol)
    const clean = await lp.ok('/lp/decrease', request)
    expect(clean.limits.receive.map(({ enforced, heldBy }: Body) => [enforced, heldBy])).toEqual([
      [false, 'pool'],
      [false, 'pool'],
    ])
    await set(lp, token, [3000, 10_000])
    const taxed = await lp.ok('/lp/decrease', request)
    expect(codes(taxed)).toContain('FEE_ON_TRANSFER')
    const { status, paid } = await execute(lp, WALLET, taxed)
    expect(status).toBe('mined')
    const [limit] = taxed.limits.receive
    expect(-(paid.get(limit.tokenAddress) ?? 0n)).toBeGreaterThanOrEqual(BigInt(limit.atLeast))
  })

  test('breaks no enforced limit when the tax is turned on after the answer', async () => {
    const answer = await lp.ok('/lp/decrease', await withdrawal(protocol))
    await set(lp, token, [3000, 10_000])
    expect((await execute(lp, WALLET, answer)).status).toBe('mined')
  })

  test('breaks no enforced limit when the tax spares simulations', async () => {
    const request = await withdrawal(protocol)
    await aim(lp, token, { scope: 'all', isHidden: true })
    await set(lp, token, [3000, 10_000])
    const answer = await lp.ok('/lp/decrease', request)
    const { status, broken } = await attempt(lp, WALLET, answer)
    expect([status, broken.map(({ enforced }) => enforced)]).toEqual(['mined', [false]])
    expect(codes(answer)).toContain('UNLISTED_TOKEN')
  })
})

test('native currency, its wrapped form and listed tokens are enforced', async () => {
  const { token0, token1, reference } = lp.devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
  const answer = await lp.ok('/lp/create', {
    ...creation('V4'),
    newPool: undefined,
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
    independentToken: some(token1, parseUnits('10', 6)),
    tickBounds: { tickLower: -887270, tickUpper: 887270 },
  })
  expect(answer.limits.pay.map(({ enforced }: Body) => enforced)).toEqual([true, true])
})

test('a new v2 pair is measured as its router will pay it, and a taxed token is refused unless accepted', async () => {
  await set(lp, token, [2800, 10_000])
  const refused = await lp.post('/lp/create_classic', pairCreation({ acceptRisks: [] }))
  expect(refused).toMatchObject({ status: 400, body: { code: 'failed_precondition' } })
  expect(refused.body.details.map(({ type }: Body) => type)).toEqual(['field', 'FEE_ON_TRANSFER'])
  expect(codes(await lp.ok('/lp/create_classic', pairCreation({ acceptRisks: ['FEE_ON_TRANSFER'] })))).toContain(
    'FEE_ON_TRANSFER',
  )
})

describe.each(['pulled', 'spot', 'onTop'] as const)('a tax that was turned on after a clean answer: %s', (scope) => {
  const turnOn = async (spot: Address) => {
    await aim(lp, token, { scope, spot })
    await set(lp, token, [2800, 10_000])
  }
  const expectRefused = async (path: string, request: object) =>
    expect((await lp.post(path, request)).body.details?.map(({ type }: Body) => type)).toContain('FEE_ON_TRANSFER')

  test('is measured where it strikes a deposit into a v2 pair, new or not', async () => {
    const { limits, create, warnings } = await lp.ok('/lp/create_classic', pairCreation())
    expect(codes({ warnings })).not.toContain('FEE_ON_TRANSFER')
    expect(limits.pay.map(({ enforced }: Body) => enforced)).toEqual([false, false])
    const pair = limits.receive[0].tokenAddress
    await turnOn(pair)
    await expectRefused('/lp/create_classic', pairCreation())
    await set(lp, token, [0, 10_000])
    await lp.send(WALLET, create)
    const more = pairCreation({ dependentToken: undefined })
    expect(codes(await lp.ok('/lp/create_classic', more))).not.toContain('FEE_ON_TRANSFER')
    await turnOn(pair)
    await expectRefused('/lp/create_classic', more)
  })

  test.each(['V3', 'V4'] as const)('shows in the simulation of a deposit into a %s pool', async (protocol) => {
    const { create } = await lp.ok('/lp/create', creation(protocol))
    await lp.send(WALLET, create)
    const { pools } = await lp.ok('/lp/pool_info', {
      protocol,
      chainId,
      poolParameters: { tokenAddressA: token, tokenAddressB: other, fee: 3000 },
    })
    const { poolReferenceIdentifier: poolReference } = pools[0]
    const existingPool = { ...names(), poolReference }
    const request = creation(protocol, { newPool: undefined, existingPool })
    expect((await lp.ok('/lp/create', request)).simulation).toEqual({ ok: true })
    await turnOn(protocol === 'V4' ? (lp.devnet.description.contracts.v4PoolManager as Address) : poolReference)
    const { status, body } = await lp.post('/lp/create', request)
    // The pool itself refuses less than the amount, but not a charge on top of it.
    if (scope !== 'onTop') return expect([status, body.simulation.ok]).toEqual([200, false])
    expect(body.details.map(({ type }: Body) => type)).toEqual(['DIFFERS_FROM_LIMITS'])
  })
})

test('a v2 pair that holds less than its recorded reserves is refused unless accepted', async () => {
  const { create } = await lp.ok('/lp/create_classic', pairCreation({ walletAddress: addressOf(OPERATOR) }))
  await lp.send(OPERATOR, create)
  await set(lp, token, [0, 8_000])
  const refused = await lp.post('/lp/create_classic', pairCreation({ dependentToken: undefined, acceptRisks: [] }))
  expect(refused.body.details?.map(({ type }: Body) => type)).toContain('PAIR_OUT_OF_SYNC')
  const { pools } = await lp.ok('/lp/pool_info', {
    protocol: 'V2',
    chainId,
    poolParameters: { tokenAddressA: token, tokenAddressB: other },
  })
  const data = encodeFunctionData({ abi: SYNC, functionName: 'sync' })
  await lp.devnet.send(18, { to: pools[0].poolReferenceIdentifier, data })
  expect(
    codes(await lp.ok('/lp/create_classic', pairCreation({ dependentToken: undefined, acceptRisks: [] }))),
  ).not.toContain('PAIR_OUT_OF_SYNC')
})

test.each(['V3', 'V4'] as const)(
  'an existing %s pool off the market of a deeper one is refused unless accepted',
  async (protocol) => {
    await openDeepPool(protocol)
    const newPool = { ...names(), fee: 500, tickSpacing: 10, initialPrice: (PRICE * 3n).toString() }
    const tickBounds = { tickLower: 0, tickUpper: 40_000 }
    const acceptRisks = ['PRICE_OFF_MARKET']
    const { create } = await lp.ok('/lp/create', creation(protocol, { newPool, tickBounds, acceptRisks }))
    await lp.send(WALLET, create)
    const { pools } = await lp.ok('/lp/pool_info', {
      protocol,
      chainId,
      poolParameters: { tokenAddressA: token, tokenAddressB: other, fee: 500, tickSpacing: 10 },
    })
    const existingPool = { ...names(), poolReference: pools[0].poolReferenceIdentifier }
    const request = creation(protocol, { newPool: undefined, existingPool, tickBounds })
    await expectAccepting('/lp/create', request)
  },
)

test('an existing v2 pair off the market of a deeper pool is refused unless accepted', async () => {
  const skewed = { dependentToken: some(other, 900n * UNIT) }
  await lp.send(WALLET, (await lp.ok('/lp/create_classic', pairCreation(skewed))).create)
  await openDeepPool('V3')
  await expectAccepting('/lp/create_classic', pairCreation({ dependentToken: undefined }))
})

/** Much more liquidity than any other pool of the tests, at a price of one. */
async function openDeepPool(protocol: 'V3' | 'V4'): Promise<void> {
  const deposit = { walletAddress: addressOf(OPERATOR), independentToken: some(token, 100_000n * UNIT) }
  const request = creation(protocol, { ...deposit, acceptRisks: ['PRICE_OFF_MARKET'] })
  await lp.send(OPERATOR, (await lp.ok('/lp/create', request)).create)
}

async function expectAccepting(path: string, request: object): Promise<void> {
  const refused = await lp.post(path, { ...request, acceptRisks: [] })
  expect(refused.body.details?.map(({ type }: Body) => type)).toEqual(['field', 'PRICE_OFF_MARKET'])
  const answer = await lp.ok(path, { ...request, acceptRisks: ['PRICE_OFF_MARKET'] })
  expect(codes(answer)).toContain('PRICE_OFF_MARKET')
}

describe('the simulation that runs by default', () => {
  const deposit = (account: number) => {
    const { token0, token1, reference } = lp.devnet.pool('V4', ['ETH', 'DUSD'], { fee: 500 })
    return {
      ...creation('V4'),
      walletAddress: addressOf(account),
      newPool: undefined,
      existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
      independentToken: some(token1, parseUnits('10', 6)),
      tickBounds: { tickLower: -887270, tickUpper: 887270 },
      simulateTransaction: undefined,
    }
  }

  test('includes the missing approvals', async () => {
    const answer = await lp.ok('/lp/create', deposit(6))
    expect(answer.simulation).toEqual({ ok: true })
    expect(BigInt(answer.gasFee)).toBeGreaterThan(0n)
  })

  test('is left out on request', async () => {
    const answer = await lp.ok('/lp/create', { ...deposit(6), simulateTransaction: false })
    expect(answer.simulation).toBeUndefined()
    expect(answer.summary).toMatch(/Network fee not estimated\.$/)
  })

  test('withholds a transaction that takes more than its limits', async () => {
    // The token moves another amount of itself out of the wallet in the middle of the transfer.
    const take = parseAbi(['function transferFrom(address from, address to, uint256 amount) returns (bool)'])
    const approve = parseAbi(['function approve(address spender, uint256 amount) returns (bool)'])
    const approval = encodeFunctionData({ abi: approve, functionName: 'approve', args: [token, 10n ** 30n] })
    await lp.devnet.send(WALLET, { to: token, data: approval })
    const args = [addressOf(WALLET), addressOf(18), 50n * UNIT] as const
    await arm(lp, token, {
      to: token,
      data: encodeFunctionData({ abi: take, functionName: 'transferFrom', args }),
    })
    const answer = await lp.post('/lp/create', creation('V3', { simulateTransaction: undefined }))
    expect(answer.status).toBe(400)
    expect(answer.body.details.map(({ type }: Body) => type)).toEqual(
      expect.arrayContaining([expect.stringMatching(/DIFFERS_FROM_LIMITS|FEE_ON_TRANSFER/)]),
    )
  })
})

test.each([
  ['UPGRADEABLE_TOKEN', async () => (await deployUpgradeableToken(lp, [WALLET])).token],
  ['REBASING_TOKEN', () => deployRebasingToken(lp, [WALLET])],
] as const)('a deposit with an %s is refused unless accepted', async (code, deploy) => {
  const stranger = await deploy()
  await approveEverything(lp, WALLET, [stranger])
  const [token0Address, token1Address] = [stranger, token].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const newPool = { token0Address, token1Address, fee: 3000, tickSpacing: 60, initialPrice: PRICE.toString() }
  for (const protocol of ['V3', 'V4'] as const) {
    const refused = await lp.post('/lp/create', creation(protocol, { newPool }))
    expect(refused.body.details?.map(({ type }: Body) => type)).toEqual(['field', code])
    const answer = await lp.ok('/lp/create', creation(protocol, { newPool, acceptRisks: [code] }))
    expect(codes(answer)).toEqual(expect.arrayContaining([code, 'UNLISTED_TOKEN']))
    expect(answer.summary).toContain(stranger)
  }
})

test('a well-known token may be upgradeable', async () => {
  const { token: stranger } = await deployUpgradeableToken(lp, [WALLET])
  await approveEverything(lp, WALLET, [stranger])
  const [token0Address, token1Address] = [stranger, token].sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const newPool = { token0Address, token1Address, fee: 3000, tickSpacing: 60, initialPrice: PRICE.toString() }
  wellKnownTokens['USDC'] = stranger
  const answer = await lp.ok('/lp/create', creation('V3', { newPool }))
  expect(codes(answer)).not.toContain('UPGRADEABLE_TOKEN')
  delete wellKnownTokens['USDC']
  expect((await lp.post('/lp/create', creation('V3', { newPool }))).status).toBe(400)
})

test('an increase of a position in a pool off the market of a deeper one is refused unless accepted', async () => {
  for (const protocol of ['V3', 'V4'] as const) {
    const tickBounds = { tickLower: 0, tickUpper: 40_020 }
    const newPool = { ...names(), fee: 500, tickSpacing: 10, initialPrice: (PRICE * 3n).toString() }
    const { create } = await lp.ok('/lp/create', creation(protocol, { newPool, tickBounds }))
    const nftTokenId = mintedId(await lp.send(WALLET, create), create.to)
    const deep = creation(protocol, {
      walletAddress: addressOf(OPERATOR),
      independentToken: some(token, 10_000n * UNIT),
    })
    await lp.send(OPERATOR, (await lp.ok('/lp/create', { ...deep, acceptRisks: ['PRICE_OFF_MARKET'] })).create)
    const request = { ...own(protocol), nftTokenId, independentToken: some(token) }
    const refused = await lp.post('/lp/increase', request)
    expect(refused.body.details?.map(({ type }: Body) => type)).toEqual(['field', 'PRICE_OFF_MARKET'])
    const accepted = await lp.ok('/lp/increase', { ...request, acceptRisks: ['PRICE_OFF_MARKET'] })
    expect(codes(accepted)).toContain('PRICE_OFF_MARKET')
    await lp.devnet.revert(snapshot)
    snapshot = await lp.devnet.snapshot()
  }
})

test('a first deposit into a v2 pair states the liquidity that it mints', async () => {
  const answer = await lp.ok('/lp/create_classic', pairCreation())
  const [{ tokenAddress, atLeast, enforced }] = answer.limits.receive
  expect([BigInt(atLeast) > 99n * UNIT, enforced]).toEqual([true, false])
  const { paid } = await execute(lp, WALLET, answer)
  expect(-(paid.get(tokenAddress) ?? 0n)).toBeGreaterThanOrEqual(BigInt(atLeast))
})

describe('a v2 pair that another opens first, with shares as large as half a deposit', () => {
  const deposits = () => new Map([token, other].map((address) => [address, 100n * UNIT]))
  const inflated = (pair: Address) => inflate(lp, pair, deposits())

  test('is warned of before it is opened, because no contract holds the stated liquidity', async () => {
    const answer = await lp.ok('/lp/create_classic', pairCreation())
    const [{ tokenAddress: pair, atLeast, enforced }] = answer.limits.receive
    await inflated(pair)
    const { status, paid } = await execute(lp, WALLET, answer)
    expect(status).toBe('mined')
    expect(-(paid.get(pair) ?? 0n)).toBeLessThan(BigInt(atLeast))
    expect(enforced).toBe(false)
    expect(answer.warnings.find(({ code }: Body) => code === 'THIN_PAIR')?.message).toContain(pair)
  })

  test('takes no deposit of which rounding would take a part', async () => {
    await inflated((await lp.ok('/lp/create_classic', pairCreation())).limits.receive[0].tokenAddress)
    const refused = await lp.post('/lp/create_classic', pairCreation({ dependentToken: undefined }))
    expect(refused).toMatchObject({ status: 400, body: { code: 'invalid_argument' } })
    expect(refused.body.message).toMatch(/too small to mint V2 liquidity/)
  })

  test('is not warned of where it holds more than the deposit', async () => {
    const first = pairCreation({ walletAddress: addressOf(OPERATOR), independentToken: some(token, 200n * UNIT) })
    const dependentToken = some(other, 200n * UNIT)
    await lp.send(OPERATOR, (await lp.ok('/lp/create_classic', { ...first, dependentToken })).create)
    const answer = await lp.ok('/lp/create_classic', pairCreation({ dependentToken: undefined }))
    expect(codes(answer)).not.toContain('THIN_PAIR')
  })
})

test.each([
  ['SLIPPAGE_HIGH', { slippageTolerance: 6 }],
  ['DEADLINE_FAR', { deadline: Math.floor(Date.now() / 1000) + 300_000 }],
])('terms that leave others much room are warned of: %s', async (code, extra) => {
  expect(codes(await lp.ok('/lp/create', creation('V3')))).not.toContain(code)
  expect(codes(await lp.ok('/lp/create', creation('V3', extra)))).toContain(code)
})

test('a position without the price in its range is warned of', async () => {
  for (const protocol of ['V3', 'V4'] as const) {
    const tickBounds = { tickLower: 600, tickUpper: 1200 }
    expect(codes(await lp.ok('/lp/create', creation(protocol, { tickBounds })))).toContain('OUT_OF_RANGE')
  }
})

test('an answer is never older than the block that the request names', async () => {
  const block = await lp.devnet.client.getBlockNumber()
  await lp.ok('/lp/create', creation('V3', { minBlock: block.toString() }))
  const answer = await lp.post('/lp/create', creation('V3', { minBlock: (block + 1n).toString() }))
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable'])
})

test('the burn of a v3 position is warned of, because the dust of a stranger stops it', async () => {
  const request = { ...(await withdrawal('V3')), liquidityPercentageToDecrease: 100 }
  const kept = await lp.ok('/lp/decrease', request)
  const burned = await lp.ok('/lp/decrease', { ...request, burn: true })
  expect([codes(kept), codes(burned)].map((found) => found.includes('BURN_MAY_REVERT'))).toEqual([false, true])
  const abi = parseAbi([
    'function increaseLiquidity((uint256 tokenId, uint256 amount0Desired, uint256 amount1Desired, uint256 amount0Min, uint256 amount1Min, uint256 deadline)) payable',
  ])
  const dust = { amount0Desired: 1000n, amount1Desired: 1000n, amount0Min: 0n, amount1Min: 0n, deadline: 1n << 40n }
  const args = [{ tokenId: BigInt(request.nftTokenId), ...dust }] as const
  const data = encodeFunctionData({ abi, functionName: 'increaseLiquidity', args })
  await lp.devnet.send(OPERATOR, { to: burned.decrease.to, data })
  expect((await execute(lp, WALLET, burned)).status).toBe('reverted')
  expect((await execute(lp, WALLET, kept)).status).toBe('mined')
})

test('a token with the name of a listed one is named first', async () => {
  await rename(lp, token, { name: 'Wrapped Ether' })
  const { warnings } = await lp.ok('/lp/create', creation('V3'))
  expect(warnings[0].code).toBe('LOOKALIKE_TOKEN')
  expect(warnings[0].message).toContain(token)
})

test('a lookalike is named first wherever it is paid, withdrawn or shown', async () => {
  await rename(lp, token, { symbol: 'DUSD' })
  const request = await withdrawal('V3')
  const claim = { walletAddress: addressOf(WALLET), chainId, protocol: 'V3', tokenId: request.nftTokenId }
  const answers = [
    await lp.ok('/lp/create_classic', pairCreation()),
    await lp.ok('/lp/create', creation('V4')),
    await lp.ok('/lp/increase', { ...own('V3'), nftTokenId: request.nftTokenId, independentToken: some(token) }),
    await lp.ok('/lp/decrease', request),
    await lp.ok('/lp/claim_fees', claim),
    ...(await lp.get(`/api/liquidity/pools?chainId=${chainId}&tokenA=${token}&tokenB=${other}`)).body.pools,
  ]
  expect(answers).toHaveLength(6)
  for (const { warnings } of answers) {
    expect(warnings[0].code).toBe('LOOKALIKE_TOKEN')
    expect(warnings[0].message).toContain(token)
  }
})

test.each([
  ['the same symbol', 'DUSD'],
  ['a Cyrillic letter in the symbol', 'DU\u0405D'],
  ['the symbol of the native currency', 'ETH'],
])('a token with %s as a listed one is named first, with its whole address', async (_how, symbol) => {
  await rename(lp, token, { symbol })
  const { warnings } = await lp.ok('/lp/create', creation('V3'))
  expect(warnings[0].code).toBe('LOOKALIKE_TOKEN')
  expect(warnings[0].message).toContain(token)
})
