import { ApiError } from '#core/ApiError.ts'
import { ORDER_CONDITION } from '#core/orderCondition.generated.ts'
import type { Context } from '#mandates/Context.ts'
import type { Order } from '#mandates/rules/Order.ts'
import { figureRead } from '#mandates/rules/orderTrade.ts'

/** The result of the trade now; refuses an order that the chain could never execute. */
export async function readQuote({ chain, targets }: Context, order: Order): Promise<bigint> {
  const [code, { results }] = await Promise.all([
    chain.request('eth_getCode', [ORDER_CONDITION, 'latest']),
    chain.read([figureRead(order, targets)]),
  ])
  if (code === '0x')
    throw new ApiError('unavailable', `The contract for orders, ${ORDER_CONDITION}, is not deployed on this chain.`)
  const [quote] = results
  if (!quote?.ok || quote.data.length < 66)
    throw new ApiError(
      'failed_precondition',
      'The curve gives no price for this order. Send a token that this launchpad created and that has not graduated, and no more units than its curve has sold.',
    )
  return BigInt(quote.data.slice(0, 66))
}
