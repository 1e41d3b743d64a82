import { type Alert, listAlerts } from '../api/rules.ts'
import { session } from '../session/session.ts'
import { createStore } from '../store.ts'

const KEPT = 'slipway.notifications'
const POLL_MS = 5_000

/** Whether alerts are shown as notifications of this browser. */
export const notifications = createStore<boolean>(false)

export function canNotify(): boolean {
  return 'Notification' in window && Notification.permission !== 'denied'
}

/** Turns notifications on, if the person allows them, or off. */
export async function setNotifications(isOn: boolean): Promise<void> {
  const isAllowed = isOn && (await Notification.requestPermission()) === 'granted'
  localStorage.setItem(KEPT, isAllowed ? 'on' : 'off')
  notifications.set(() => isAllowed)
}

let timer: ReturnType<typeof setInterval> | undefined
/** The number of the last alert that was there before, or was shown. */
let last: number | undefined

/** Shows new alerts while a page with a bell is open; pages call it as often as they like. */
export function followAlerts(): void {
  if (timer !== undefined || !('Notification' in window)) return
  notifications.set(() => localStorage.getItem(KEPT) === 'on' && Notification.permission === 'granted')
  timer = setInterval(() => void showNew().catch(() => {}), POLL_MS)
  void showNew().catch(() => {})
}

async function showNew(): Promise<void> {
  const now = session.get()
  if (now.status !== 'in' || !notifications.get()) return
  const alerts = await listAlerts(now.token)
  const before = last
  last = Math.max(before ?? 0, ...alerts.map(({ sequence }) => sequence))
  if (before === undefined) return
  for (const alert of alerts.filter(({ sequence }) => sequence > before).toReversed()) show(alert)
}

/** The tag makes one notification of the same alert in several tabs. */
function show({ id, type, event }: Alert): void {
  const { name } = event['rule'] as { name: string }
  new Notification(name, { body: type, tag: id })
}
