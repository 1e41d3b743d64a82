import { ApiError } from '#core/ApiError.ts'
import { ORDER_CONDITION } from '#core/orderCondition.generated.ts'
import type { Context } from '#mandates/Context.ts'
import type { Order } from '#mandates/rules/Order.ts'
import { figureRead, quoteRead } from '#mandates/rules/orderTrade.ts'

export type Quoted = { figure: bigint; quote: bigint }

/** The result of the trade now; refuses an order that the chain could never execute. */
export async function readQuote({ chain, targets }: Context, order: Order): Promise<Quoted> {
  const [code, { results }] = await Promise.all([
    chain.request('eth_getCode', [ORDER_CONDITION, 'latest']),
    chain.read([figureRead(order, targets), quoteRead(order, targets)]),
  ])
  if (code === '0x')
    throw new ApiError('unavailable', `The contract for orders, ${ORDER_CONDITION}, is not deployed on this chain.`)
  const [figure, quote] = results.map(({ ok, data }) =>
    ok && data.length >= 66 ? BigInt(data.slice(0, 66)) : undefined,
  )
  if (figure === undefined || quote === undefined)
    throw new ApiError(
      'failed_precondition',
      'There is no price for this order. Send a token that this launchpad created, and no more units than were sold of it.',
    )
  return { figure, quote }
}
