import { z } from 'zod'
import { changeState, type Verb } from '#boxes/actions/changeState.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId } from '#boxes/wire/requests.ts'
import { BoxRecord } from '#boxes/wire/schemas.ts'
import { toBoxRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

const SUMMARIES: Readonly<Record<Verb, string>> = {
  pause: 'Save the files of a box and end its process.',
  resume: 'Start a paused box again, with its files.',
  stop: 'Stop a box permanently; its history and files stay readable.',
}

const DESCRIPTIONS: Partial<Record<Verb, string>> = {
  stop: 'A stopped box is deleted after BOX_RETENTION_SECONDS (default: 30 days), or once its developer has stopped 50 other boxes since.',
}

/** The operations that pause, resume and stop a box. */
export function changeBoxState(context: Context): Operation[] {
  return (['pause', 'resume', 'stop'] as const).map((verb) => {
    const description = DESCRIPTIONS[verb]
    return define({
      name: `${verb}Box`,
      method: 'POST',
      path: `/api/boxes/{boxId}/${verb}`,
      tag: 'boxes',
      summary: SUMMARIES[verb],
      ...(description !== undefined && { description }),
      access: session('box:write'),
      limit: verb === 'resume' ? 'write' : 'control',
      errors: ['not_found', 'failed_precondition'],
      request: z.strictObject({ boxId: BoxId }),
      response: z.object({ box: BoxRecord }),
      handle: async ({ boxId }, call) => ({ box: toBoxRecord(await changeState(context, { boxId, verb }, call)) }),
    })
  })
}
