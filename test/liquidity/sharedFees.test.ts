import { encodePacked, type Hex, keccak256, parseAbi, parseUnits } from 'viem'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { approveEverything, swap } from '../setup/liquidity/limits.ts'
import { type Body, mintedId, startTestLp, type TestLp } from '../setup/liquidity/lp.ts'

/**
 * All v3 positions of one range share one position of the pool, whose fees are rounded down whenever any of them is
 * touched: what one of them was promised may no longer be there, and a figure of its own counters alone would be wrong.
 */

const LARGE = 5
const SMALL = 6
const chainId = 4663
const RANGE = { tickLower: -196_600, tickUpper: -195_900 }

let lp: TestLp
beforeAll(async () => {
  lp = await startTestLp()
  for (const account of [LARGE, SMALL]) await approveEverything(lp, account, [pool().token0, pool().token1])
})
afterAll(() => lp[Symbol.asyncDispose]())

const pool = () => lp.devnet.pool('V3', ['WETH', 'DUSD'], { fee: 500 })
const manager = () => lp.devnet.description.contracts.v3PositionManager as Hex

async function open(account: number, wholeEth: string): Promise<Body> {
  const { token0, token1, reference } = pool()
  const walletAddress = lp.devnet.account(account).address
  const { create } = await lp.ok('/lp/create', {
    walletAddress,
    chainId,
    protocol: 'V3',
    existingPool: { token0Address: token0, token1Address: token1, poolReference: reference },
    independentToken: { tokenAddress: token0, amount: parseUnits(wholeEth, 18).toString() },
    tickBounds: RANGE,
  })
  return { walletAddress, chainId, protocol: 'V3', tokenId: mintedId(await lp.send(account, create), create.to) }
}

const POOL = parseAbi(['function positions(bytes32 key) view returns (uint128, uint256, uint256, uint128, uint128)'])
const MANAGER = parseAbi([
  'function positions(uint256 id) view returns (uint96, address, address, address, uint24, int24, int24, uint128 liquidity, uint256 last0, uint256 last1, uint128, uint128)',
])

/** The token1 fees by the position's own counters, after the pool's position is updated. */
async function promised(id: string): Promise<bigint> {
  const { client } = lp.devnet
  const key = keccak256(encodePacked(['address', 'int24', 'int24'], [manager(), RANGE.tickLower, RANGE.tickUpper]))
  const address = pool().reference as Hex
  const [, , inside1] = await client.readContract({ address, abi: POOL, functionName: 'positions', args: [key] })
  const own = await client.readContract({
    address: manager(),
    abi: MANAGER,
    functionName: 'positions',
    args: [BigInt(id)],
  })
  return ((inside1 - own[9]) * own[7]) >> 128n
}

/** A small position that collects again and again: each time the pool drops a fraction that others still count as theirs. */
async function wearDown(): Promise<void> {
  const small = await open(SMALL, '0.00001')
  for (let round = 0; round < 12; round++) {
    await swap(lp, pool(), ['token1', 20_000n + 1_234n * BigInt(round)])
    const { claim } = await lp.ok('/lp/claim_fees', small)
    await lp.send(SMALL, claim)
  }
}

test('fees of v3 positions that share a range are to the unit what a collection pays, however often others collected', async () => {
  const large = await open(LARGE, '1')
  await wearDown()
  const tokens = [pool().token0, pool().token1]
  const answer = await lp.ok('/lp/claim_fees', large)
  expect(BigInt(answer.token1.amount)).toBeLessThan(await promised(large.tokenId))
  expect(answer.limits.receive.map(({ atLeast }: Body) => atLeast)).toEqual([
    answer.token0.amount,
    answer.token1.amount,
  ])
  const listed = await lp.get(`/api/liquidity/positions?owner=${lp.devnet.account(LARGE).address}&chainId=${chainId}`)
  expect(listed.body.positions[0].uncollectedFees).toEqual({ token0: answer.token0, token1: answer.token1 })
  const paid = await lp.paid(LARGE, tokens, () => lp.send(LARGE, answer.claim))
  expect(paid).toEqual([-BigInt(answer.token0.amount), -BigInt(answer.token1.amount)])
})

test('a withdrawal pays its liquidity in full even if fees are missing', async () => {
  const large = await open(LARGE, '1')
  await wearDown()
  const { tokenId: nftTokenId, ...rest } = large
  const tokens = [pool().token0, pool().token1]
  const answer = await lp.ok('/lp/decrease', {
    ...rest,
    nftTokenId,
    token0Address: tokens[0],
    token1Address: tokens[1],
    liquidityPercentageToDecrease: 100,
    slippageTolerance: 0,
  })
  const paid = await lp.paid(LARGE, tokens, () => lp.send(LARGE, answer.decrease))
  expect(paid).toEqual(
    (['token0', 'token1'] as const).map(
      (side) => -BigInt(answer[side].amount) - BigInt(answer.uncollectedFees[side].amount),
    ),
  )
})
