import { z } from 'zod'
import { answerConfirmation as answer } from '#boxes/actions/answerConfirmation.ts'
import { type BoxContext, requireBox, requireSession } from '#boxes/Context.ts'
import { ConfirmationRecord, toConfirmationRecord } from '#boxes/records.ts'
import { listConfirmations as list } from '#boxes/store/confirmations.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'
import { BoxId } from './boxes.ts'
import { SessionId } from './sessions.ts'

const SHOWN = 100

export function listConfirmations(context: BoxContext): Operation {
  return define({
    name: 'listBoxConfirmations',
    method: 'GET',
    path: '/api/boxes/{boxId}/sessions/{sessionId}/confirmations',
    tag: 'boxes',
    summary: 'What the agent asks permission for, newest first.',
    access: session('box:read'),
    limit: 'read',
    errors: ['not_found'],
    request: z.strictObject({
      boxId: BoxId,
      sessionId: SessionId,
      status: z.enum(['pending', 'answered', 'closed']).optional(),
    }),
    response: z.object({ confirmations: z.array(ConfirmationRecord) }),
    async handle({ status, ...ids }, call) {
      const { session: found } = await requireSession(context, ids, call)
      const all = await list(context.store, found.id, SHOWN)
      const wanted = all.filter((one) => status === undefined || one.status === status)
      return { confirmations: wanted.map(toConfirmationRecord) }
    },
  })
}

export function answerConfirmation(context: BoxContext): Operation {
  return define({
    name: 'answerBoxConfirmation',
    method: 'POST',
    path: '/api/boxes/{boxId}/confirmations/{id}',
    tag: 'boxes',
    summary: 'Answer what the agent asks permission for.',
    description: 'The first answer counts. Only a person should give it: that is what it is for.',
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition'],
    request: z.strictObject({
      boxId: BoxId,
      id: z.string().max(64),
      option: z.string().max(200).meta({ description: 'The id of one of its options.' }),
    }),
    response: z.object({ confirmation: ConfirmationRecord }),
    async handle({ boxId, ...given }, call) {
      const box = await requireBox(context, boxId, call)
      return { confirmation: toConfirmationRecord(await answer(context, box.id, given)) }
    },
  })
}
