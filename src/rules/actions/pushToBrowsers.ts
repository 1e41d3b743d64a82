import type { Context } from '#rules/Context.ts'
import { encryptPush } from '#rules/rules/encryptPush.ts'
import { notificationOf } from '#rules/rules/notificationOf.ts'
import * as Browsers from '#rules/store/Browsers.ts'
import type { Pending } from '#rules/store/Events.ts'
import type { Result, SendWebhook } from './sendWebhook.ts'

/** The address and the keys of a browser, as they are sealed. */
export type Subscription = { endpoint: string; p256dh: string; auth: string }

const TTL_SECONDS = 86_400
/** A push service no longer knows the browser. */
const GONE: readonly (number | null)[] = [404, 410]

type Pushed = Result & { isFinal: boolean }

/**
 * Notifies the browsers of a developer. It is tried again only while no browser was reached, because a second attempt
 * would notify twice.
 */
export async function pushToBrowsers(context: Context, sender: SendWebhook, delivery: Pending): Promise<Pushed> {
  const { store } = context
  const browsers = await Browsers.list(store, delivery.developerId)
  const results = await Promise.all(browsers.map((browser) => push(context, sender, { browser, delivery })))
  const gone = browsers.filter((_, index) => GONE.includes(results[index]?.status ?? null))
  for (const { id } of gone) await Browsers.remove(store, { id, developerId: delivery.developerId })
  const failed = results.filter(({ status, problem }) => problem !== null && !GONE.includes(status))
  const reached = results.length - failed.length - gone.length
  const [first] = failed
  if (reached > 0 || !first) return { status: null, answer: `${reached} browsers`, problem: null, isFinal: false }
  const isRefused = first.status !== null && first.status >= 400 && first.status < 500 && first.status !== 429
  return { ...first, isFinal: isRefused }
}

type Sending = { browser: Browsers.Browser; delivery: Pending }

async function push({ box, vapids, now }: Context, sender: SendWebhook, sending: Sending): Promise<Result> {
  const { browser, delivery } = sending
  const vapid = vapids.find(({ publicKey }) => publicKey === browser.vapid_key)
  // The secret was rotated away: the browser subscribes again with the next visit.
  if (!vapid) return { status: 410, answer: null, problem: 'subscribed under a previous SECRET' }
  const { endpoint, p256dh, auth } = JSON.parse(box.open(browser.sealed).toString()) as Subscription
  const keys = { p256dh: Buffer.from(p256dh, 'base64url'), auth: Buffer.from(auth, 'base64url') }
  const headers = {
    authorization: vapid.authorize(new URL(endpoint), now()),
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    ttl: String(TTL_SECONDS),
    // A second attempt replaces the first one while the browser is offline.
    topic: delivery.eventId.slice(0, 32),
  }
  return sender.post(endpoint, headers, encryptPush(JSON.stringify(notificationOf(delivery.body)), keys))
}
