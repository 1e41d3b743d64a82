import { serve } from '@hono/node-server'
import { Hono } from 'hono'
import type { Address, Hex } from 'viem'
import { z } from 'zod'
import { describe } from '#devnet/describe.ts'
import { sdkAnswer } from './sdkAnswer.ts'
import { createReader } from './sdkState.ts'

// The same answer, field by field, from the public SDK in a bare Hono service: the code one would write without Slipway.
// It supports one kind of pool and does not check its own calldata.
const address = z.string().regex(/^0x[a-fA-F0-9]{40}$/)
const amount = z.string().regex(/^[0-9]{1,78}$/)
const tick = z.int().min(-887272).max(887272)
const Request = z.strictObject({
  walletAddress: address,
  chainId: z.literal(4663),
  protocol: z.literal('V4'),
  existingPool: z.strictObject({
    token0Address: address,
    token1Address: address,
    poolReference: z.string().regex(/^0x[a-fA-F0-9]{64}$/),
  }),
  independentToken: z.strictObject({ tokenAddress: address, amount }),
  tickBounds: z.strictObject({ tickLower: tick, tickUpper: tick }),
  slippageTolerance: z.number().min(0).max(100).optional(),
  deadline: z.int().optional(),
  simulateTransaction: z.boolean().optional(),
})

const BLOCK_MS = 100

function createSdkApp(rpcUrl: string): Hono {
  const app = new Hono()
  const read = createReader(rpcUrl, BLOCK_MS)
  const { contracts } = describe(rpcUrl)
  const place = { chainName: 'Robinhood Chain devnet', manager: contracts.v4PositionManager }
  app.post('/lp/create', async (context) => {
    const { data: request, error } = Request.safeParse(await context.req.json())
    if (!request) return context.json({ code: 'invalid_argument', message: z.prettifyError(error) }, 400)
    const { chainId, walletAddress, existingPool } = request
    const asked = { chainId, id: existingPool.poolReference as Hex, wallet: walletAddress as Address }
    return context.json(sdkAnswer(await read(asked), request, place))
  })
  return app
}

process.on('SIGINT', () => process.exit(0))
const [rpcUrl] = process.argv.slice(2)
if (process.send && rpcUrl) {
  const app = createSdkApp(rpcUrl)
  serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) => process.send?.(`http://127.0.0.1:${port}`))
}
