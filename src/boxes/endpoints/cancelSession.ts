import { z } from 'zod'
import { cancelRuns } from '#boxes/actions/cancelRuns.ts'
import { requireSession } from '#boxes/actions/requireBox.ts'
import type { Context } from '#boxes/Context.ts'
import { BoxId, SessionId, storableText } from '#boxes/wire/requests.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

export function cancelSession(context: Context): Operation {
  return define({
    name: 'cancelBoxSession',
    method: 'POST',
    path: '/api/boxes/{boxId}/sessions/{sessionId}/cancel',
    tag: 'boxes',
    summary: 'Cancel the running and queued runs of a session.',
    access: session('box:write'),
    limit: 'control',
    errors: ['not_found'],
    request: z.strictObject({
      boxId: BoxId,
      sessionId: SessionId,
      taskId: storableText().max(64).optional().meta({ description: 'Cancel only this run.' }),
    }),
    response: z.object({ cancelled: z.int().meta({ description: 'Number of cancelled runs.' }) }),
    async handle({ taskId, ...ids }, call) {
      const { session: found } = await requireSession(context, ids, call)
      return { cancelled: await cancelRuns(context.commits, found.id, taskId) }
    },
  })
}
