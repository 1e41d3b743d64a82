import { parseAbi, zeroAddress } from 'viem'
import { expect, test } from 'vitest'
import type { Body } from '../setup/liquidity/lp.ts'
import { runCalls } from '../setup/liquidity/recipes.ts'
import { address, chainId, devnet, lp, openFreshLp, units } from '../setup/liquidity/sharedLp.ts'

/** The swap of a zap over one to four segments of liquidity, compared with Uniswap's quoter and with the chain. */

const WALLET = 5
const FEE = 500
/** The swapped amount ends within this part of the quoter's. */
const PRECISION = 10n ** 8n
openFreshLp()

const QUOTER = parseAbi([
  'struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }',
  'struct Single { PoolKey poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }',
  'function quoteExactInputSingle(Single params) returns (uint256 amountOut, uint256 gasEstimate)',
])

const wallet = () => devnet.account(WALLET).address
const pool = () => devnet.pool('V4', ['ETH', 'DUSD'], { fee: FEE })

async function depth(): Promise<{ currentTick: number; segments: { tickLower: number; tickUpper: number }[] }> {
  const { body } = await lp.get(`/api/liquidity/depth?chainId=${chainId}&protocol=V4&reference=${pool().reference}`)
  return body as never
}

const common = () => ({
  walletAddress: wallet(),
  chainId,
  protocol: 'V4',
  existingPool: { token0Address: pool().token0, token1Address: pool().token1, poolReference: pool().reference },
})

/** Liquidity in steps of sixty ticks on both sides of the price, so that a swap meets a boundary at each. */
async function layLiquidity(tick: number): Promise<void> {
  for (const [symbol, amount, side] of [
    ['DUSD', '900', -1],
    ['ETH', '0.3', 1],
  ] as const)
    for (const from of [60, 180]) {
      const ends = [tick + side * from, tick + side * (from + 60)].sort((a, b) => a - b)
      const independentToken = { tokenAddress: address(symbol), amount: String(units(symbol, amount)) }
      const tickBounds = { tickLower: ends[0], tickUpper: ends[1] }
      await runCalls(lp, WALLET, await lp.ok('/lp/create', { ...common(), independentToken, tickBounds }))
    }
}

async function quote({ tokenIn, amountIn }: Body): Promise<bigint> {
  const { token0, token1, tickSpacing } = pool()
  const poolKey = { currency0: token0, currency1: token1, fee: FEE, tickSpacing, hooks: zeroAddress }
  const params = { poolKey, zeroForOne: tokenIn === token0, exactAmount: BigInt(amountIn), hookData: '0x' as const }
  const call = { address: devnet.description.contracts.v4Quoter, abi: QUOTER, args: [params] as const }
  const { result } = await devnet.client.simulateContract({ ...call, functionName: 'quoteExactInputSingle' })
  return result[0]
}

test.each([
  ['ETH', ['0.5', '2.3', '4.1', '5.8']],
  ['DUSD', ['1500', '6900', '12300', '17400']],
] as const)(
  'a zap of %s swaps what the quoter says over one to four segments, and leaves next to nothing',
  async (paid, amounts) => {
    const middle = Math.round((await depth()).currentTick / 60) * 60
    await layLiquidity(middle)
    const before = await depth()
    const laid = await devnet.snapshot()
    const crossed: number[] = []
    let built = laid
    for (const amount of amounts) {
      const independentToken = { tokenAddress: address(paid), amount: String(units(paid, amount)) }
      const tickBounds = { tickLower: middle - 6000, tickUpper: middle + 6000 }
      const answer = await lp.ok('/lp/zap_in', { ...common(), independentToken, tickBounds })
      const [stated, quoted] = [BigInt(answer.swap.expectedOut), await quote(answer.swap)]
      expect((stated - quoted) * PRECISION <= quoted && (quoted - stated) * PRECISION <= quoted).toBe(true)
      expect((await runCalls(lp, WALLET, answer)).status).toBe('mined')
      const ends = [before.currentTick, (await depth()).currentTick].sort((a, b) => a - b) as [number, number]
      const boundaries = before.segments.filter(({ tickLower }) => tickLower > ends[0] && tickLower <= ends[1])
      crossed.push(boundaries.length + 1)
      await devnet.revert(built)
      built = await devnet.snapshot()
    }
    expect(crossed).toEqual([1, 2, 3, 4])
  },
)
