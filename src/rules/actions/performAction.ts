import { ApiError } from '#core/ApiError.ts'
import type { Context } from '#rules/Context.ts'
import { keyOf } from '#rules/rules/hops.ts'
import { fillText, promptOf } from '#rules/rules/texts.ts'
import type { Pending } from '#rules/store/Events.ts'
import type { Result } from './sendWebhook.ts'

/** The end of an attempt that is not a webhook; `isFinal` if another attempt fails too. */
type Performed = Result & { isFinal: boolean }

/** Posts to a room or prompts a box; a second attempt for the same event has no further effect. */
export async function performAction({ rooms, boxes }: Context, delivery: Pending): Promise<Performed> {
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
    return done('')
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    const isFinal = error.status < 500 && error.code !== 'resource_exhausted'
    return { status: error.status, answer: null, problem: error.message, isFinal }
  }
}

function done(answer: string): Performed {
  return { status: null, answer, problem: null, isFinal: false }
}

function titleOf(body: string): string {
  const { rule } = JSON.parse(body) as { rule: { name: string } }
  return `Rule: ${rule.name}`.slice(0, 80)
}
