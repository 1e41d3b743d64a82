import { none } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { publish } from '#mandates/actions/publish.ts'
import { readSignedOrder } from '#mandates/actions/readSignedOrder.ts'
import type { Context } from '#mandates/Context.ts'
import { OrderRecord, PublishRequest } from '#mandates/wire/orders.ts'
import { toOrderRecord } from '#mandates/wire/toOrderRecord.ts'

/** The signature is the credential. Publishing the same order again returns the stored one. */
export function publishOrder(context: Context): Operation {
  return define({
    name: 'publishOrder',
    method: 'POST',
    path: '/api/orders',
    tag: 'orders',
    summary: 'Publish a signed order, for anybody to execute.',
    description:
      'The signature of the owner is verified, the order must be one that the chain could execute, and it is stored before the response. At most 50 orders of an owner are open. Publishing it again returns the stored one.',
    access: none,
    limit: 'write',
    errors: ['failed_precondition', 'unavailable'],
    status: 201,
    examples: [EXAMPLE],
    request: PublishRequest,
    response: OrderRecord,
    async handle({ signed }) {
      const decoded = await readSignedOrder(context, signed)
      const { row, facts } = await publish(context, decoded)
      return toOrderRecord(decoded, { row, facts })
    },
  })
}

const EXAMPLE = {
  summary: 'A signed order, shortened',
  request: { signed: '0x0000000000000000000000000000000000000000000000000000000000000020' },
}
