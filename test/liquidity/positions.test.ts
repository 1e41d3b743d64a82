import { parseAbi, parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FaultRpc, httpUpstream, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { type Body, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

let lp: TestLp
beforeAll(async () => {
  lp = await startTestLp()
})
afterAll(() => lp[Symbol.asyncDispose]())

const chainId = 4663
const owner = () => lp.devnet.account(0).address

async function list(query: object = {}): Promise<Body> {
  const search = new URLSearchParams({ owner: owner(), chainId: String(chainId), ...query })
  const { status, body } = await lp.get(`/api/liquidity/positions?${search}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

async function all(query: object = {}): Promise<Body[]> {
  const found: Body[] = []
  let cursor: string | undefined
  do {
    const page = await list({ ...query, ...(cursor && { cursor }) })
    found.push(...page.positions)
    cursor = page.nextCursor
  } while (cursor)
  return found
}

test('every seeded position of every protocol is listed once', async () => {
  const positions = await all()
  const empty = [lp.devnet.pool('V3', ['WETH', 'USDX']), lp.devnet.pool('V4', ['ETH', 'USDX'])].map(
    ({ reference }) => reference,
  )
  const expected = lp.devnet.description.pools.filter(({ reference }) => !empty.includes(reference))
  expect(positions.map(({ poolReference }) => poolReference).sort()).toEqual(
    expected.map(({ reference }) => reference).sort(),
  )
  expect(positions.find(({ isPermissioned }) => isPermissioned)?.protocol).toBe('V4')
})

test('pages of any size make the same list', async () => {
  const whole = await all()
  for (const limit of ['1', '3', '7', '25', '1000']) expect(await all({ limit })).toEqual(whole)
})

test.each(['V3', 'V4'])('the fees listed are to the unit what a %s claim collects', async (protocol) => {
  const fees = { V3: 500, V4: 500 }[protocol] ?? 0
  const pool = lp.devnet.pool(protocol as 'V3', protocol === 'V3' ? ['WETH', 'DUSD'] : ['ETH', 'DUSD'], { fee: fees })
  await lp.trade(pool, [parseUnits('1', 18), parseUnits('3000', 6)])
  const position = (await all()).find(({ poolReference }) => poolReference === pool.reference)
  const { claim, token0, token1 } = await lp.ok('/lp/claim_fees', {
    walletAddress: owner(),
    chainId,
    protocol,
    tokenId: position.tokenId,
  })
  expect(position.uncollectedFees).toEqual({ token0, token1 })
  const paid = await lp.paid(0, [pool.token0, pool.token1], () => lp.send(0, claim))
  expect(paid).toEqual([-BigInt(token0.amount), -BigInt(token1.amount)])
  expect(BigInt(token0.amount)).toBeGreaterThan(0n)
  const after = (await all()).find(({ poolReference }) => poolReference === pool.reference)
  expect(after.uncollectedFees).toMatchObject({ token0: { amount: '0' }, token1: { amount: '0' } })
})

test('the amounts listed are to the unit what a decrease of all of it pays', async () => {
  for (const position of await all()) {
    const request = {
      walletAddress: owner(),
      chainId,
      protocol: position.protocol,
      token0Address: position.token0.address,
      token1Address: position.token1.address,
      liquidityPercentageToDecrease: 100,
      ...(position.tokenId && { nftTokenId: position.tokenId }),
      ...(position.isPermissioned && { permissioned: true }),
    }
    const { token0, token1 } = await lp.ok('/lp/decrease', request)
    // A hook that takes a share leaves less than the position holds.
    if (position.hookAddress?.endsWith('4547'))
      expect(BigInt(token0.amount)).toBeLessThan(BigInt(position.amounts.token0.amount))
    else expect(position.amounts).toEqual({ token0, token1 })
  }
})

test('the status shows whether a position earns', async () => {
  const pool = lp.devnet.pool('V3', ['WETH', 'DUSD'], { fee: 3000 })
  const position = (await all()).find(({ poolReference }) => poolReference === pool.reference)
  expect(position.status).toBe('IN_RANGE')
  const decreaseAbi = parseAbi([
    'struct Decrease { uint256 tokenId; uint128 liquidity; uint256 amount0Min; uint256 amount1Min; uint256 deadline; }',
    'function decreaseLiquidity(Decrease params) returns (uint256, uint256)',
  ])
  const params = {
    tokenId: BigInt(position.tokenId),
    liquidity: BigInt(position.liquidity),
    amount0Min: 0n,
    amount1Min: 0n,
    deadline: 2n ** 64n,
  }
  const hash = await lp.devnet.wallet(0).writeContract({
    address: lp.devnet.description.contracts.v3PositionManager,
    abi: decreaseAbi,
    functionName: 'decreaseLiquidity',
    args: [params],
  })
  await lp.devnet.client.waitForTransactionReceipt({ hash })
  const emptied = (await all()).find(({ tokenId, protocol }) => tokenId === position.tokenId && protocol === 'V3')
  expect(emptied.status).toBe('CLOSED_WITH_FEES')
  const { claim } = await lp.ok('/lp/claim_fees', {
    walletAddress: owner(),
    chainId,
    protocol: 'V3',
    tokenId: position.tokenId,
  })
  await lp.send(0, claim)
  const closed = (await all()).find(({ tokenId, protocol }) => tokenId === position.tokenId && protocol === 'V3')
  expect(closed.status).toBe('CLOSED')
})

test('a position whose upper tick is the price’s earns no more', async () => {
  const [token0Address, token1Address] = ['MOON', 'USDX']
    .map((symbol) => lp.devnet.token(symbol).address)
    .sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1))
  const wallet = { walletAddress: lp.devnet.account(8).address, chainId, protocol: 'V3' }
  const independentToken = { tokenAddress: token1Address, amount: '1000000' }
  const approval = { ...wallet, lpTokens: [independentToken], action: 'CREATE' }
  await lp.approve(8, await lp.ok('/lp/check_approval', approval))
  const newPool = { token0Address, token1Address, fee: 3000, tickSpacing: 60, initialPrice: (1n << 96n).toString() }
  const tickBounds = { tickLower: -600, tickUpper: 0 }
  const { create } = await lp.ok('/lp/create', { ...wallet, newPool, tickBounds, independentToken })
  await lp.send(8, create)
  const [position] = await all({ owner: wallet.walletAddress })
  expect(position).toMatchObject({ status: 'OUT_OF_RANGE', currentTick: 0, tickUpper: 0 })
})

test('a v4 position that was given away is not listed', async () => {
  const position = (await all()).find(({ protocol }) => protocol === 'V4')
  const abi = parseAbi(['function transferFrom(address from, address to, uint256 id)'])
  const args = [owner(), lp.devnet.account(9).address, BigInt(position.tokenId)] as const
  const hash = await lp.devnet.wallet(0).writeContract({
    address: lp.devnet.description.contracts.v4PositionManager,
    abi,
    functionName: 'transferFrom',
    args,
  })
  await lp.devnet.client.waitForTransactionReceipt({ hash })
  const left = (await all()).filter(({ protocol, isPermissioned }) => protocol === 'V4' && !isPermissioned)
  expect(left.map(({ tokenId }) => tokenId)).not.toContain(position.tokenId)
  const theirs = await all({ owner: lp.devnet.account(9).address })
  expect(theirs.map(({ tokenId }) => tokenId)).toContain(position.tokenId)
})

test('a short page costs no more reads than a long one, and none costs many', async () => {
  const rpc = await startFaultRpc({ upstreams: [httpUpstream(lp.devnet.rpcUrl)] })
  const counted = await startTestLp({ devnet: lp.devnet, rpcUrl: () => rpc.url })
  const stranger = '0x00000000000000000000000000000000000000aa'
  const asked = async (limit: string) => {
    rpc.reset()
    await counted.get(`/api/liquidity/positions?owner=${stranger}&chainId=${chainId}&limit=${limit}`)
    return rpc.count.exchanges
  }
  await asked('25')
  expect([await asked('1'), await asked('2')]).toEqual([await asked('25'), await asked('25')])
  expect(await asked('1')).toBeLessThan(10)
  await counted[Symbol.asyncDispose]()
  await rpc.close()
})

test('a wallet through which a thousand positions went is answered page by page, not in one long request', async () => {
  const pass = httpUpstream(lp.devnet.rpcUrl)
  const topic = (value: number) => `0x${value.toString(16).padStart(64, '0')}`
  const logs = Array.from({ length: 1000 }, (_, index) => ({
    topics: [topic(0), topic(0), topic(0), topic(9000 + index)],
  }))
  const upstream: typeof pass = async (method, params) => (method === 'eth_getLogs' ? logs : pass(method, params))
  const rpc = await startFaultRpc({ upstreams: [upstream] })
  const crowded = await startTestLp({ devnet: lp.devnet, rpcUrl: () => rpc.url })
  const path = `/api/liquidity/positions?owner=0x00000000000000000000000000000000000000aa&chainId=${chainId}`
  const { body } = await crowded.get(path)
  expect(body).toMatchObject({ positions: [], nextCursor: expect.any(String) })
  expect(rpc.count.exchanges).toBeLessThan(25)
  let pages = 1
  for (let cursor = body.nextCursor; cursor; pages++) {
    cursor = (await crowded.get(`${path}&cursor=${cursor}`)).body.nextCursor
  }
  expect(pages).toBeLessThan(20)
  await crowded[Symbol.asyncDispose]()
  await rpc.close()
})

describe('requests', () => {
  test.each([
    ['no owner', '?chainId=4663', /owner is required/],
    ['no chain', `?owner=0x00000000000000000000000000000000000000aa`, /chainId is required/],
    [
      'a chain that is not supported',
      '?chainId=5&owner=0x00000000000000000000000000000000000000aa',
      /chainId must be one of/,
    ],
    [
      'a limit of zero',
      '?chainId=4663&limit=0&owner=0x00000000000000000000000000000000000000aa',
      /limit must be a whole number from 1 to 25/,
    ],
    [
      'a cursor from elsewhere',
      '?chainId=4663&cursor=abc&owner=0x00000000000000000000000000000000000000aa',
      /cursor is not a cursor of this path/,
    ],
  ])('%s', async (_name, query, message) => {
    const { status, body } = await lp.get(`/api/liquidity/positions${query}`)
    expect([status, body.code]).toEqual([400, 'invalid_argument'])
    expect(body.message).toMatch(message)
  })

  test('a wallet without positions has an empty list', async () => {
    expect(await list({ owner: '0x00000000000000000000000000000000000000aa' })).toMatchObject({
      positions: [],
      incomplete: [],
    })
  })

  test('where the node serves no logs, the list says what may be missing', async () => {
    const node = httpUpstream(lp.devnet.rpcUrl)
    const rpc: FaultRpc = await startFaultRpc({
      upstreams: [
        (method, params) =>
          method === 'eth_getLogs'
            ? Promise.reject({ code: -32005, message: 'block range too large' })
            : node(method, params),
      ],
    })
    const deaf = await startTestLp({ devnet: lp.devnet, rpcUrl: () => rpc.url })
    const { body } = await deaf.get(`/api/liquidity/positions?owner=${owner()}&chainId=${chainId}`)
    expect(body.incomplete.map(({ protocol }: Body) => protocol)).toContain('V4')
    expect(body.positions.some(({ protocol }: Body) => protocol === 'V3')).toBe(true)
    await deaf[Symbol.asyncDispose]()
    await rpc.close()
  })
})
