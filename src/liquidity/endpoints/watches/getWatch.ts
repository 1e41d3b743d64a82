import { z } from 'zod'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import * as Watches from '#liquidity/store/Watches.ts'
import { toDetail, WatchDetail, WatchId } from './records.ts'
import { developerOf, type WatchContext, watchNotFound } from './WatchContext.ts'

export function getWatch({ store, chains }: WatchContext): Operation {
  return define({
    name: 'getLiquidityWatch',
    method: 'GET',
    path: '/api/liquidity/watches/{id}',
    tag: 'liquidity',
    summary: 'Read a position over time: deposits, withdrawals, fees, and the loss against holding.',
    access: session('lp:build'),
    limit: 'read',
    errors: ['not_found', 'unavailable'],
    request: z.strictObject({ id: WatchId }),
    response: WatchDetail,
    async handle({ id }, call) {
      const watch = await Watches.find(store, { id, developerId: developerOf(call) })
      if (!watch) throw watchNotFound()
      return toDetail(chains, watch)
    },
  })
}
