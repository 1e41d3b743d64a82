import { z } from 'zod'
import { type Created, createBox as create, NewBoxRequest } from '#boxes/actions/createBox.ts'
import type { BoxContext } from '#boxes/Context.ts'
import {
  BoxRecord,
  MessageRecord,
  SessionRecord,
  TaskRecord,
  toBoxRecord,
  toMessageRecord,
  toSessionRecord,
  toTaskRecord,
} from '#boxes/records.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

export const CreatedBox = z.object({
  box: BoxRecord,
  run: z
    .object({ session: SessionRecord, message: MessageRecord, task: TaskRecord.nullable() })
    .nullable()
    .meta({ description: 'What `prompt` started.' }),
  mcpServers: z.array(z.object({ name: z.string(), url: z.string() })),
  session: z.object({ create: z.string(), messages: z.string() }).meta({ description: 'Where to go on.' }),
})

/** What the creator of a box is told. */
export function describeCreated(
  { settings }: Pick<BoxContext, 'settings'>,
  { box, first }: Created,
): z.output<typeof CreatedBox> {
  const sessions = `${settings.baseUrl}/api/boxes/${box.id}/sessions`
  return {
    box: toBoxRecord(box),
    run: first
      ? {
          session: toSessionRecord(first.session),
          message: toMessageRecord(first.message),
          task: first.task ? toTaskRecord(first.task) : null,
        }
      : null,
    mcpServers: box.attach_mcp ? [{ name: 'slipway', url: `${settings.baseUrl}/mcp` }] : [],
    session: { create: sessions, messages: `${sessions}/${first?.session.id ?? '{sessionId}'}/messages` },
  }
}

export function createBox(context: BoxContext): Operation {
  return define({
    name: 'createBox',
    method: 'POST',
    path: '/api/boxes',
    tag: 'boxes',
    summary: 'Create a box with an agent in it.',
    description:
      'Answers at once with the status `creating`; the box is `ready` a moment later. Messages may be posted before that. A box never signs anything and never sees your key.',
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'permission_denied', 'unavailable'],
    status: 201,
    idempotent: true,
    examples: [{ summary: 'The desk agent', request: { agentId: 'desk' } }],
    request: NewBoxRequest,
    response: CreatedBox,
    handle: async (request, call) => describeCreated(context, await create(context, request, call)),
  })
}
