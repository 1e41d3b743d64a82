import { isObject } from '#core/isObject.ts'
import type { Call } from '#core/Operation.ts'
import type { Tool } from '#core/Tool.ts'
import { requireTasks } from './clientCapabilities.ts'
import type { MessageId, Params } from './Message.ts'
import { close, isRead, type MessageStream, send, streamResponse } from './messageStream.ts'
import { type Feed, type FindOperation, openFeed, relay } from './openFeed.ts'
import { ProtocolError } from './ProtocolError.ts'
import { findTask, readTask } from './taskMethods.ts'

export const LISTEN = 'subscriptions/listen'
const SUBSCRIPTION = 'io.modelcontextprotocol/subscriptionId'
const FOLLOWED_MAX = 10
/** Every notification repeats the id. */
const ID_LENGTH_MAX = 200

type Listening = {
  id: MessageId
  params: Params
  call: Call
  operationOf: FindOperation
  tools?: readonly Tool[]
}

/** Something that a client follows: the resource that changes with it, and the notification of a change. */
type Followed = {
  uri: string
  /** Whether its state is sent at the start. */
  isTask: boolean
  /** Undefined if nothing is new; `ended` is the reason why the feed has ended. */
  notification(ended: string | undefined): Promise<{ method: string; params: object } | undefined>
}

/** Notifies of changes of resources and tasks as one stream; each is followed as the caller. */
export async function listen(listening: Listening): Promise<Response> {
  const { id, params, call, operationOf } = listening
  await call.take('read')
  if (typeof id === 'string' && id.length > ID_LENGTH_MAX)
    throw new ProtocolError('invalidRequest', `id must have at most ${ID_LENGTH_MAX} characters.`, { status: 400 })
  const filter = filterIn(params)
  const tasks = await Promise.all((filter.taskIds ?? []).map((taskId) => followTask(taskId, listening)))
  const followed = [...(filter.resourceSubscriptions ?? []).map(followResource), ...tasks]
  const feeds = await openAll(followed.map(({ uri }) => openFeed(uri, call, operationOf)))
  return streamResponse(notifications({ id, filter, followed, feeds }))
}

/** Opens all feeds, or none. */
async function openAll(opening: Promise<Feed>[]): Promise<Feed[]> {
  return Promise.all(opening).catch(async (error) => {
    for (const one of await Promise.allSettled(opening)) if (one.status === 'fulfilled') await one.value.cancel()
    throw error
  })
}

type Opened = { id: MessageId; filter: Filter; followed: readonly Followed[]; feeds: readonly Feed[] }

function notifications({ id, filter, followed, feeds }: Opened): ReadableStream<string> {
  const subscription = { [SUBSCRIPTION]: id }
  const notify = (stream: MessageStream, method: string, params: object) =>
    send(stream, { method: `notifications/${method}`, params: withMeta(params, subscription) })
  /** Pending changes, at most one notification each; with the reason if the feed has ended. */
  const changed = new Map<Followed, string | undefined>()
  const notifyChanged = async (stream: MessageStream) => {
    for (const [one, ended] of changed) {
      // First, because sending to a reader that waits calls this again.
      changed.delete(one)
      const news = await one.notification(ended)
      if (news) notify(stream, news.method, news.params)
    }
  }
  return new ReadableStream<string>({
    start(stream) {
      notify(stream, 'subscriptions/acknowledged', { notifications: filter })
      const updated = (one: Followed, ended?: string) => {
        changed.set(one, ended ?? changed.get(one))
        if (isRead(stream)) void notifyChanged(stream)
      }
      for (const one of followed) if (one.isTask) changed.set(one, undefined)
      const relays = followed.map(async (one, n) => {
        updated(one, await relay(feeds[n] as Feed, stream, () => updated(one)))
      })
      void Promise.allSettled(relays).then(async () => {
        await notifyChanged(stream)
        send(stream, { id, result: { resultType: 'complete', _meta: subscription } })
        close(stream)
      })
    },
    pull: notifyChanged,
    cancel: () => Promise.all(feeds.map((feed) => feed.cancel().catch(() => {}))).then(() => {}),
  })
}

function withMeta(params: object, subscription: object): object {
  const { _meta, ...rest } = params as { _meta?: object }
  return { ...rest, _meta: { ..._meta, ...subscription } }
}

function followResource(uri: string): Followed {
  return {
    uri,
    isTask: false,
    notification: async (ended) => ({
      method: 'resources/updated',
      params: { uri, ...(ended !== undefined && { _meta: { ended } }) },
    }),
  }
}

/** A task; its state is sent where it differs from the last one. */
async function followTask(taskId: string, { params, call, tools = [] }: Listening): Promise<Followed> {
  requireTasks(params, 'modern')
  const { tool, work } = await findTask(tools, { taskId }, call)
  let sent = ''
  return {
    uri: tool.work.resourceOf(work),
    isTask: true,
    async notification() {
      const state = await readTask(tools, { ...params, taskId }, call).catch(() => undefined)
      if (!state || JSON.stringify(state) === sent) return undefined
      sent = JSON.stringify(state)
      return { method: 'tasks', params: state }
    },
  }
}

type Filter = { resourceSubscriptions?: string[]; taskIds?: string[] }

/** The resources and tasks to follow. Lists of this server never change while a client is connected. */
function filterIn({ notifications = {} }: Params): Filter {
  const { resourceSubscriptions: uris, taskIds } = isObject(notifications)
    ? notifications
    : { resourceSubscriptions: null, taskIds: null }
  const isValid = (list: unknown) =>
    list === undefined || (Array.isArray(list) && list.every((one) => typeof one === 'string'))
  const lists = { resourceSubscriptions: uris ?? [], ...(taskIds !== undefined && { taskIds }) } as Filter
  const count = (lists.resourceSubscriptions?.length ?? 0) + (lists.taskIds?.length ?? 0)
  if (isValid(uris) && isValid(taskIds) && count <= FOLLOWED_MAX)
    return Object.fromEntries(Object.entries(lists).map(([name, list]) => [name, [...new Set(list)]]))
  throw new ProtocolError(
    'invalidParams',
    `notifications.resourceSubscriptions and taskIds must list at most ${FOLLOWED_MAX} URIs of resources and ids of tasks.`,
  )
}
