import type { Hex } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#mandates/Context.ts'
import type { OrderFacts } from '#mandates/rules/orderStatus.ts'
import * as Orders from '#mandates/store/Orders.ts'
import type { OrderRow } from '#mandates/store/tables.ts'
import { readOrders } from './readOrders.ts'
import { decodeOrder, type SignedOrder } from './readSignedOrder.ts'

export type OrderOfRow = { row: OrderRow; decoded: SignedOrder; facts: OrderFacts }

/** Stored orders with their state on the chain, all at one block. An order for another launch contract is left out. */
export async function readRows(context: Context, rows: readonly OrderRow[]): Promise<OrderOfRow[]> {
  const known = rows.flatMap((row) => {
    const decoded = decodeOrder(context, row.signed as Hex)
    return decoded ? [{ row, decoded }] : []
  })
  if (known.length === 0) return []
  const facts = await readOrders(
    context,
    known.map(({ decoded }) => decoded),
  )
  return known.map((one, index) => ({ ...one, facts: facts[index] as OrderFacts }))
}

export async function readOrder(context: Context, hash: string): Promise<OrderOfRow> {
  const row = await Orders.find(context.store, hash)
  const [order] = row ? await readRows(context, [row]) : []
  if (!order) throw new ApiError('not_found', 'No order with this id was published here.')
  return order
}
