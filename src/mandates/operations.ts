import type { Operation } from '#core/Operation.ts'
import type { Context } from './Context.ts'
import { followOrders } from './endpoints/followOrders.ts'
import { getOrder } from './endpoints/getOrder.ts'
import { listOrders } from './endpoints/listOrders.ts'
import { prepareCompound } from './endpoints/prepareCompound.ts'
import { prepareExecution } from './endpoints/prepareExecution.ts'
import { prepareExit } from './endpoints/prepareExit.ts'
import { prepareMandate } from './endpoints/prepareMandate.ts'
import { prepareOrder } from './endpoints/prepareOrder.ts'
import { prepareRerange } from './endpoints/prepareRerange.ts'
import { publishOrder } from './endpoints/publishOrder.ts'
import { readMandate } from './endpoints/readMandate.ts'
import { withdrawOrder } from './endpoints/withdrawOrder.ts'

export function operations(context: Context): Operation[] {
  return [
    prepareMandate(context),
    readMandate(context),
    prepareOrder(context),
    prepareExit(context),
    prepareCompound(context),
    prepareRerange(context),
    publishOrder(context),
    listOrders(context),
    followOrders(context),
    getOrder(context),
    prepareExecution(context),
    withdrawOrder(context),
  ]
}
