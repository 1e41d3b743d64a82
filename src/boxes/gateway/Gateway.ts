import type { IncomingHttpHeaders, ServerHttp2Stream } from 'node:http2'
import type { Template } from '#boxes/catalogue/Template.ts'
import type { Box } from '#boxes/store/boxes.ts'
import type { Store } from '#boxes/store/tables.ts'
import type { AuditLog } from '#core/AuditLog.ts'
import type { ModelBudgets, ModelEndpoint } from '#core/ModelEndpoint.ts'
import type { OutboundOptions } from '#core/sendOutbound.ts'
import type { Log } from '#database/Log.ts'
import type { ModelTotals } from './createBudgets.ts'

/** Answers a request that a box sends out. */
export type Egress = (stream: ServerHttp2Stream, headers: IncomingHttpHeaders) => Promise<void>

/** The one way out of boxes. */
export type Gateway = {
  /** Serves one box: the models of its agent, and the hosts of its template. */
  open(box: Box, reach: Pick<Template, 'speaks' | 'hosts'>): Egress
}

export type GatewayOptions = {
  store: Store
  audit: AuditLog
  log: Log
  endpoints: Readonly<Record<string, ModelEndpoint>>
  budgets: ModelBudgets
  /** Counts every call, for the metrics. */
  totals: ModelTotals
  /** How hosts are reached. Default: public addresses only */
  outbound?: OutboundOptions
}
