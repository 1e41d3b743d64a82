import { z } from 'zod'
import { none } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { readOrder } from '#mandates/actions/readRows.ts'
import { cancelOrder } from '#mandates/actions/revocations.ts'
import type { Context } from '#mandates/Context.ts'
import { Revocation } from '#mandates/wire/mandates.ts'
import { OrderId, OrderRecord } from '#mandates/wire/orders.ts'
import { toOrderRecord } from '#mandates/wire/toOrderRecord.ts'

const Response = OrderRecord.extend({
  cancel: Revocation.meta({ description: 'The transaction of the owner that cancels the order.' }),
})

export function getOrder(context: Context): Operation {
  return define({
    name: 'getOrder',
    method: 'GET',
    path: '/api/orders/{id}',
    tag: 'orders',
    summary: 'Read one order, its state on the chain, and the transaction that cancels it.',
    access: none,
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: z.strictObject({ id: OrderId }),
    response: Response,
    async handle({ id }) {
      const { row, decoded, facts } = await readOrder({ ...context, chain: context.chain.agreed() }, id)
      return { ...toOrderRecord(decoded, { row, facts }), cancel: await cancelOrder(context, decoded.delegation) }
    },
  })
}
