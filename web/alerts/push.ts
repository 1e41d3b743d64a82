import { pushKey, subscribeBrowser, unsubscribeBrowser } from '../api/rules.ts'

/** The id of this browser at the service, so that it can be removed there. */
const KEPT = 'slipway.push'

/** Subscribes this browser to push notifications; resolves to whether it is. Without a session an old subscription stays. */
export async function subscribe(token: string | undefined): Promise<boolean> {
  const manager = await managerOf()
  const known = (await manager?.getSubscription()) ?? undefined
  if (!manager || token === undefined) return known !== undefined
  const key = await pushKey()
  // A subscription belongs to one key of the service.
  if (known && keyOf(known) !== key) await known.unsubscribe()
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: key })
  const { endpoint, keys } = subscription.toJSON()
  const { id } = await subscribeBrowser(token, { endpoint, keys, key })
  localStorage.setItem(KEPT, id)
  return true
}

/** Ends the subscription of this browser; without a session the service learns of it from the push service. */
export async function unsubscribe(token: string | undefined): Promise<void> {
  const id = localStorage.getItem(KEPT)
  localStorage.removeItem(KEPT)
  const subscription = await (await managerOf())?.getSubscription()
  await subscription?.unsubscribe()
  if (id !== null && token !== undefined) await unsubscribeBrowser(token, id)
}

async function managerOf(): Promise<PushManager | undefined> {
  const registration = await navigator.serviceWorker?.getRegistration()
  return registration?.active ? registration.pushManager : undefined
}

function keyOf({ options }: PushSubscription): string {
  const bytes = new Uint8Array(options.applicationServerKey ?? new ArrayBuffer(0))
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}
