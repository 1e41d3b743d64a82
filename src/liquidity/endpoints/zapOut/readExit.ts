import { type Address, encodeFunctionData, parseAbi } from 'viem'
import type { Chain } from '#chain/Chain.ts'
import { marketPrice, positionPriceWarnings } from '#liquidity/answer/marketPrice.ts'
import { v3Of } from '#liquidity/deployment.ts'
import { readDepth } from '#liquidity/pools/readDepth.ts'
import type { V3Position } from '#liquidity/pools/readV3Positions.ts'
import { requireWhole } from '#liquidity/recipes/requireWhole.ts'
import { withdrawalTax } from '#liquidity/withdrawals/withdrawalTax.ts'
import type { SwappedPool } from '#uniswap/exactIn.ts'
import * as Liquidity from '#uniswap/Liquidity.ts'

const NFT = parseAbi([
  'function getApproved(uint256 id) view returns (address)',
  'function isApprovedForAll(address owner, address operator) view returns (bool)',
])

/** The pool of a v3 position, the approval of the router for it, and the warnings about pool and tokens. */
export async function readExit(chain: Chain, position: V3Position, { wallet, router }: Parties) {
  const { pool: address, tick, tickSpacing, fee, fees, sqrtRatioX96 } = position
  const held = Liquidity.amountsDown(sqrtRatioX96, Liquidity.boundsOf(position), position.liquidity)
  const amounts = { amount0: held.amount0 + fees.amount0, amount1: held.amount1 + fees.amount1 }
  const tokens = { token0: position.token0.address, token1: position.token1.address }
  const [depth, isApproved, tax, market] = await Promise.all([
    readDepth(chain, { protocol: 'V3', address }, { tick, tickSpacing }),
    readApproval(chain, position, { wallet, router }),
    withdrawalTax(chain, { ...position, amounts, holder: address, wallet }),
    marketPrice(chain, tokens),
  ])
  requireWhole(position, tax)
  const pool: SwappedPool = { ...depth, tickSpacing, fee }
  const offMarket = await positionPriceWarnings(market, {
    sqrtRatioX96,
    pair: [position.token0, position.token1],
    readLiquidity: async () => depth.liquidity,
  })
  return { pool, isApproved, warnings: [...tax.warnings, ...offMarket] }
}

type Parties = { readonly wallet: Address; readonly router: Address }

function readApproval(chain: Chain, { id }: V3Position, { wallet, router }: Parties): Promise<boolean> {
  const { positionManager: to } = v3Of(chain.facts)
  return chain.state(`approval ${to} ${id} ${wallet} ${router}`, async () => {
    const { results } = await chain.read([
      { to, data: encodeFunctionData({ abi: NFT, functionName: 'getApproved', args: [id] }) },
      { to, data: encodeFunctionData({ abi: NFT, functionName: 'isApprovedForAll', args: [wallet, router] }) },
    ])
    const [one = 0n, all = 0n] = results.map(({ data }) => (data === '0x' ? 0n : BigInt(data)))
    return one === BigInt(router) || all === 1n
  })
}
