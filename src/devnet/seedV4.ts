import {
  type Address,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  maxUint256,
  parseAbiParameters,
  zeroAddress,
} from 'viem'
import { MAX_UINT128 } from '#core/bigint.ts'
import { poolManagerAbi, positionManagerAbi, universalRouterAbi } from './abis.ts'
import { OPERATOR, POOL_MANAGER, POSITION_MANAGER, UNIVERSAL_ROUTER } from './addresses.ts'
import type { Call } from './Call.ts'
import * as Pool from './Pool.ts'

const MINT = '02'
const SETTLE_PAIR = '0d'
const SWEEP = '14'
const SWAP_EXACT_IN_SINGLE = '06'
const SETTLE_ALL = '0c'
const TAKE_ALL = '0f'
const V4_SWAP = '0x10'

const actions = parseAbiParameters('bytes, bytes[]')
const currencies = parseAbiParameters('address, address')
const currencyAndAmount = parseAbiParameters('address, uint256')
const [poolKey] = Pool.POOL_KEY
const mintParams = [poolKey, ...parseAbiParameters('int24, int24, uint256, uint128, uint128, address, bytes')] as const
const swapParams = [
  {
    type: 'tuple',
    components: [
      { ...poolKey, name: 'poolKey' },
      ...parseAbiParameters('bool zeroForOne, uint128 amountIn, uint128 amountOutMinimum, bytes hookData'),
    ],
  },
] as const

/** The pool at its price and, unless it stays empty, the operator's full range and a narrow position for `holder`. */
export function createPool(pool: Pool.Pool, holder: Address): Call[] {
  const args = [Pool.key(pool), Pool.sqrtPriceX96(pool)] as const
  const data = encodeFunctionData({ abi: poolManagerAbi, functionName: 'initialize', args })
  const initialize = { to: POOL_MANAGER, data }
  return pool.empty ? [initialize] : [initialize, mintPositions(pool, holder)]
}

function mintPositions(pool: Pool.Pool, holder: Address): Call {
  const { token0, token1, amount0, positionManager = POSITION_MANAGER } = pool
  const unlockData = encodeAbiParameters(actions, [
    `0x${MINT}${MINT}${SETTLE_PAIR}${SWEEP}`,
    [
      mint(pool, Pool.fullRange(pool), OPERATOR),
      mint(pool, Pool.narrowRange(pool), holder),
      encodeAbiParameters(currencies, [token0, token1]),
      encodeAbiParameters(currencies, [token0, OPERATOR]),
    ],
  ])
  const args = [unlockData, maxUint256] as const
  const data = encodeFunctionData({ abi: positionManagerAbi, functionName: 'modifyLiquidities', args })
  // Sweeps the unused ETH back.
  return { to: positionManager, data, ...(token0 === zeroAddress && { value: amount0 * 2n }) }
}

function mint(pool: Pool.Pool, [lower, upper]: [number, number], owner: Address): Hex {
  const limits = [MAX_UINT128, MAX_UINT128] as const
  return encodeAbiParameters(mintParams, [Pool.key(pool), lower, upper, Pool.liquidity(pool), ...limits, owner, '0x'])
}

/** One swap of `amountIn` from the first token of `path` to the last, for the operator, through the Universal Router. */
export function swap(pool: Pool.Pool, [tokenIn, tokenOut]: [Address, Address], amountIn: bigint): Call {
  const params = {
    poolKey: Pool.key(pool),
    zeroForOne: tokenIn === pool.token0,
    amountIn,
    amountOutMinimum: 0n,
    hookData: '0x' as const,
  }
  const input = encodeAbiParameters(actions, [
    `0x${SWAP_EXACT_IN_SINGLE}${SETTLE_ALL}${TAKE_ALL}`,
    [
      encodeAbiParameters(swapParams, [params]),
      encodeAbiParameters(currencyAndAmount, [tokenIn, amountIn]),
      encodeAbiParameters(currencyAndAmount, [tokenOut, 0n]),
    ],
  ])
  const data = encodeFunctionData({ abi: universalRouterAbi, functionName: 'execute', args: [V4_SWAP, [input]] })
  return { to: UNIVERSAL_ROUTER, data, ...(tokenIn === zeroAddress && { value: amountIn }) }
}
