import { z } from 'zod'
import { none } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { transaction } from '#database/transaction.ts'
import { readOrder } from '#mandates/actions/readRows.ts'
import type { Context } from '#mandates/Context.ts'
import { isEnd, orderStatus } from '#mandates/rules/orderStatus.ts'
import * as Orders from '#mandates/store/Orders.ts'
import { OrderId } from '#mandates/wire/orders.ts'

/** The chain is the credential: an order leaves the feed once it cannot be executed any more. */
export function withdrawOrder(context: Context): Operation {
  return define({
    name: 'withdrawOrder',
    method: 'DELETE',
    path: '/api/orders/{id}',
    tag: 'orders',
    summary: 'Take an order that the chain has ended out of the feed now.',
    description:
      'To cancel, send the transaction `cancel` of `GET /api/orders/{id}` first: executors may hold a copy of the order, so only the chain can end it. Ended orders also leave the feed by themselves.',
    access: none,
    limit: 'control',
    errors: ['not_found', 'failed_precondition', 'unavailable'],
    status: 204,
    request: z.strictObject({ id: OrderId }),
    response: z.void(),
    async handle({ id }) {
      const { decoded, facts } = await readOrder({ ...context, chain: context.chain.agreed() }, id)
      const status = orderStatus(facts, decoded.order)
      if (!isEnd(status))
        throw new ApiError(
          'failed_precondition',
          'The order can still be executed. Send the transaction `cancel` of GET /api/orders/{id} first.',
        )
      const event = await transaction(context.store, (tx) => Orders.end(tx, id, status))
      if (event) context.feed.committed([event])
    },
  })
}
