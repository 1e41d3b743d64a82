import { z } from 'zod'
import { session } from '#core/Access.ts'
import * as Cursors from '#core/Cursor.ts'
import { Cursor, NextCursor } from '#core/ListQuery.ts'
import { define, type Operation } from '#core/Operation.ts'
import { pageLimit } from '#core/PageLimit.ts'
import { type Context, callerOf, endpointNotFound } from '#rules/Context.ts'
import * as Deliveries from '#rules/store/Deliveries.ts'
import * as Endpoints from '#rules/store/Endpoints.ts'
import { DELIVERY_STATUSES, DeliveryRecord, EndpointId, toDeliveryRecord } from '#rules/wire.ts'

const SHAPE = /^[0-9]{1,15}$/

export function listDeliveries({ store }: Context): Operation {
  return define({
    name: 'listWebhookDeliveries',
    method: 'GET',
    path: '/api/webhooks/{id}/deliveries',
    tag: 'rules',
    summary: 'Read the delivery log of an endpoint, newest first: request, responses and times.',
    access: session('rules:read'),
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: z.strictObject({
      id: EndpointId,
      status: z
        .enum(DELIVERY_STATUSES, { error: `must be one of ${DELIVERY_STATUSES.join(', ')}` })
        .optional()
        .meta({ description: 'Default: all' }),
      limit: pageLimit({ max: 100, fallback: 20 }),
      cursor: Cursor,
    }),
    response: z.object({ deliveries: z.array(DeliveryRecord), nextCursor: NextCursor }),
    async handle({ id, status, limit, cursor }, call) {
      const { developerId } = callerOf(call)
      if (!(await Endpoints.find(store, { id, developerId }))) throw endpointNotFound()
      const scope = `deliveries ${id} ${status}`
      const before = cursor === undefined ? undefined : Number(Cursors.decode(scope, cursor, SHAPE)[0])
      const rows = await Deliveries.list(store, { endpointId: id, status, before, limit: limit + 1 })
      const page = rows.slice(0, limit)
      const last = rows.length > limit ? page.at(-1) : undefined
      return {
        deliveries: page.map(toDeliveryRecord),
        nextCursor: last ? Cursors.encode(scope, [String(last.position)]) : null,
      }
    },
  })
}
