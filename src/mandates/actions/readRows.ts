import type { Hex } from 'viem'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#mandates/Context.ts'
import type { Order } from '#mandates/rules/Order.ts'
import type { OrderFacts } from '#mandates/rules/orderStatus.ts'
import * as Orders from '#mandates/store/Orders.ts'
import type { OrderRow } from '#mandates/store/tables.ts'
import { type Reading, readOrders } from './readOrders.ts'
import { decodeOrder, type SignedOrder } from './readSignedOrder.ts'

export type OrderOfRow = { row: OrderRow; order: Order; facts: OrderFacts }

/** As many as are open at most. */
const DECODED_MAX = 20_000

/** Stored orders with their state on the chain. An order for another launch contract is left out. */
export async function readRows(context: Context, rows: readonly OrderRow[], reading?: Reading): Promise<OrderOfRow[]> {
  const known = rows.flatMap((row) => {
    const order = orderOf(context, row)
    return order ? [{ row, order, hash: row.hash as Hex }] : []
  })
  if (known.length === 0) return []
  const facts = await readOrders(context, known, reading)
  return known.map(({ row, order }, index) => ({ row, order, facts: facts[index] as OrderFacts }))
}

function orderOf(context: Context, { hash, signed }: OrderRow): Order | undefined {
  const { decoded } = context
  const order = decoded.get(hash) ?? decodeOrder(context, signed as Hex)?.order
  if (!order) return undefined
  decoded.delete(hash)
  decoded.set(hash, order)
  const [oldest] = decoded.keys()
  if (decoded.size > DECODED_MAX && oldest !== undefined) decoded.delete(oldest)
  return order
}

export async function readOrder(context: Context, hash: string): Promise<OrderOfRow & { decoded: SignedOrder }> {
  const row = await Orders.find(context.store, hash)
  const decoded = row && decodeOrder(context, row.signed as Hex)
  const [order] = decoded ? await readRows(context, [row]) : []
  if (!decoded || !order) throw new ApiError('not_found', 'No order with this id was published here.')
  return { ...order, decoded }
}
