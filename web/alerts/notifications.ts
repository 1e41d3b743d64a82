import { type Alert, listAlerts } from '../api/rules.ts'
import { beforeSignOut, session } from '../session/session.ts'
import { createStore } from '../store.ts'
import { subscribe, unsubscribe } from './push.ts'

const KEPT = 'slipway.notifications'
const POLL_MS = 5_000

/** How this browser shows alerts: not at all, while a page is open, or always. */
type Mode = 'off' | 'page' | 'push'

export const notifications = createStore<Mode>('off')

export function canNotify(): boolean {
  return 'Notification' in window && Notification.permission !== 'denied'
}

/** Turns notifications on, if the person allows them, or off. */
export async function setNotifications(isOn: boolean): Promise<void> {
  const isAllowed = isOn && (await Notification.requestPermission()) === 'granted'
  localStorage.setItem(KEPT, isAllowed ? 'on' : 'off')
  notifications.set(() => (isAllowed ? 'page' : 'off'))
  if (isAllowed) await begin()
  else await unsubscribe(tokenNow()).catch(() => {})
}

async function begin(): Promise<void> {
  const isPushed = await subscribe(tokenNow()).catch(() => false)
  notifications.set(() => (isPushed ? 'push' : 'page'))
}

function tokenNow(): string | undefined {
  const now = session.get()
  return now.status === 'in' ? now.token : undefined
}

let timer: ReturnType<typeof setInterval> | undefined
/** The number of the last alert that was there before, or was shown. */
let last: number | undefined

/** Shows new alerts while a page with a bell is open; pages call it as often as they like. */
export function followAlerts(): void {
  if (timer !== undefined || !('Notification' in window)) return
  const isOn = localStorage.getItem(KEPT) === 'on' && Notification.permission === 'granted'
  // Subscribing again renews a subscription that the browser or a new key of the service has ended.
  if (isOn) void begin()
  beforeSignOut(unsubscribe)
  timer = setInterval(() => void showNew().catch(() => {}), POLL_MS)
  void showNew().catch(() => {})
}

async function showNew(): Promise<void> {
  const token = tokenNow()
  if (token === undefined || notifications.get() !== 'page') return
  const alerts = await listAlerts(token)
  const before = last
  last = Math.max(before ?? 0, ...alerts.map(({ sequence }) => sequence))
  if (before === undefined) return
  for (const alert of alerts.filter(({ sequence }) => sequence > before).toReversed()) await show(alert)
}

/** The tag makes one notification of the same alert in several tabs. Phones take notifications from the worker alone. */
async function show({ id, type, event }: Alert): Promise<void> {
  const { name } = event['rule'] as { name: string }
  const worker = await navigator.serviceWorker?.getRegistration()
  if (worker?.active) await worker.showNotification(name, { body: type, tag: id, data: location.pathname })
  else new Notification(name, { body: type, tag: id })
}
