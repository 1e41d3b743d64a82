import { EVENT_TYPES, isEventType } from './eventTypes.ts'

/** A notification as a browser shows it; `path` is the page that a click opens. */
export type Notification = { title: string; body: string; path: string; tag: string }

type Message = { id: string; type: string; rule: { name: string }; data: Readonly<Record<string, unknown>> }

const TITLE_LENGTH_MAX = 128

/** The notification of an event, from its body as it is stored. */
export function notificationOf(text: string): Notification {
  const { id, type, rule, data } = JSON.parse(text) as Message
  const body = isEventType(type) ? EVENT_TYPES[type].summary : type
  return { title: rule.name.slice(0, TITLE_LENGTH_MAX), body, path: pathOf(type, data), tag: id }
}

function pathOf(type: string, { address, roomId, boxId }: Message['data']): string {
  const page = (path: string, id: string) => `${path}/${encodeURIComponent(id)}`
  if (type.startsWith('launch.') && typeof address === 'string') return page('/launch', address)
  if (typeof roomId === 'string') return page('/arena', roomId)
  if (typeof boxId === 'string') return page('/boxes', boxId)
  return type.startsWith('position.') ? '/positions' : '/developers/webhooks'
}
