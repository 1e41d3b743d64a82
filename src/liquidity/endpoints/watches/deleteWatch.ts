import { z } from 'zod'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import * as Histories from '#liquidity/store/Histories.ts'
import * as Watches from '#liquidity/store/Watches.ts'
import { WatchId } from './records.ts'
import { developerOf, type WatchContext, watchNotFound } from './WatchContext.ts'

export function deleteWatch({ store }: WatchContext): Operation {
  return define({
    name: 'deleteLiquidityWatch',
    method: 'DELETE',
    path: '/api/liquidity/watches/{id}',
    tag: 'liquidity',
    summary: 'Stop watching a position; a history that nobody else watches is deleted.',
    access: session('lp:build'),
    limit: 'control',
    errors: ['not_found', 'unavailable'],
    status: 204,
    request: z.strictObject({ id: WatchId }),
    response: z.void(),
    async handle({ id }, call) {
      const developerId = developerOf(call)
      await inCallTransaction({ call, db: store }, async (tx) => {
        const key = await Watches.remove(tx, { id, developerId })
        if (key === undefined) throw watchNotFound()
        await Histories.removeUnwatched(tx, key)
      })
    },
  })
}
