import type { Hex } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#mandates/Context.ts'
import type { OrderFacts } from '#mandates/rules/orderStatus.ts'
import * as Orders from '#mandates/store/Orders.ts'
import type { OrderRow } from '#mandates/store/tables.ts'
import { readOrders } from './readOrders.ts'
import { decodeOrder, type SignedOrder } from './readSignedOrder.ts'

export type OrderOfRow = { row: OrderRow; decoded: SignedOrder; facts: OrderFacts }

/** Stored orders with their state on the chain, all at one block. */
export async function readRows(context: Context, rows: readonly OrderRow[]): Promise<OrderOfRow[]> {
  if (rows.length === 0) return []
  const decoded = rows.map(({ signed }) => decodeOrder(context, signed as Hex))
  const facts = await readOrders(context, decoded)
  return rows.map((row, index) => ({
    row,
    decoded: decoded[index] as SignedOrder,
    facts: facts[index] as OrderFacts,
  }))
}

export async function readOrder(context: Context, hash: string): Promise<OrderOfRow> {
  const row = await Orders.find(context.store, hash)
  if (!row) throw new ApiError('not_found', 'No order with this id was published here.')
  const [order] = await readRows(context, [row])
  return order as OrderOfRow
}
