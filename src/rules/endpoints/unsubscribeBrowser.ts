import { z } from 'zod'
import { session } from '#core/Access.ts'
import { ApiError } from '#core/ApiError.ts'
import { define, type Operation } from '#core/Operation.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import { type Context, callerOf } from '#rules/Context.ts'
import * as Browsers from '#rules/store/Browsers.ts'
import type { Store } from '#rules/store/tables.ts'
import { BrowserId } from '#rules/wire.ts'

export function unsubscribeBrowser({ store }: Context): Operation {
  return define({
    name: 'unsubscribeBrowser',
    method: 'DELETE',
    path: '/api/push/subscriptions/{id}',
    tag: 'rules',
    summary: 'Stop push notifications to a browser.',
    access: session('rules:write'),
    limit: 'control',
    errors: ['not_found', 'unavailable'],
    status: 204,
    request: z.strictObject({ id: BrowserId }),
    response: z.void(),
    async handle({ id }, call) {
      const { developerId } = callerOf(call)
      await inCallTransaction({ call, db: store }, async (tx: Store) => {
        if (await Browsers.remove(tx, { id, developerId })) return
        throw new ApiError('not_found', 'You have no browser with this id. GET /api/push/subscriptions lists yours.')
      })
    },
  })
}
