import type { AgentPush, AgentPushes, PushSecrets } from '#core/AgentPush.ts'
import { isSettled } from '#core/AgentRun.ts'
import { ApiError } from '#core/ApiError.ts'
import * as Id from '#core/Id.ts'
import { transaction } from '#database/transaction.ts'
import { type Context, callerOf } from '#rules/Context.ts'
import { targetUrl } from '#rules/rules/targetUrl.ts'
import * as Events from '#rules/store/Events.ts'
import * as Lists from '#rules/store/Lists.ts'
import * as Pushes from '#rules/store/Pushes.ts'
import * as Rules from '#rules/store/Rules.ts'
import type { Store } from '#rules/store/tables.ts'

const PUSHES_MAX = 200
const LIFETIME_MS = 7 * 86_400_000
const TYPE = 'box.run_settled'

/** Notifications about runs, kept as rules that only their protocol shows. */
export function createPushes(context: Context): AgentPushes {
  const { store } = context
  return {
    requireUrl: (url) => void targetUrl(url, context.allowedHosts),
    async create(push, call) {
      const { developerId } = callerOf(call)
      const url = targetUrl(push.url, context.allowedHosts).href
      const found = await requireRun(context, push.runId, developerId)
      await Lists.begin(store, 'box', await context.boxes.listsOf([found.boxId]))
      const settings = { ...push, url, developerId, boxId: found.boxId }
      const rule = await transaction(store, (tx) => insert(context, tx, settings))
      context.changed()
      // A run that was faster than this call has no further event.
      const { run } = await requireRun(context, push.runId, developerId)
      if (isSettled(run)) await fire(context, rule)
      return toPush(rule)
    },
    async find({ id, runId }, call) {
      const [rule] = await Pushes.find(store, { ...ownerOf(call), taskId: runId, id })
      if (!rule) throw notFound()
      return toPush(rule)
    },
    async list(runId, call) {
      await requireRun(context, runId, callerOf(call).developerId)
      return (await Pushes.find(store, { ...ownerOf(call), taskId: runId })).map(toPush)
    },
    async remove({ id, runId }, call) {
      await requireRun(context, runId, callerOf(call).developerId)
      await transaction(store, async (tx: Store) =>
        Pushes.remove(tx, await Pushes.find(tx, { ...ownerOf(call), taskId: runId, id })),
      )
      context.changed()
    },
  }
}

function ownerOf(call: Parameters<typeof callerOf>[0]): { developerId: string } {
  return { developerId: callerOf(call).developerId }
}

async function requireRun({ boxes }: Context, runId: string, developerId: string) {
  const found = await boxes.findRun(runId)
  if (found?.developerId !== developerId) throw new ApiError('not_found', 'You have no task with this id.')
  return found
}

type Settings = AgentPush & PushSecrets & { developerId: string; boxId: string }

async function insert({ box, now }: Context, tx: Store, settings: Settings): Promise<Rules.Rule> {
  const { id, runId: taskId, url, developerId, boxId, token, scheme, credentials } = settings
  await Pushes.remove(tx, await Pushes.find(tx, { developerId, taskId, id }))
  if ((await Pushes.count(tx, developerId)) >= PUSHES_MAX)
    throw new ApiError('resource_exhausted', `You have ${PUSHES_MAX} push configurations. Delete one first.`)
  const sealed = box.seal(Buffer.from(JSON.stringify({ token, scheme, credentials }))).toString('base64')
  return Rules.insert(tx, {
    id: Id.create('rule', { now }),
    developer_id: developerId,
    name: id,
    type: TYPE,
    filter: { boxId, taskId },
    action: { kind: 'a2a', url, sealed },
    cooldown_seconds: 0,
    ends_at: new Date(now() + LIFETIME_MS),
    enabled: true,
    after_seq: 0,
  })
}

async function fire(
  { store, now, changed }: Context,
  { id, developer_id: developerId, name, action, filter }: Rules.Rule,
) {
  const rule = { id, developerId, name, action }
  const happened = { type: TYPE, at: now(), block: null, hops: 0, data: { taskId: filter['taskId'] } }
  await transaction(store, (tx) => Events.record(tx, [{ ...happened, rule, isSent: true }]))
  changed()
}

function toPush({ name: id, filter, action }: Rules.Rule): AgentPush {
  return { id, runId: filter['taskId'] ?? '', url: action.kind === 'a2a' ? action.url : '' }
}

function notFound(): ApiError {
  return new ApiError('not_found', 'The task has no push configuration with this id.')
}
