import { createRequire } from 'node:module'
import { serve } from '@hono/node-server'
import { Hono } from 'hono'

// What one would write without this service: the specified fields from the same pool state by the public SDK, in a bare
// Hono service that checks nothing and states no limits.
const require = createRequire(import.meta.url)
const { Ether, Percent, Token }: typeof import('@uniswap/sdk-core') = require('@uniswap/sdk-core')
const { Pool, Position, V4PositionManager }: typeof import('@uniswap/v4-sdk') = require('@uniswap/v4-sdk')

const NO_HOOKS = '0x0000000000000000000000000000000000000000'

export type PoolState = {
  token1: string
  fee: number
  tickSpacing: number
  sqrtRatioX96: string
  tick: number
  manager: string
}
type Body = {
  walletAddress: string
  chainId: number
  independentToken: { amount: string }
  tickBounds: { tickLower: number; tickUpper: number }
}

function createSdkApp({ token1, fee, tickSpacing, sqrtRatioX96, tick, manager }: PoolState): Hono {
  const app = new Hono()
  app.post('/lp/create', async (context) => {
    const { walletAddress, chainId, independentToken, tickBounds } = await context.req.json<Body>()
    const ether = Ether.onChain(chainId)
    const pool = new Pool(ether, new Token(chainId, token1, 6), fee, tickSpacing, NO_HOOKS, sqrtRatioX96, 0, tick)
    const position = Position.fromAmount0({
      pool,
      ...tickBounds,
      amount0: independentToken.amount,
      useFullPrecision: true,
    })
    const { calldata, value } = V4PositionManager.addCallParameters(position, {
      slippageTolerance: new Percent(5, 10_000),
      deadline: String(Math.floor(Date.now() / 1000) + 1800),
      recipient: walletAddress,
      useNative: ether,
      hookData: '0x',
    })
    const { amount0, amount1 } = position.mintAmounts
    return context.json({
      token0: { tokenAddress: NO_HOOKS, amount: amount0.toString() },
      token1: { tokenAddress: token1, amount: amount1.toString() },
      adjustedMinPrice: position.token0PriceLower.toFixed(36),
      adjustedMaxPrice: position.token0PriceUpper.toFixed(36),
      ...tickBounds,
      create: { to: manager, from: walletAddress, data: calldata, value, chainId },
    })
  })
  return app
}

process.on('SIGINT', () => process.exit(0))
const [state] = process.argv.slice(2)
if (process.send && state) {
  const app = createSdkApp(JSON.parse(state) as PoolState)
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.(`http://127.0.0.1:${port}`))
}
