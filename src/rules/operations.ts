import type { Operation } from '#core/Operation.ts'
import type { Context } from './Context.ts'
import { changeRule } from './endpoints/changeRule.ts'
import { createEndpoint } from './endpoints/createEndpoint.ts'
import { createRule } from './endpoints/createRule.ts'
import { deleteEndpoint } from './endpoints/deleteEndpoint.ts'
import { deleteRule } from './endpoints/deleteRule.ts'
import { enableEndpoint } from './endpoints/enableEndpoint.ts'
import { followAlerts } from './endpoints/followAlerts.ts'
import { getPushKey } from './endpoints/getPushKey.ts'
import { getRule } from './endpoints/getRule.ts'
import { listAlerts } from './endpoints/listAlerts.ts'
import { listBrowsers } from './endpoints/listBrowsers.ts'
import { listDeliveries } from './endpoints/listDeliveries.ts'
import { listEndpoints } from './endpoints/listEndpoints.ts'
import { listEventTypes } from './endpoints/listEventTypes.ts'
import { listRules } from './endpoints/listRules.ts'
import { redeliver } from './endpoints/redeliver.ts'
import { replayRule } from './endpoints/replayRule.ts'
import { rotateEndpoint } from './endpoints/rotateEndpoint.ts'
import { subscribeBrowser } from './endpoints/subscribeBrowser.ts'
import { testRule } from './endpoints/testRule.ts'
import { unsubscribeBrowser } from './endpoints/unsubscribeBrowser.ts'

export function operations(context: Context): Operation[] {
  return [
    listEventTypes(),
    createRule(context),
    listRules(context),
    getRule(context),
    changeRule(context),
    deleteRule(context),
    testRule(context),
    replayRule(context),
    listAlerts(context),
    followAlerts(context),
    createEndpoint(context),
    listEndpoints(context),
    deleteEndpoint(context),
    rotateEndpoint(context),
    enableEndpoint(context),
    listDeliveries(context),
    redeliver(context),
    getPushKey(context),
    subscribeBrowser(context),
    listBrowsers(context),
    unsubscribeBrowser(context),
  ]
}
