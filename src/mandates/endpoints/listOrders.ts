import type { Hex } from 'viem'
import { z } from 'zod'
import { none } from '#core/Access.ts'
import { invalidField } from '#core/ApiError.ts'
import { NextCursor } from '#core/ListQuery.ts'
import { define, type Operation } from '#core/Operation.ts'
import { pageLimit } from '#core/PageLimit.ts'
import { Address } from '#core/wire.ts'
import { readRows } from '#mandates/actions/readRows.ts'
import type { Context } from '#mandates/Context.ts'
import { readLastSeq } from '#mandates/store/OrderEvents.ts'
import * as Orders from '#mandates/store/Orders.ts'
import { OrderRecord } from '#mandates/wire/orders.ts'
import { toOrderRecord } from '#mandates/wire/toOrderRecord.ts'

const Request = z.strictObject({
  owner: Address.optional().meta({ description: 'Orders of this account alone.' }),
  token: Address.optional().meta({ description: 'Orders for this token alone.' }),
  limit: pageLimit({ max: 100, fallback: 50 }),
  cursor: z.string().max(20).optional().meta({ description: '`nextCursor` of the previous page.' }),
})

export function listOrders(context: Context): Operation {
  return define({
    name: 'listOrders',
    method: 'GET',
    path: '/api/orders',
    tag: 'orders',
    summary: 'List the open orders, newest first, with their state on the chain.',
    access: none,
    limit: 'read',
    errors: ['unavailable'],
    request: Request,
    response: z.object({
      orders: z.array(OrderRecord),
      nextCursor: NextCursor,
      position: z.string().meta({ description: 'Follow the feed after this number to miss nothing.' }),
    }),
    async handle({ owner, token, limit, cursor }) {
      const before = cursor === undefined ? undefined : numberOf(cursor)
      const position = await readLastSeq(context.store)
      const rows = await Orders.listOpen(context.store, { owner, token, before, limit: limit + 1 })
      const page = await readRows(context, rows.slice(0, limit))
      return {
        orders: page.map(({ order, row, facts }) => toOrderRecord({ order, hash: row.hash as Hex }, { row, facts })),
        nextCursor: rows.length > limit ? String(rows[limit - 1]?.seq) : null,
        position: String(position),
      }
    },
  })
}

function numberOf(cursor: string): number {
  if (!/^[0-9]{1,15}$/.test(cursor)) throw invalidField('cursor', 'must be nextCursor of the previous page')
  return Number(cursor)
}
