import { z } from 'zod'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import * as Watches from '#liquidity/store/Watches.ts'
import { toRecord, WatchRecord } from './records.ts'
import { developerOf, type WatchContext } from './WatchContext.ts'

export function listWatches({ store, chains }: WatchContext): Operation {
  return define({
    name: 'listLiquidityWatches',
    method: 'GET',
    path: '/api/liquidity/watches',
    tag: 'liquidity',
    summary: 'List the positions that you watch, newest first.',
    access: session('lp:build'),
    limit: 'read',
    errors: ['unavailable'],
    request: z.strictObject({}),
    response: z.object({ watches: z.array(WatchRecord) }),
    async handle(_, call) {
      const watches = await Watches.list(store, developerOf(call))
      return { watches: watches.map((watch) => toRecord(chains, watch)) }
    },
  })
}
