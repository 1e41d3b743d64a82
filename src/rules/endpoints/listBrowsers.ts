import { z } from 'zod'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { type Context, callerOf } from '#rules/Context.ts'
import * as Browsers from '#rules/store/Browsers.ts'
import { BrowserRecord, toBrowserRecord } from '#rules/wire.ts'

export function listBrowsers({ store }: Context): Operation {
  return define({
    name: 'listBrowsers',
    method: 'GET',
    path: '/api/push/subscriptions',
    tag: 'rules',
    summary: 'List the browsers that get your push notifications, newest first.',
    access: session('rules:read'),
    limit: 'read',
    errors: ['unavailable'],
    request: z.strictObject({}),
    response: z.object({ browsers: z.array(BrowserRecord) }),
    async handle(_, call) {
      return { browsers: (await Browsers.list(store, callerOf(call).developerId)).map(toBrowserRecord) }
    },
  })
}
