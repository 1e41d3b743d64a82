import type { z } from 'zod'
import type { Revocation } from '#mandates/wire/mandates.ts'
import type {
  Execution as Built,
  OrderRecord,
  PrepareCompoundRequest,
  PreparedOrder as Prepared,
  PrepareExitRequest,
  PrepareRequest,
  PrepareRerangeRequest,
} from '#mandates/wire/orders.ts'
import { request, urlOf } from './request.ts'

export type OrderRequest = z.input<typeof PrepareRequest>
export type ExitRequest = z.input<typeof PrepareExitRequest>
export type CompoundRequest = z.input<typeof PrepareCompoundRequest>
export type RerangeRequest = z.input<typeof PrepareRerangeRequest>
export type PreparedOrder = z.input<typeof Prepared>
export type Order = z.input<typeof OrderRecord>
export type OrderDetail = Order & { cancel: z.input<typeof Revocation> }
export type Execution = z.input<typeof Built>
export type OrderPage = { orders: Order[] }

const ORDERS = '/api/orders'

export function prepareOrder(order: OrderRequest): Promise<PreparedOrder> {
  return request(`${ORDERS}/prepare`, { method: 'POST', body: order })
}

export function prepareExit(exit: ExitRequest): Promise<PreparedOrder> {
  return request(`${ORDERS}/exits/prepare`, { method: 'POST', body: exit })
}

export function prepareCompound(compound: CompoundRequest): Promise<PreparedOrder> {
  return request(`${ORDERS}/compounds/prepare`, { method: 'POST', body: compound })
}

export function prepareRerange(rerange: RerangeRequest): Promise<PreparedOrder> {
  return request(`${ORDERS}/reranges/prepare`, { method: 'POST', body: rerange })
}

export function publishOrder(signed: string): Promise<Order> {
  return request(ORDERS, { method: 'POST', body: { signed } })
}

export function readOrder(id: string): Promise<OrderDetail> {
  return request(`${ORDERS}/${id}`)
}

/** The transaction with which the account executes the order; refused while the chain would refuse it. */
export function readExecution(id: string, executor: string): Promise<Execution> {
  return request(urlOf(`${ORDERS}/${id}/execution`, { executor }))
}

/** Takes an order that the chain has ended out of the list. */
export function withdrawOrder(id: string): Promise<void> {
  return request(`${ORDERS}/${id}`, { method: 'DELETE' })
}

/** The open orders of an account, exits of its positions included. */
export function exitsUrl(owner: string): string {
  return urlOf(ORDERS, { owner, limit: 100 })
}

export function ordersUrl(owner: string, token: string): string {
  return urlOf(ORDERS, { owner, token })
}
