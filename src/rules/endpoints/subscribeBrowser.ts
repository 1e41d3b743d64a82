import { createHash, ECDH } from 'node:crypto'
import { z } from 'zod'
import { session } from '#core/Access.ts'
import { ApiError, invalidField } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import { define, type Operation } from '#core/Operation.ts'
import { inCallTransaction } from '#database/inCallTransaction.ts'
import type { Subscription } from '#rules/actions/pushToBrowsers.ts'
import { type Context, callerOf } from '#rules/Context.ts'
import { reachableUrl } from '#rules/rules/targetUrl.ts'
import * as Browsers from '#rules/store/Browsers.ts'
import type { Store } from '#rules/store/tables.ts'
import { BrowserRecord, toBrowserRecord } from '#rules/wire.ts'

const BROWSERS_MAX = 10
const AUTH_BYTES = 16

const Key = z
  .string()
  .max(128)
  .regex(/^[\w-]+=*$/, 'must be base64url')

const Request = z.strictObject({
  endpoint: z.string().meta({ description: 'The URL that the push service issued to the browser.' }),
  keys: z.strictObject({ p256dh: Key, auth: Key }).meta({ description: 'The keys of the subscription.' }),
  key: z.string().max(128).meta({ description: 'The key of GET /api/push/key that the browser subscribed with.' }),
})

const EXAMPLE = {
  endpoint: 'https://push.example.com/send/JzLQ3raZJfFBR0aqvOMsLrt54w4rJUsV',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
  key: 'BDd3_hVL9fZi9Ybo2UUzA284WG5FZR30_95YeZJsiApwXKpNcF1rRPF3foIiBHXRdJI2Qhumhf6_LFTeZaNndIo',
}

export function subscribeBrowser(context: Context): Operation {
  return define({
    name: 'subscribeBrowser',
    method: 'POST',
    path: '/api/push/subscriptions',
    tag: 'rules',
    summary: 'Subscribe a browser to the notifications of rules with the action `push`.',
    description: 'A browser that subscribes again replaces its keys. Messages are encrypted for it (RFC 8291).',
    access: session('rules:write'),
    limit: 'write',
    errors: ['failed_precondition', 'unavailable'],
    status: 201,
    request: Request,
    response: BrowserRecord,
    examples: [{ summary: 'A browser', request: EXAMPLE }],
    async handle({ endpoint, keys, key }, call) {
      const { store, box, vapids, allowedHosts, now } = context
      const { developerId } = callerOf(call)
      // Push services put tokens of their own into it.
      const url = reachableUrl(endpoint, allowedHosts, 'endpoint')
      requireKeys(keys)
      if (!vapids.some(({ publicKey }) => publicKey === key))
        throw invalidField('key', 'must be the key of GET /api/push/key')
      const subscription: Subscription = { endpoint: url.href, ...keys }
      const row = await inCallTransaction({ call, db: store }, async (tx: Store) => {
        const put = await Browsers.put(tx, {
          id: Id.create('push', { now }),
          developer_id: developerId,
          endpoint_hash: createHash('sha256').update(url.href).digest(),
          host: url.host,
          vapid_key: key,
          sealed: box.seal(Buffer.from(JSON.stringify(subscription))),
        })
        await requireQuota(tx, developerId)
        return put
      })
      return toBrowserRecord(row)
    },
  })
}

function requireKeys({ p256dh, auth }: { p256dh: string; auth: string }): void {
  if (Buffer.from(auth, 'base64url').length !== AUTH_BYTES)
    throw invalidField('keys.auth', `must have ${AUTH_BYTES} bytes`)
  try {
    ECDH.convertKey(Buffer.from(p256dh, 'base64url'), 'prime256v1')
  } catch {
    throw invalidField('keys.p256dh', 'must be a point on P-256')
  }
}

async function requireQuota(tx: Store, developerId: string): Promise<void> {
  if ((await Browsers.list(tx, developerId)).length > BROWSERS_MAX)
    throw new ApiError(
      'failed_precondition',
      `You have ${BROWSERS_MAX} browsers, which is the maximum. Delete one first.`,
    )
}
