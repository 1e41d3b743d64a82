import type { Address } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#mandates/Context.ts'
import type { TradeOrder } from '#mandates/rules/Order.ts'
import { poolOf, poolPriceRead, triggerAt, worthAt } from '#mandates/rules/poolTrade.ts'

type QuoteRequest = { token: Address; amount: bigint; outMax?: bigint | undefined }

/** The pool that an order for a graduated token trades in, and the trigger of a stop-loss there; nothing on the curve. */
export async function readPool(
  { chain, targets }: Context,
  { token, amount, outMax }: QuoteRequest,
): Promise<Partial<Pick<TradeOrder, 'pool' | 'outMax'>>> {
  if (!targets.v4StateView) return {}
  const pool = poolOf({ token }, targets)
  const [price] = (await chain.read([poolPriceRead(pool, targets)])).results
  if (!price?.ok || BigInt(price.data.slice(0, 66)) === 0n) return {}
  if (!targets.universalRouter || !targets.v4Quoter)
    throw new ApiError(
      'unavailable',
      'Orders for graduated tokens are not available on this chain: it has no known router or quoter.',
    )
  if (outMax === undefined) return { pool }
  const leastX96 = triggerAt(amount, outMax)
  return { pool: { ...pool, leastX96 }, outMax: worthAt(amount, leastX96) }
}
