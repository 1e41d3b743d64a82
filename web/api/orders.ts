import type { z } from 'zod'
import type { Revocation } from '#mandates/wire/mandates.ts'
import type { OrderRecord, PreparedOrder as Prepared, PrepareRequest } from '#mandates/wire/orders.ts'
import { request, urlOf } from './request.ts'

export type OrderRequest = z.input<typeof PrepareRequest>
export type PreparedOrder = z.input<typeof Prepared>
export type Order = z.input<typeof OrderRecord>
export type OrderDetail = Order & { cancel: z.input<typeof Revocation> }
export type OrderPage = { orders: Order[] }

const ORDERS = '/api/orders'

export function prepareOrder(order: OrderRequest): Promise<PreparedOrder> {
  return request(`${ORDERS}/prepare`, { method: 'POST', body: order })
}

export function publishOrder(signed: string): Promise<Order> {
  return request(ORDERS, { method: 'POST', body: { signed } })
}

export function readOrder(id: string): Promise<OrderDetail> {
  return request(`${ORDERS}/${id}`)
}

/** Takes an order that the chain has ended out of the list. */
export function withdrawOrder(id: string): Promise<void> {
  return request(`${ORDERS}/${id}`, { method: 'DELETE' })
}

export function ordersUrl(owner: string, token: string): string {
  return urlOf(ORDERS, { owner, token })
}
