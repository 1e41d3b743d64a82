import { type Hex, parseUnits } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { FEE_TAKING_HOOK } from '#devnet/addresses.ts'
import { decode } from '#liquidity/calldata/decode.ts'
import { startTestDevnet, type TestDevnet } from '../setup/chain/devnet.ts'
import { type FaultRpc, httpUpstream, startFaultRpc } from '../setup/chain/faultRpc.ts'
import { HOOK_RISKS, mintedId, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/** The amounts of a pool whose hook can change them are measured in a second round trip: blocks may come between. */

const ACCOUNT = 5
const chainId = 4663
let devnet: TestDevnet
let rpc: FaultRpc
let lp: TestLp
let snapshot: Hex
/** An action on the chain right before the next simulation. */
let between: (() => Promise<void>) | undefined

beforeAll(async () => {
  devnet = await startTestDevnet()
  const pass = httpUpstream(devnet.rpcUrl)
  const upstream: typeof pass = async (method, params) => {
    const event = method === 'eth_call' && params.length === 3 ? between : undefined
    if (event) between = undefined
    await event?.()
    return pass(method, params)
  }
  rpc = await startFaultRpc({ upstreams: [upstream] })
  lp = await startTestLp({ devnet, rpcUrl: () => rpc.url, acceptRisks: HOOK_RISKS })
  snapshot = await devnet.snapshot()
})
beforeEach(async () => {
  await devnet.revert(snapshot)
  snapshot = await devnet.snapshot()
})
afterAll(async () => {
  await lp[Symbol.asyncDispose]()
  await rpc.close()
  await devnet[Symbol.asyncDispose]()
})

const pool = () => devnet.pool('V4', ['MOON', 'DUSD'], { hooks: FEE_TAKING_HOOK })
const own = () => ({ walletAddress: devnet.account(ACCOUNT).address, chainId, protocol: 'V4' })
const names = () => ({ token0Address: pool().token0, token1Address: pool().token1 })
const some = () => ({ tokenAddress: devnet.token('MOON').address, amount: parseUnits('100', 18).toString() })

async function position(): Promise<string> {
  const lpTokens = ['MOON', 'DUSD'].map((symbol) => ({
    tokenAddress: devnet.token(symbol).address,
    amount: parseUnits('5000', devnet.token(symbol).decimals).toString(),
  }))
  const approval = { ...own(), lpTokens, action: 'CREATE', generatePermitAsTransaction: true }
  await lp.approve(ACCOUNT, await lp.ok('/lp/check_approval', approval))
  const { create } = await lp.ok('/lp/create', {
    ...own(),
    existingPool: { ...names(), poolReference: pool().reference },
    independentToken: some(),
    tickBounds: { tickLower: -887220, tickUpper: 887220 },
  })
  return mintedId(await lp.send(ACCOUNT, create), create.to)
}

const trade = () => lp.trade(pool(), [parseUnits('100', 6), parseUnits('200', 18)])

test.each([
  ['/lp/decrease', () => ({ ...names(), liquidityPercentageToDecrease: 1 })],
  ['/lp/increase', () => ({ ...names(), independentToken: some() })],
  ['/lp/claim_fees', () => ({})],
])('%s states amounts of one block, though another comes while it is answered', async (path, body) => {
  const id = await position()
  await trade()
  const request = { ...own(), ...body(), nftTokenId: id, tokenId: id }
  const quiet = await lp.ok(path, request)
  between = trade
  const { blockNumber, token0, token1, uncollectedFees } = await lp.ok(path, request)
  expect(between).toBeUndefined()
  expect({ blockNumber, token0, token1, uncollectedFees }).toEqual({
    blockNumber: quiet.blockNumber,
    token0: quiet.token0,
    token1: quiet.token1,
    uncollectedFees: quiet.uncollectedFees,
  })
})

test('the share of a hook in collected fees may grow by half a percent of what is received, and no further', async () => {
  const id = await position()
  await trade()
  const request = { ...own(), ...names(), nftTokenId: id, tokenId: id }
  const { uncollectedFees: fees } = await lp.ok('/lp/decrease', { ...request, liquidityPercentageToDecrease: 1 })
  const { claim, token0, token1, limits } = await lp.ok('/lp/claim_fees', request)
  const increase = decode(claim.data).find(({ name }) => name === 'INCREASE_LIQUIDITY')
  const least = (received: string) => (BigInt(received) * 995n) / 1000n
  expect(BigInt(fees.token0.amount) - BigInt(token0.amount)).toBeGreaterThan(0n)
  expect(increase?.args).toMatchObject({
    liquidity: 0n,
    amount0Max: BigInt(fees.token0.amount) - least(token0.amount),
    amount1Max: BigInt(fees.token1.amount) - least(token1.amount),
  })
  expect(limits.receive.map(({ atLeast }: { atLeast: string }) => BigInt(atLeast))).toEqual([
    least(token0.amount),
    least(token1.amount),
  ])
})
