import { zeroHash } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import { ORDER_CONDITION } from '#core/orderCondition.generated.ts'
import type { Context } from '#mandates/Context.ts'
import type { Order } from '#mandates/rules/Order.ts'
import { readOrders } from './readOrders.ts'

type Quoted = { figure: bigint; quote: bigint }

/** The result of the order now; refuses one that the chain could never execute. */
export async function readQuote(context: Context, order: Order): Promise<Quoted> {
  const [code, [facts]] = await Promise.all([
    context.chain.request('eth_getCode', [ORDER_CONDITION, 'latest']),
    readOrders(context, [{ order, hash: zeroHash }]),
  ])
  if (code === '0x')
    throw new ApiError('unavailable', `The contract for orders, ${ORDER_CONDITION}, is not deployed on this chain.`)
  if (facts?.figure === undefined || facts.quote === undefined)
    throw new ApiError(
      'failed_precondition',
      'There is no price for this order. Send a token of this launchpad, and at most the units that its curve has sold.',
    )
  return { figure: facts.figure, quote: facts.quote }
}
