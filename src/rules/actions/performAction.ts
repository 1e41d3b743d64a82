import type { PushSecrets } from '#core/AgentPush.ts'
import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#rules/Context.ts'
import { keyOf } from '#rules/rules/hops.ts'
import { fillText, promptOf } from '#rules/rules/texts.ts'
import type { Pending } from '#rules/store/Events.ts'
import { pushToBrowsers } from './pushToBrowsers.ts'
import type { Result, SendWebhook } from './sendWebhook.ts'

/** The end of an attempt that is not a webhook; `isFinal` if another attempt fails too. */
type Performed = Result & { isFinal?: boolean }

/** Posts to a room, prompts a box, or notifies browsers or a client; a second attempt for the same event has no further effect. */
export async function performAction(context: Context, sender: SendWebhook, delivery: Pending): Promise<Performed> {
  const { rooms, boxes } = context
  const { action, body, developerId, eventId, hops } = delivery
  const clientKey = keyOf(eventId, hops + 1)
  try {
    if (action.kind === 'room') {
      const content = fillText(action.text, body)
      return done(await rooms.postAs({ developerId, roomId: action.roomId, content, clientKey }))
    }
    if (action.kind === 'box') {
      const prompt = { content: promptOf(action.prompt, body), title: titleOf(body) }
      return done(await boxes.promptAs({ developerId, boxId: action.boxId, clientKey, ...prompt }))
    }
    if (action.kind === 'push') return await pushToBrowsers(context, sender, delivery)
    return await pushRun(context, sender, delivery)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isFinal = error.status < 500 && error.code !== 'resource_exhausted'
    return { status: error.status, answer: null, problem: error.message, isFinal }
  }
}

/** Sends the run as it is now to the client that asked to be notified. */
async function pushRun(
  { boxes, box, describeRun }: Context,
  sender: SendWebhook,
  delivery: Pending,
): Promise<Performed> {
  const { action, body } = delivery
  const { data } = JSON.parse(body) as { data: { taskId: string } }
  const found = await boxes.findRun(data.taskId)
  if (action.kind !== 'a2a' || !found) return { ...done(''), problem: 'the task no longer exists', isFinal: true }
  const secrets = JSON.parse(box.open(Buffer.from(action.sealed, 'base64')).toString()) as PushSecrets
  const { token, scheme, credentials } = secrets
  const headers = {
    'content-type': 'application/a2a+json',
    ...(token && { 'x-a2a-notification-token': token }),
    ...(credentials && { authorization: `${scheme || 'Bearer'} ${credentials}` }),
  }
  return sender.post(action.url, headers, describeRun(found.run))
}

function done(answer: string): Performed {
  return { status: null, answer, problem: null, isFinal: false }
}

function titleOf(body: string): string {
  const { rule } = JSON.parse(body) as { rule: { name: string } }
  return `Rule: ${rule.name}`.slice(0, 80)
}
