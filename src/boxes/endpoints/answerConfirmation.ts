import { z } from 'zod'
import { answerConfirmation as answer } from '#boxes/actions/answerConfirmation.ts'
import { requireBox } from '#boxes/actions/requireBox.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId, storableText } from '#boxes/wire/requests.ts'
import { ConfirmationRecord } from '#boxes/wire/schemas.ts'
import { toConfirmationRecord } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

export function answerConfirmation(context: Context): Operation {
  return define({
    name: 'answerBoxConfirmation',
    method: 'POST',
    path: '/api/boxes/{boxId}/confirmations/{id}',
    tag: 'boxes',
    summary: 'Answer a permission request from the agent.',
    description: 'The first answer counts. Let a person decide; that is the purpose of the request.',
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition'],
    request: z.strictObject({
      boxId: BoxId,
      id: storableText().max(64),
      option: z.string().max(200).meta({ description: 'The id of one of its options.' }),
    }),
    response: z.object({ confirmation: ConfirmationRecord }),
    async handle({ boxId, ...answered }, call) {
      const box = await requireBox(context, boxId, call)
      return { confirmation: toConfirmationRecord(await answer(context, box.id, answered)) }
    },
  })
}
