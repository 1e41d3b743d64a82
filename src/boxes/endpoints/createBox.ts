import { createBox as create } from '#boxes/actions/createBox.ts'
import type { Context } from '#boxes/Context.ts'
import { NewBoxRequest } from '#boxes/wire/requests.ts'
import { CreatedBox } from '#boxes/wire/schemas.ts'
import { toCreatedBox } from '#boxes/wire/toWire.ts'
import { session } from '#core/Access.ts'
import { define, type Operation } from '#core/Operation.ts'

export function createBox(context: Context): Operation {
  return define({
    name: 'createBox',
    method: 'POST',
    path: '/api/boxes',
    tag: 'boxes',
    summary: 'Create a box that runs an agent.',
    description:
      'Returns at once with the status `creating`; the box is `ready` a moment later, and already accepts messages. A box never signs anything and never sees your key.',
    access: session('box:write'),
    limit: 'write',
    errors: ['not_found', 'failed_precondition', 'permission_denied', 'unavailable'],
    status: 201,
    idempotent: true,
    examples: [{ summary: 'The desk agent', request: { agentId: 'desk' } }],
    request: NewBoxRequest,
    response: CreatedBox,
    handle: async (request, call) => toCreatedBox(await create(context, request, call), context.settings.baseUrl),
  })
}
