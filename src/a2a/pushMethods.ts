import type { SendMessageRequest, TaskPushNotificationConfig } from '@a2a-js/sdk'
import { RequestMalformedError } from '@a2a-js/sdk/errors'
import type { A2ARequestHandler, ServerCallContext } from '@a2a-js/sdk/server'
import type { AgentPush, AgentPushes } from '#core/AgentPush.ts'
import type { AgentRun } from '#core/AgentRun.ts'
import type { Call } from '#core/Operation.ts'
import { inProtocol } from './inProtocol.ts'

type PushMethods = Pick<
  A2ARequestHandler,
  | 'createTaskPushNotificationConfig'
  | 'getTaskPushNotificationConfig'
  | 'listTaskPushNotificationConfigs'
  | 'deleteTaskPushNotificationConfig'
>

const TEXT_MAX = 2_000
const ID_MAX = 120

/** The protocol's operations on push notifications. Token and credentials are stored encrypted, and never returned. */
export function pushMethods(pushes: AgentPushes, callOf: (context: ServerCallContext) => Call): PushMethods {
  return {
    createTaskPushNotificationConfig: (config, context) => create(pushes, config, callOf(context)),
    getTaskPushNotificationConfig: async (config, context) =>
      toConfig(await inProtocol(pushes.find(idsOf(config), callOf(context)))),
    async listTaskPushNotificationConfigs({ taskId }, context) {
      const found = await inProtocol(pushes.list(storable(taskId), callOf(context)))
      return { configs: found.map(toConfig), nextPageToken: '' }
    },
    deleteTaskPushNotificationConfig: (config, context) => inProtocol(pushes.remove(idsOf(config), callOf(context))),
  }
}

function idsOf({ taskId, id }: { taskId: string; id: string }): { runId: string; id: string } {
  return { runId: storable(taskId), id: storable(id) }
}

/** An id that the database can look up; one that was never accepted finds nothing. */
function storable(id: string): string {
  return id.toWellFormed().replaceAll('\0', '\ufffd')
}

/** Refuses a message whose notification could never be sent, before it is posted. */
export async function requirePush(
  pushes: AgentPushes,
  configuration: SendMessageRequest['configuration'],
): Promise<void> {
  const config = configuration?.taskPushNotificationConfig
  if (!config) return
  textsOf(config)
  await inProtocol(Promise.try(() => pushes.requireUrl(config.url)))
}

/** Sets up the notification that a message asks for. */
export async function pushIfWanted(
  pushes: AgentPushes,
  { configuration, run, call }: { configuration: SendMessageRequest['configuration']; run: AgentRun; call: Call },
): Promise<void> {
  const config = configuration?.taskPushNotificationConfig
  if (config) await create(pushes, { ...config, taskId: run.id }, call)
}

async function create(pushes: AgentPushes, config: TaskPushNotificationConfig, call: Call) {
  const runId = storable(config.taskId)
  const { id, ...texts } = textsOf(config)
  return toConfig(await inProtocol(pushes.create({ ...texts, id: id || runId, runId }, call)))
}

function textsOf({ id = '', url = '', token = '', authentication }: TaskPushNotificationConfig) {
  const { scheme = '', credentials = '' } = authentication ?? {}
  const texts = { id, url, token, scheme, credentials }
  for (const [name, text] of Object.entries(texts)) {
    const max = name === 'id' ? ID_MAX : TEXT_MAX
    const isHeader = name !== 'url' && name !== 'id'
    if (text.length > max || text.includes('\0') || !text.isWellFormed() || (isHeader && !/^[\x20-\x7e]*$/.test(text)))
      throw new RequestMalformedError(`Send ${name} as plain text of at most ${max} characters.`)
  }
  if (!url) throw new RequestMalformedError('Send url, an https:// URL that is called with each change.')
  return texts
}

function toConfig({ id, runId: taskId, url }: AgentPush): TaskPushNotificationConfig {
  return { tenant: '', id, taskId, url, token: '', authentication: undefined }
}
